import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { BundlerPluginOptions } from './options.ts';

/** Which build this is, for the app to say and for maps to be found by. */
export interface BuildIdentity {
  readonly release: string | undefined;
  readonly build: string;
  readonly commit: string | undefined;
  readonly branch: string | undefined;
}

const COMMIT_DIGITS = 12;
const run = promisify(execFile);

export async function identifyBuild(
  options: BundlerPluginOptions,
  folder: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<BuildIdentity> {
  const [version, git] = await Promise.all([versionOf(folder), readGit(folder)]);
  return {
    release: options.release || env.LP_RELEASE || version,
    build: options.build || (git?.isClean ? git.commit.slice(0, COMMIT_DIGITS) : randomBytes(6).toString('hex')),
    commit: git?.commit,
    branch: git?.branch,
  };
}

/** Of the nearest package.json that has one. */
async function versionOf(folder: string): Promise<string | undefined> {
  try {
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    if (typeof version === 'string' && version !== '') return version;
  } catch {
    // There is none here, or nobody can read it.
  }
  return dirname(folder) === folder ? undefined : versionOf(dirname(folder));
}

/** Nothing where there is no Git, or no repository. */
async function readGit(
  cwd: string,
): Promise<{ commit: string; branch: string | undefined; isClean: boolean } | undefined> {
  const git = async (...args: string[]) => (await run('git', args, { cwd, maxBuffer: 2 ** 26 })).stdout.trim();
  try {
    const [commit, branch, changes] = await Promise.all([
      git('rev-parse', 'HEAD'),
      git('rev-parse', '--abbrev-ref', 'HEAD'),
      git('status', '--porcelain', '--untracked-files=no'),
    ]);
    return { commit, branch: branch === 'HEAD' ? undefined : branch, isClean: changes === '' };
  } catch {
    return undefined;
  }
}
