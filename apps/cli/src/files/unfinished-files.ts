import { rmSync } from 'node:fs';
import { exitCodes } from '../exit/exit-codes.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const unfinished = new Set<string>();

/** Whoever interrupts a command finds no half of a file. A command that listens to the signal finishes its file. */
function end(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  for (const path of unfinished) rmSync(path, { force: true });
  process.exit(exitCodes.interrupted);
}

/** Runs `write`; when a signal ends the process meanwhile, the file at `path` is removed. */
export async function whileUnfinished<T>(path: string, write: () => Promise<T>): Promise<T> {
  if (unfinished.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  unfinished.add(path);
  try {
    return await write();
  } finally {
    unfinished.delete(path);
    if (unfinished.size === 0) for (const signal of SIGNALS) process.off(signal, end);
  }
}
