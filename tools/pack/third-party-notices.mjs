import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { inRepository } from '../run/paths.mjs';

/**
 * Names and licenses of all of others that is bundled: into the app in a folder, what its sources import and what that
 * depends on, and what stands in the folders that are given.
 * @param {string} folder
 * @param {readonly string[]} bundled
 */
export function thirdPartyNotices(folder, bundled) {
  /** @type {Record<string, { version?: string, license?: string, dependencies?: Record<string, string> }>} */
  const locked = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')).packages;
  /** @type {Map<string, string>} */
  const found = new Map();

  /** @param {string} name @param {string} from the folder of the one that depends on it */
  const take = (name, from) => {
    const place = placeOf(name, from, (path) => path in locked);
    if (place === undefined || found.has(place)) return;
    found.set(place, name);
    for (const next of Object.keys(locked[place]?.dependencies ?? {})) take(next, place);
  };
  for (const name of importedBy(`${folder}/src`)) take(name, folder);
  for (const place of bundled) found.set(place, place.split('node_modules/').at(-1) ?? '');

  /** Many have the same text, which stands here once. @type {Map<string, string[]>} */
  const namesByLicense = new Map();
  for (const [place, name] of [...found].sort()) {
    const { version = '', license = '' } = locked[place] ?? {};
    const text = licenseIn(inRepository(place));
    namesByLicense.set(text, [...(namesByLicense.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...namesByLicense].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  return `Lamppost contains these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** As Node looks for it: in the folder's own node_modules, and then further up. @param {string} name @param {string} from @param {(path: string) => boolean} exists */
function placeOf(name, from, exists) {
  const steps = from.split('/');
  for (let length = steps.length; length >= 0; length--) {
    const path = [...steps.slice(0, length), 'node_modules', name].join('/');
    if (exists(path)) return path;
  }
  return undefined;
}

/** Packages of others. @param {string} folder */
function importedBy(folder) {
  const files = readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const specifiers = files.flatMap((file) =>
    [
      ...readFileSync(inRepository(`${folder}/${file}`), 'utf8').matchAll(
        /(?:from|import|@import) ?\(?'([^'.][^']*)'/g,
      ),
    ].map(([, specifier = '']) => specifier),
  );
  const names = specifiers.map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].filter((name) => !isBuiltin(name) && !name.startsWith('@lamppost/')).sort();
}

/** @param {string} folder */
function licenseIn(folder) {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|ofl)(?:\.|-|$)/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim().concat('\n');
  const { license, author, repository } = createRequire(`${folder}/`)('./package.json');
  const by = typeof author === 'string' ? author : author?.name;
  return `License ${license}${by ? `, by ${by}` : ''}${repository?.url ? `, ${repository.url}` : ''}\n`;
}
