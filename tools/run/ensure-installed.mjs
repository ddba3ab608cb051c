import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isInstalledAsLocked } from './installed-as-locked.mjs';
import { missingBinaries } from './missing-binaries.mjs';
import { inRepository } from './paths.mjs';
import { startProgress } from './progress.mjs';
import { runStep } from './run-steps.mjs';
import { StepFailed } from './step-failed.mjs';

const stampFile = inRepository('node_modules/.lamppost-install');

/** node_modules belongs to one lockfile on one kind of machine: a tree copied elsewhere has the wrong binaries. */
function wantedStamp() {
  const lock = createHash('sha256')
    .update(readFileSync(inRepository('package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform}-${process.arch}`;
}

const currentStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '');

/**
 * npm as the one that started us, so that a machine with several of them uses one.
 * Not `npm ci`: it refuses a lockfile that was written where the registry lacks binaries for other kinds of machine.
 * `npm install --no-save` installs what the lockfile says and leaves it alone; that it did so is checked afterwards.
 */
function npmCall() {
  const own = process.env.npm_execpath;
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'];
  return own?.endsWith('.js')
    ? { command: process.execPath, args: [own, ...args] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args };
}

/** Installs the dependencies unless they are there already, and makes sure that the native ones can be loaded. */
export async function ensureInstalled() {
  const stamp = wantedStamp();
  if (currentStamp() === stamp) return;
  if (!isInstalledAsLocked()) {
    await runStep({
      title: 'Installing dependencies',
      ...npmCall(),
      hint: 'Is the npm registry reachable? Try again, or run `npm install` by hand.',
    });
    if (!isInstalledAsLocked()) {
      throw new StepFailed('What npm installed is not what package-lock.json says.', {
        hint: 'package.json was changed without its lockfile: run `npm install` and commit package-lock.json.',
      });
    }
  }
  const progress = startProgress('Loading native modules');
  const missing = await missingBinaries();
  if (missing.length > 0) {
    progress.fail();
    const list = missing.map(({ name, error }) => `  ${name}: ${error}`).join('\n');
    throw new StepFailed(`These packages came without a binary for ${process.platform}-${process.arch}:\n${list}`, {
      hint: 'Remove node_modules and try again; if it stays so, the registry does not have the binary for this machine.',
    });
  }
  progress.succeed();
  writeFileSync(stampFile, stamp);
}

/** For commands that never install by themselves. */
export function requireInstalled() {
  if (existsSync(inRepository('node_modules/.bin/tsc'))) return;
  throw new StepFailed('The dependencies are not installed.', {
    hint: 'Run `npm install` first, or `npm test`, which does it.',
  });
}
