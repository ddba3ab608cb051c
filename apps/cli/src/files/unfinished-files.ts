import { rmSync } from 'node:fs';
import { exitCodes } from '../exit/exit-codes.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const unfinished = new Set<string>();
/** While a command runs that ends by itself when it is interrupted. */
let isEndingByItself = false;

/** Whoever interrupts a command finds no half of a file. */
function end(signal: NodeJS.Signals): void {
  if (signal === 'SIGINT' && isEndingByItself) return;
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

/** Runs a command that ends when it is interrupted: a file that it is writing is finished first. Twice ends it at once. */
export async function untilInterrupted(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const interrupt = (): void => {
    if (stop.signal.aborted) process.exit(exitCodes.interrupted);
    stop.abort();
  };
  isEndingByItself = true;
  process.on('SIGINT', interrupt);
  try {
    await run(stop.signal);
  } finally {
    process.off('SIGINT', interrupt);
    isEndingByItself = false;
  }
}
