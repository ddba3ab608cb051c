import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface OtherRevision {
  readonly commit: string;
  /** Its built main.js. */
  readonly entry: string;
  remove(): void;
}

/** What was built before is measured as it is; anything else is a revision, which is built now. */
export const otherVersion = (named: string): OtherRevision =>
  named.endsWith('.js') && existsSync(named)
    ? { commit: 'as it was built', entry: resolve(named), remove: () => undefined }
    : buildRevision(named);

/** A revision in a work tree of its own, installed and built as its own tools do it. */
function buildRevision(revision: string): OtherRevision {
  const commit = execFileSync('git', ['rev-parse', '--short=10', `${revision}^{commit}`], { encoding: 'utf8' }).trim();
  const parent = mkdtempSync(join(tmpdir(), 'lamppost-compare-'));
  const folder = join(parent, 'then');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, commit]);
  const remove = (): void => {
    spawnSync('git', ['worktree', 'remove', '--force', folder]);
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    run(folder, 'npm', ['install', '--no-audit', '--no-fund']);
    // Builds all that it measures, and measures nothing.
    run(folder, process.execPath, ['tools/run.mjs', 'bench', '--help']);
  } catch (error) {
    remove();
    throw error;
  }
  return { commit, entry: join(folder, 'dist/product/apps/server/dist/main.js'), remove };
}

function run(folder: string, command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
}
