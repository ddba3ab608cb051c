import { isMainThread } from 'node:worker_threads';
import type { Guard } from '@lamppost/sdk-core';

/** What an end of the process does to a client. */
export interface Leaving {
  readonly exitMs: number;
  readonly hasSignals: boolean;
  queued(): number;
  flush(): Promise<void>;
  /** Sends what waits while the process stands still. */
  sendAndWait(): void;
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** On listeners of any copy of this package, so that none of them takes another for the app's own. */
const mark = Symbol.for('lamppost.listener');
const isOurs = (listener: object): boolean => mark in listener;
const marked = <T extends object>(listener: T): T => Object.assign(listener, { [mark]: true });

/**
 * Sends what waits when the process ends, whichever way, but for SIGKILL. How it ends stays as it is: where the app has
 * listeners for a signal they decide; where it has none, the signal is raised again after the sending, and ends the
 * process as it would have. Returns what takes all of it back.
 */
export function flushAtExit(guard: Guard, leaving: Leaving): () => void {
  let tried = 0;
  const onBeforeExit = guard(async (): Promise<void> => {
    const queued = leaving.queued();
    // What could not be sent the last time is not tried for ever: this is called again after each attempt.
    if (queued === 0 || queued === tried) return;
    await leaving.flush();
    tried = leaving.queued();
  });
  const onExit = guard((): void => {
    if (leaving.queued() > 0 && leaving.exitMs > 0) leaving.sendAndWait();
  });

  let isLeaving = false;
  const sendInTime = guard(async (): Promise<void> => {
    const timer = setTimeout(() => {}, leaving.exitMs);
    const timeUp = new Promise((resolve) => setTimeout(resolve, leaving.exitMs).unref());
    await Promise.race([leaving.flush(), timeUp]);
    clearTimeout(timer);
  });
  const onSignal = marked(async (signal: NodeJS.Signals): Promise<void> => {
    const isForApp = process.listeners(signal).some((listener) => !isOurs(listener));
    if (!isLeaving) {
      isLeaving = true;
      await sendInTime();
      isLeaving = false;
    }
    if (isForApp) return;
    process.off(signal, onSignal);
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  });

  process.on('beforeExit', onBeforeExit).on('exit', onExit);
  const watched = isMainThread && leaving.hasSignals ? signals : [];
  for (const signal of watched) process.on(signal, onSignal);
  return () => {
    process.off('beforeExit', onBeforeExit).off('exit', onExit);
    for (const signal of watched) process.off(signal, onSignal);
  };
}
