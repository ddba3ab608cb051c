import { cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** What is needed to pack. By name: tools and tests may put files of a moment into the root. */
const copied = [
  ...['apps', 'deploy', 'docs', 'examples', 'packages', 'spec', 'tools'],
  ...[
    'CHANGELOG.md',
    'Dockerfile',
    'LICENSE',
    'README.md',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.json',
  ],
];
const leftOut = new Set(['docs/images', 'spec/fixtures']);

/**
 * The repository in another place, with what was built. Packages of others are shared with the original; the links to
 * those of the repository lead to the copies.
 * @param {string} root
 * @param {string} target
 */
export function copyRepository(root, target) {
  const isWanted = (/** @type {string} */ path) =>
    !leftOut.has(relative(root, path)) && basename(path) !== 'node_modules';
  for (const name of copied) {
    cpSync(join(root, name), join(target, name), { recursive: true, filter: isWanted });
  }
  mkdirSync(join(target, 'node_modules/@lamppost'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@lamppost') symlinkSync(join(root, 'node_modules', name), join(target, 'node_modules', name));
  }
  for (const name of readdirSync(join(root, 'node_modules/@lamppost'))) {
    const path = `node_modules/@lamppost/${name}`;
    symlinkSync(readlinkSync(join(root, path)), join(target, path));
  }
}
