import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from './paths.mjs';

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, peer?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/** @param {Lockfile} lockfile */
const packagesOf = ({ packages }) => Object.entries(packages).filter(([path]) => path.includes('node_modules/'));

/**
 * Whether an installation, as npm noted it, holds what the lockfile asks for. Also true for one made by hand, so that
 * someone who ran `npm install` does not wait for a second one. Optional packages may be absent or surplus: they are
 * binaries for one kind of machine, and a lockfile knows only those that the registry had when it was written.
 * @param {Lockfile} locked
 * @param {Lockfile} installed
 */
export function isSameInstallation(locked, installed) {
  const isWhole = packagesOf(locked).every(([path, { version, link, optional }]) => {
    const found = installed.packages[path];
    return found === undefined ? optional === true : link === true || found.version === version;
  });
  return isWhole && packagesOf(installed).every(([path, { optional }]) => optional === true || locked.packages[path]);
}

export function isInstalledAsLocked() {
  const note = inRepository('node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  return isSameInstallation(
    JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')),
    JSON.parse(readFileSync(note, 'utf8')),
  );
}
