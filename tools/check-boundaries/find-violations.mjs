import { posix } from 'node:path';
import { crossesFeatures, unusedPublicFiles } from './features.mjs';
import { findArea, isNamed } from './find-area.mjs';
import { findCycles } from './find-cycles.mjs';
import { sqlViolations, unusedSqlExceptions } from './find-sql.mjs';
import { declaredPackages, readTree, workspaceFolders } from './read-tree.mjs';

/**
 * @typedef {import('./read-tree.mjs').SourceFile} SourceFile
 * @typedef {import('./scan-imports.mjs').FoundImport} FoundImport
 * @typedef {typeof import('./rules.mjs').rules} Rules
 * @typedef {{ file: string, line: number, rule: string, message: string }} Violation
 */

/** @param {readonly string[]} names */
const list = (names) => (names.length === 0 ? 'nothing' : names.join(', '));

/**
 * @param {string} root
 * @param {Rules} rules
 * @returns {{ violations: Violation[], files: number, imports: number }}
 */
export function findViolations(root, rules) {
  const files = readTree(root);
  const testPackages = declaredPackages(root, '.');
  /** @type {Map<string, Set<string>>} */
  const declared = new Map(workspaceFolders(root).map((workspace) => [workspace, declaredPackages(root, workspace)]));
  const known = new Map(files.map((file) => [file.path, file]));
  const violations = [
    ...files.flatMap((file) => placeViolations(file, rules)),
    ...files.flatMap((file) =>
      file.imports.flatMap((found) =>
        found.specifier.startsWith('.')
          ? relativeViolations(file, found, known, rules)
          : packageViolations(file, found, rules, declared.get(file.workspace) ?? new Set(), testPackages),
      ),
    ),
    ...cycleViolations(files, known),
    ...folderViolations(files, rules),
    ...deadRowViolations(files, rules),
    ...sqlViolations(files, rules.sql),
  ];
  return { violations, files: files.length, imports: files.reduce((sum, file) => sum + file.imports.length, 0) };
}

/**
 * @param {SourceFile} file
 * @param {Rules} rules
 * @returns {Violation[]}
 */
function placeViolations(file, rules) {
  const found = [];
  const at = { file: file.path, line: 1 };
  if (!rules.workspaces.some(({ workspace }) => workspace === file.workspace)) {
    found.push({ ...at, rule: 'listed', message: `${file.workspace} is not listed in rules.mjs (workspaces)` });
  }
  const place = placeOf(file.path, rules);
  if (place !== undefined && place.at === undefined) {
    const names = list(place.root.areas.map(({ folder }) => folder));
    found.push({ ...at, rule: 'listed', message: `no row of rules.mjs covers this file. Known folders: ${names}` });
  }
  if (!file.isTest && file.lines > rules.maxLines) {
    const message = `${file.lines} lines; at most ${rules.maxLines} are allowed: split by what changes together`;
    found.push({ file: file.path, line: rules.maxLines + 1, rule: 'size', message });
  }
  return found;
}

/**
 * @param {string} path
 * @param {Rules} rules
 */
function placeOf(path, rules) {
  const root = rules.folders.find((candidate) => path.startsWith(`${candidate.root}/`));
  // A test belongs where the file stands that it tests.
  const tested = path.replace(/\.(?:test|contract)(\.tsx?)$/, '$1');
  return root && { root, at: findArea(root.areas, tested.slice(root.root.length + 1)) };
}

/**
 * @param {SourceFile} file
 * @param {FoundImport} found
 * @param {ReadonlyMap<string, SourceFile>} known
 * @param {Rules} rules
 * @returns {Violation[]}
 */
function relativeViolations(file, found, known, rules) {
  const at = { file: file.path, line: found.line };
  const target = posix.join(posix.dirname(file.path), found.specifier);
  if (!target.startsWith(`${file.workspace}/`)) {
    const message = `${found.specifier} leaves ${file.workspace}; other workspaces are imported by their package name`;
    return [{ ...at, rule: 'workspace', message }];
  }
  if (known.get(target)?.isTest && !file.isTest) {
    return [{ ...at, rule: 'tests', message: `${found.specifier} is a test; only tests import tests` }];
  }
  const between = crossesFeatures(file, target, rules);
  if (between !== undefined) return between === 'allowed' ? [] : [{ ...at, rule: 'features', message: between }];
  const from = placeOf(file.path, rules);
  const to = placeOf(target, rules);
  if (from?.at === undefined || to?.at === undefined || from.at.folder === to.at.folder) return [];
  const { area, folder } = from.at;
  const tests = file.isTest ? [...(area.tests ?? []), ...(from.root.tests ?? [])] : [];
  if (isNamed([...area.imports, ...from.root.everywhere, ...tests], to.at.folder)) return [];
  if (found.isTypeOnly && isNamed(area.types ?? [], to.at.folder)) return [];
  return [
    {
      ...at,
      rule: 'folders',
      message: `${folder} may not import ${to.at.folder} (${found.specifier}). ${allowance(area, from.root)}`,
    },
  ];
}

/**
 * @param {import('./rules.mjs').Area} area
 * @param {Rules['folders'][number]} root
 */
