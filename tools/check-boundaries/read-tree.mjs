import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findSql } from './find-sql.mjs';
import { scanImports } from './scan-imports.mjs';

/**
 * @typedef {object} SourceFile
 * @property {string} path from the root of the repository, with `/`
 * @property {string} workspace
 * @property {boolean} isTest tests, contracts that tests call, and everything under test/
 * @property {number} lines
 * @property {import('./scan-imports.mjs').FoundImport[]} imports
 * @property {number[]} sql lines on which a statement of SQL begins
 */

const generated = new Set(['node_modules', 'dist', 'generated']);
const source = /\.(?:ts|tsx|mts|mjs|js)$/;

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return generated.has(entry.name) ? [] : sourcesIn(root, path);
    return source.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** Every folder that could be a workspace, listed in the rules or not. @param {string} root */
export function workspaceFolders(root) {
  const children = ['apps', 'packages'].flatMap((parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map((entry) => `${parent}/${entry.name}`)
      : [],
  );
  return [...children, 'bench'].filter((folder) => sourcesIn(root, folder).length > 0);
}

/** @param {string} path */
const isTest = (path) =>
  /\.(?:test|contract)\.tsx?$/.test(path) || path.includes('/test/') || path.endsWith('/playwright.config.ts');

/**
 * @param {string} root
 * @returns {SourceFile[]}
 */
export function readTree(root) {
  return workspaceFolders(root).flatMap((workspace) =>
    sourcesIn(root, workspace).map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return {
        path,
        workspace,
        isTest: isTest(path),
        lines: text.trimEnd().split('\n').length,
        imports: scanImports(text),
        sql: findSql(text),
      };
    }),
  );
}

/**
 * Names in the package.json of a workspace, or of the repository when it has none of its own.
 * @param {string} root
 * @param {string} workspace
 * @returns {Set<string>}
 */
export function declaredPackages(root, workspace) {
  const own = join(root, workspace, 'package.json');
  const manifest = JSON.parse(readFileSync(existsSync(own) ? own : join(root, 'package.json'), 'utf8'));
  const lists = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  return new Set([manifest.name, ...lists.flatMap((list) => Object.keys(manifest[list] ?? {}))]);
}
