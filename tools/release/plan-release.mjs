import { StepFailed } from '../run/step-failed.mjs';

/** @typedef {'major' | 'minor' | 'patch'} Step */

const form = /^(\d+)\.(\d+)\.(\d+)$/;

/**
 * The version after the current one. If none is named: what was added or changed is a minor release, what was only fixed a
 * patch.
 * @param {string} current
 * @param {string | undefined} asked `major`, `minor`, `patch` or a version
 * @param {string} unreleased what the changelog says of it
 */
export function nextVersion(current, asked, unreleased) {
  const [major = 0, minor = 0, patch = 0] = (form.exec(current) ?? []).slice(1).map(Number);
  const step = asked ?? (/^### (?:Added|Changed|Removed)$/m.test(unreleased) ? 'minor' : 'patch');
  switch (step) {
    case 'major':
      return `${major + 1}.0.0`;
    case 'minor':
      return `${major}.${minor + 1}.0`;
    case 'patch':
      return `${major}.${minor}.${patch + 1}`;
    default:
      return checkedVersion(step, [major, minor, patch]);
  }
}

/** @param {string} asked @param {readonly number[]} current */
function checkedVersion(asked, current) {
  const wanted = (form.exec(asked) ?? []).slice(1).map(Number);
  if (wanted.length === 0) {
    throw new StepFailed(`"${asked}" is no version.`, { hint: 'Give major, minor, patch or a version such as 1.2.0.' });
  }
  const [at = 0] = wanted.map((part, index) => part - (current[index] ?? 0)).filter((difference) => difference !== 0);
  if (at <= 0) {
    throw new StepFailed(`${asked} does not come after ${current.join('.')}.`, { hint: 'Versions only go up.' });
  }
  return asked;
}

const heading = '## [Unreleased]';

/**
 * What the changelog says under Unreleased.
 * @param {string} changelog
 */
export function unreleasedOf(changelog) {
  const [, after] = changelog.split(`${heading}\n`);
  if (after === undefined) {
    throw new StepFailed(`CHANGELOG.md has no "${heading}".`, { hint: 'Put it above the newest version.' });
  }
  const text = (after.split(/^## \[/m)[0] ?? '').trim();
  if (text === '') {
    throw new StepFailed('CHANGELOG.md says nothing under Unreleased.', { hint: 'There is nothing to release.' });
  }
  return text;
}

/**
 * The changelog with what was unreleased under the version.
 * @param {string} changelog
 * @param {string} version
 * @param {string} date
 */
export const changelogOf = (changelog, version, date) =>
  changelog.replace(`${heading}\n`, `${heading}\n\n## [${version}] - ${date}\n`);

/**
 * A package.json, or an entry of the lockfile, with the new version of itself and of our packages that it depends on.
 * @template {Record<string, unknown>} Manifest
 * @param {Manifest} manifest
 * @param {string} current
 * @param {string} version
 * @returns {Manifest}
 */
export function manifestOf(manifest, current, version) {
  const changed = Object.entries(manifest).map(([key, value]) => {
    if (key === 'version' && value === current) return [key, version];
    if (!/^(?:dev|optional|peer)?[dD]ependencies$/.test(key)) return [key, value];
    const names = Object.entries(/** @type {Record<string, string>} */ (value));
    return [key, Object.fromEntries(names.map(([name, of]) => [name, isOurs(name) && of === current ? version : of]))];
  });
  return Object.fromEntries(changed);
}

/** @param {string} name */
const isOurs = (name) => name.startsWith('@lamppost/');

/**
 * The lockfile; what it says of packages of others stays.
 * @param {string} text
 * @param {string} current
 * @param {string} version
 */
export function lockfileOf(text, current, version) {
  const lockfile = manifestOf(JSON.parse(text), current, version);
  const packages = Object.entries(/** @type {Record<string, Record<string, unknown>>} */ (lockfile.packages)).map(
    ([path, entry]) => [path, path.includes('node_modules/') ? entry : manifestOf(entry, current, version)],
  );
  return `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(packages) }, null, 2)}\n`;
}

/**
 * The source of an SDK, which tells the server its name and version.
 * @param {string} source
 * @param {string} current
 * @param {string} version
 */
export const sdkSourceOf = (source, current, version) =>
  source.replaceAll(
    new RegExp(`(sdk: \\{ name: '@lamppost/[a-z-]+', version: ')${current.replaceAll('.', '\\.')}'`, 'g'),
    `$1${version}'`,
  );
