import { posix } from 'node:path';

/**
 * @typedef {import('./read-tree.mjs').SourceFile} SourceFile
 * @typedef {import('./find-violations.mjs').Rules} Rules
 * @typedef {{ folder: string, engines: readonly string[], publicFiles: Readonly<Record<string, readonly string[]>> }} Features
 */

/**
 * @param {string} path
 * @param {{ root: string, features?: Features }} root
 */
function featureOf(path, { root, features }) {
  const start = features === undefined ? undefined : `${root}/${features.folder}/`;
  if (start === undefined || !path.startsWith(start)) return undefined;
  const [name = '', ...rest] = path.slice(start.length).split('/');
  const engine = features?.engines.find((known) => rest.includes(known));
  return { name, file: rest.join('/'), engine };
}

/**
 * What is to be said of an import from one file of a feature to another: `allowed`, what is wrong, or nothing when one of
 * them belongs to no feature.
 * @param {SourceFile} file
 * @param {string} target
 * @param {Rules} rules
 * @returns {string | undefined}
 */
export function crossesFeatures(file, target, rules) {
  for (const root of rules.folders) {
    const [from, to] = [featureOf(file.path, root), featureOf(target, root)];
    if (from === undefined || to === undefined) continue;
    if (file.isTest) return 'allowed';
    if (to.engine !== undefined && from.engine !== to.engine) {
      return `queries in the SQL of ${to.engine} are put together by compose; nothing else imports them`;
    }
    if (from.name === to.name) return 'allowed';
    /** @type {Features['publicFiles']} */
    const publicFiles = root.features?.publicFiles ?? {};
    if (publicFiles[to.name]?.includes(to.file)) return 'allowed';
    return `${to.name}/${to.file} is not one of the files of ${to.name} that other features may use (rules.mjs, publicFiles)`;
  }
  return undefined;
}

/**
 * @param {readonly SourceFile[]} files
 * @param {{ root: string, features?: Features }} root
 * @returns {string[]}
 */
export function unusedPublicFiles(files, root) {
  const used = new Set();
  for (const file of files) {
    const from = featureOf(file.path, root);
    if (from === undefined || file.isTest) continue;
    for (const { specifier } of file.imports) {
      const to = featureOf(posix.join(posix.dirname(file.path), specifier), root);
      if (to !== undefined && to.name !== from.name) used.add(`${to.name}/${to.file}`);
    }
  }
  return Object.entries(root.features?.publicFiles ?? {}).flatMap(([name, names]) =>
    names
      .filter((file) => !used.has(`${name}/${file}`))
      .map((file) => `${name}/${file} is public, and no other feature uses it`),
  );
}
