import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from './paths.mjs';

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, peer?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/**
 * Whether an installation that npm noted holds what the lockfile asks for, so that someone who ran `npm install`
 * does not wait for a second one. Optional packages may be absent: most of them are for other machines.
 * @param {Lockfile} locked
 * @param {Lockfile} installed
 */
export function isSameInstallation(locked, installed) {
  const wanted = Object.entries(locked.packages).filter(([path]) => path.includes('node_modules/'));
  const unknown = Object.keys(installed.packages).filter(
    (path) => path.includes('node_modules/') && !locked.packages[path],
  );
  return (
    unknown.length === 0 &&
    wanted.every(([path, { version, link, optional }]) => {
      const found = installed.packages[path];
      return found === undefined ? optional === true : link === true || found.version === version;
    })
  );
}

export function isInstalledAsLocked() {
  const note = inRepository('node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  return isSameInstallation(
    JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')),
    JSON.parse(readFileSync(note, 'utf8')),
  );
}
