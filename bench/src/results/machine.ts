import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';

/** What figures depend on; nothing that names the machine. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly system: string;
}

export const thisMachine = (): Machine => ({
  cpu: `${cpus()[0]?.model ?? 'unknown'} (${process.arch})`,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  system: `${type()} ${release().split('.').slice(0, 2).join('.')}`,
});

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The one that is checked out; `+` for changes of it that are not committed. */
export function commitOfSources(): string {
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!docs', ':!bench/results');
    return `${git('rev-parse', '--short=10', 'HEAD')}${changed === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}
