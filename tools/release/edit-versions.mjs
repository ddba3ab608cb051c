import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogOf, lockfileOf, manifestOf, nextVersion, sdkSourceOf, unreleasedOf } from './plan-release.mjs';

/**
 * @typedef {object} ReleasePlan
 * @property {string} current
 * @property {string} version
 * @property {string} notes what the changelog says of it
 * @property {ReadonlyMap<string, string>} edits new content by path
 */

/**
 * What a release changes in the repository. Nothing is written.
 * @param {string} root
 * @param {{ asked?: string | undefined, date: string }} options
 * @returns {ReleasePlan}
 */
export function planRelease(root, { asked, date }) {
  /** @param {string} path */
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const changelog = read('CHANGELOG.md');
  const notes = unreleasedOf(changelog);
  const { version: current } = JSON.parse(read('package.json'));
  const version = nextVersion(current, asked, notes);

  const workspaces = ['apps', 'packages', 'examples'].flatMap((group) =>
    readdirSync(join(root, group), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${group}/${entry.name}`),
  );
  const manifests = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
  const sources = workspaces
    .filter((folder) => /^packages\/(?:sdk-|openfeature)/.test(folder))
    .flatMap((folder) => sourcesIn(root, folder));
  /** @type {[path: string, content: string][]} */
  const edits = [
    ['CHANGELOG.md', changelogOf(changelog, version, date)],
    ['package-lock.json', lockfileOf(read('package-lock.json'), current, version)],
    ...manifests.map((path) => {
      const manifest = manifestOf(JSON.parse(read(path)), current, version);
      return /** @type {[string, string]} */ ([path, `${JSON.stringify(manifest, null, 2)}\n`]);
    }),
    ...sources.map((path) => /** @type {[string, string]} */ ([path, sdkSourceOf(read(path), current, version)])),
  ];
  return { current, version, notes, edits: new Map(edits.filter(([path, content]) => read(path) !== content)) };
}

/** @param {string} root @param {string} folder */
const sourcesIn = (root, folder) =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/src/${file}`);