function allowance(area, root) {
  const types = area.types ? `, types of ${list(area.types)}` : '';
  return `Allowed: ${list([...area.imports, ...root.everywhere])}${types} (${area.why})`;
}

/**
 * @param {SourceFile} file
 * @param {FoundImport} found
 * @param {Rules} rules
 * @param {ReadonlySet<string>} declared
 * @param {ReadonlySet<string>} testPackages
 * @returns {Violation[]}
 */
function packageViolations(file, found, rules, declared, testPackages) {
  if (found.specifier.startsWith('node:')) return [];
  const at = { file: file.path, line: found.line };
  const name = found.specifier
    .split('/')
    .slice(0, found.specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (!declared.has(name) && !(file.isTest && testPackages.has(name))) {
    return [{ ...at, rule: 'declared', message: `${name} is not in the package.json of ${file.workspace}` }];
  }
  const owners = /** @type {Record<string, readonly string[]>} */ (rules.drivers)[name];
  const place = placeOf(file.path, rules);
  const isTestOfAll = file.isTest && (place?.root.tests ?? []).includes('**');
  if (owners !== undefined && place?.at !== undefined && !isTestOfAll && !isNamed(owners, place.at.folder)) {
    return [
      { ...at, rule: 'drivers', message: `${place.at.folder} may not import ${name}. Allowed in: ${list(owners)}` },
    ];
  }
  return name.startsWith('@lamppost/') ? workspaceViolations(file, found, name, rules) : [];
}

/**
 * @param {SourceFile} file
 * @param {FoundImport} found
 * @param {string} name
 * @param {Rules} rules
 * @returns {Violation[]}
 */
function workspaceViolations(file, found, name, rules) {
  const row = rules.workspaces.find(({ workspace }) => workspace === file.workspace);
  if (row === undefined || name === `@lamppost/${file.workspace.split('/').at(-1)}`) return [];
  const at = { file: file.path, line: found.line };
  const types = row.types ?? [];
  if (!row.imports.includes(name) && !(found.isTypeOnly && types.includes(name))) {
    const message = `${file.workspace} may not import ${name}. Allowed: ${list(row.imports)}; types of ${list(types)}`;
    return [{ ...at, rule: 'workspace', message }];
  }
  const place = placeOf(file.path, rules);
  if (place?.at === undefined || isNamed([...place.at.area.imports, ...place.root.everywhere], name)) return [];
  const message = `${place.at.folder} may not import ${name}. ${allowance(place.at.area, place.root)}`;
  return [{ ...at, rule: 'folders', message }];
}

/**
 * @param {readonly SourceFile[]} files
 * @param {Rules} rules
 * @returns {Violation[]}
 */
function folderViolations(files, rules) {
  const counts = new Map();
  for (const { path, isTest } of files) {
    const folder = posix.dirname(path);
    if (!isTest && rules.folders.some(({ root }) => path.startsWith(`${root}/`))) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([, count]) => count > rules.maxFilesOfFolder)
    .map(([file, count]) => {
      const message = `${count} source files; a folder holds at most ${rules.maxFilesOfFolder}: split it by what changes together`;
      return { file, line: 1, rule: 'size', message };
    });
}

/**
 * A row that covers nothing says something about a repository that is not this one.
 * @param {readonly SourceFile[]} files
 * @param {Rules} rules
 * @returns {Violation[]}
 */
function deadRowViolations(files, rules) {
  const dead = rules.folders.flatMap((root) => {
    const places = files.flatMap(({ path }) => placeOf(path, { ...rules, folders: [root] })?.at ?? []);
    const folders = new Set(places.map(({ folder }) => folder));
    const rows = root.areas.filter(({ folder }) => !places.some(({ area }) => area.folder === folder));
    const named = root.areas.flatMap(({ folder, imports, types = [], tests = [] }) =>
      [...imports, ...types, ...tests]
        .filter((name) => !name.startsWith('@') && ![...folders].some((known) => isNamed([name], known)))
        .map((name) => `the row ${folder} names ${name}, which is no folder`),
    );
    return [
      ...rows.map(({ folder }) => `the row ${folder} covers no file`),
      ...named,
      ...unusedPublicFiles(files, root),
    ];
  });
  return [...dead, ...unusedSqlExceptions(files, rules.sql)].map((message) => ({
    file: 'tools/check-boundaries/rules.mjs',
    line: 1,
    rule: 'dead',
    message,
  }));
}

/**
 * @param {readonly SourceFile[]} files
 * @param {ReadonlyMap<string, SourceFile>} known
 * @returns {Violation[]}
 */
function cycleViolations(files, known) {
  /** @param {SourceFile} file @param {FoundImport} found */
  const targetOf = (file, found) => posix.join(posix.dirname(file.path), found.specifier);
  const graph = new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map((found) => targetOf(file, found))
        .filter((path) => known.has(path)),
    ]),
  );
  return findCycles(graph).map((cycle) => {
    const [file = '', next] = cycle;
    const line =
      known.get(file)?.imports.find((found) => posix.join(posix.dirname(file), found.specifier) === next)?.line ?? 1;
    return { file, line, rule: 'cycle', message: `import cycle: ${cycle.join(' → ')}` };
  });
}
