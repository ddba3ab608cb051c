import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';

/**
 * @typedef {object} Module a file of declarations as the compiler writes them
 * @property {Map<string, string>} statements by the name that they declare, without `export`
 * @property {Map<string, { from: string, name: string }>} imports by local name
 * @property {Map<string, { from: string, name: string }>} reexports by exported name
 * @property {string} file
 */

const declaration = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|function|const|class|let) ([\w$]+)/;
const named = /^(import|export)(?: type)? \{([^}]*)\} from '([^']+)';/;
const isOurs = (/** @type {string} */ from) => from.startsWith('.') || from.startsWith('@lamppost/');

/** Statements begin in the first column, and what stands above them in a comment belongs to them. @param {string} text */
function statementsOf(text) {
  const statements = [];
  let current = '';
  let isInside = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('//# sourceMappingURL')) continue;
    const isStart = /^(?:import|export|declare|interface|type|abstract|\/\*\*)/.test(line);
    if (isStart && isInside) {
      statements.push(current);
      current = '';
      isInside = false;
    }
    current += `${line}\n`;
    if (isStart && !line.startsWith('/**')) isInside = true;
  }
  if (current.trim() !== '') statements.push(current);
  return statements.map((statement) => statement.trimEnd());
}

/** @param {string} list the names between the braces */
const namesOf = (list) =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
    .map((name) => {
      const [first = '', second = first] = name.split(' as ');
      return { name: first, local: second };
    });

/** @param {string} file @returns {Module} */
function readModule(file) {
  /** @type {Module} */
  const module = { statements: new Map(), imports: new Map(), reexports: new Map(), file };
  for (const statement of statementsOf(readFileSync(file, 'utf8'))) {
    const code = statement.replace(/^(?:\/\*\*[\s\S]*?\*\/\s*)+/, '');
    const list = named.exec(code.replace(/\s*\n\s*/g, ' '));
    const declared = declaration.exec(code)?.[1];
    if (list !== null) {
      const [, kind, names = '', from = ''] = list;
      const into = kind === 'import' ? module.imports : module.reexports;
      for (const { name, local } of namesOf(names)) into.set(local, { from, name });
    } else if (declared !== undefined) {
      const comment = statement.slice(0, statement.length - code.length);
      const before = module.statements.get(declared);
      const own = comment + code.replace(/^export /, '');
      module.statements.set(declared, before === undefined ? own : `${before}\n${own}`);
    } else if (code !== '' && code !== 'export {};') {
      throw new Error(`${file} has a statement of an unknown form: ${code.slice(0, 80)}`);
    }
  }
  return module;
}

/** @param {string} from @param {string} file */
function fileOf(from, file) {
  if (from.startsWith('.')) return resolve(dirname(file), from.replace(/\.[jt]sx?$/, '.d.ts'));
  const script = createRequire(file).resolve(from);
  const types = script.replace(/\.c?js$/, '.d.ts');
  if (!existsSync(types)) throw new Error(`${from} has no types beside ${script}`);
  return types;
}

/**
 * One file of declarations that stands alone: what the entry exports, and what that needs. Imports of packages that are
 * not of this repository stay.
 * @param {string} entry
 */
export function flattenTypes(entry) {
  /** @type {Map<string, Module>} */
  const modules = new Map();
  /** @type {Map<string, string>} name → file */
  const owners = new Map();
  /** @type {string[]} */
  const output = [];
  /** @type {Map<string, Set<string>>} */
  const foreign = new Map();

  const moduleOf = (/** @type {string} */ file) => {
    const known = modules.get(file) ?? readModule(file);
    modules.set(file, known);
    return known;
  };

  /** @param {string} file @param {string} name */
  const take = (file, name) => {
    const module = moduleOf(file);
    const passed = module.reexports.get(name) ?? module.imports.get(name);
    const statement = module.statements.get(name);
    if (statement === undefined && passed !== undefined) {
      if (isOurs(passed.from)) {
        if (passed.name !== name) throw new Error(`${file}: ${passed.name} has another name there`);
        return take(fileOf(passed.from, file), name);
      }
      const names = foreign.get(passed.from) ?? new Set();
      foreign.set(passed.from, names.add(passed.name === name ? name : `${passed.name} as ${name}`));
      return;
    }
    if (statement === undefined) throw new Error(`${file} does not have ${name}`);
    const owner = owners.get(name);
    if (owner === file) return;
    if (owner !== undefined) throw new Error(`${name} is declared in ${owner} and in ${file}`);
    owners.set(name, file);
    const words = new Set(statement.replace(/\/\*\*[\s\S]*?\*\//g, '').match(/[\w$]+/g));
    words.delete(name);
    for (const word of words) if (module.statements.has(word) || module.imports.has(word)) take(file, word);
    output.push(statement.replace(/^((?:\/\*\*[\s\S]*?\*\/\s*)*)(?=(?:function|const|class|let) )/, '$1declare '));
  };

  const { statements, reexports } = moduleOf(entry);
  const text = readFileSync(entry, 'utf8');
  const own = [...statements.keys()].filter((name) => new RegExp(`^export [\\w ]*\\b${name}\\b`, 'm').test(text));
  const exported = [...own, ...reexports.keys()].sort();
  for (const name of exported) take(entry, name);
  const imports = [...foreign]
    .sort()
    .map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';`);
  return `${[...imports, ...output, `export { ${exported.join(', ')} };`].join('\n')}\n`;
}
