export interface InsightGate {
  /** Runs the task when there is room. A task that was given up while it waited is never begun. */
  run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Lets so many tasks run at a time, in the order in which they came. */
export function createInsightGate(max: number): InsightGate {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = (): void => {
    if (running < max) waiting.shift()?.();
  };
  return {
    async run(task, signal) {
      if (running >= max) {
        await new Promise<void>((resolve, reject) => {
          const giveUp = (): void => {
            waiting.splice(waiting.indexOf(begin), 1);
            reject(signal.reason);
          };
          const begin = (): void => {
            signal.removeEventListener('abort', giveUp);
            resolve();
            // The place is taken before anybody else can ask for it.
            running += 1;
          };
          signal.throwIfAborted();
          signal.addEventListener('abort', giveUp, { once: true });
          waiting.push(begin);
        });
      } else running += 1;
      try {
        return await task();
      } finally {
        running -= 1;
        next();
      }
    },
  };
}
