import { execFileSync } from 'node:child_process';
import { repositoryRoot } from '../run/paths.mjs';

/**
 * @typedef {object} Provenance where a package comes from
 * @property {string} commit `unknown` outside of a repository
 * @property {string} [committed_at]
 * @property {true} [modified] what was packed differs from the commit
 */

/** @param {...string} args */
const git = (...args) =>
  execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * The commit that last changed these paths, so that the same sources give the same bytes whatever else was changed since.
 * Builds without a repository, such as those of an image, say it with LP_COMMIT.
 * @param {readonly string[]} paths from the root of the repository
 * @returns {Provenance}
 */
export function provenanceOf(paths) {
  const given = process.env.LP_COMMIT;
  if (given) return { commit: given };
  try {
    const [commit = '', committedAt = ''] = git('log', '-1', '--format=%H %cI', '--', ...paths).split(' ');
    if (commit === '') return { commit: 'unknown' };
    const isModified = git('status', '--porcelain', '--', ...paths) !== '';
    const at = new Date(committedAt).toISOString();
    return { commit, committed_at: at, ...(isModified && { modified: true }) };
  } catch (error) {
    // No git, or no repository: status 128.
    if (error instanceof Error && ('status' in error || 'code' in error)) return { commit: 'unknown' };
    throw error;
  }
}
