import { readFileSync } from 'node:fs';

/** A process, told apart from a later one with the same number. */
export interface JournalOwner {
  readonly pid: number;
  /** When it was started, where the system says so. */
  readonly started: string | null;
}

/** On Linux: the boot, and the ticks from there to the start of the process. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain anything.
    return `${boot}-${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    // No such process, or no such file system: the number alone has to do.
    return null;
  }
}

export const thisProcess = (): JournalOwner => ({ pid: process.pid, started: startOf(process.pid) });

/** When in doubt, true: what belongs to somebody alive is left to them. */
export function isAlive({ pid, started }: JournalOwner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startOf(pid);
  return !started || !now || started === now;
}
