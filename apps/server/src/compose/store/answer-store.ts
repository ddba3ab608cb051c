import type { AnswerStore } from '../../analytics/process/store-process.ts';
import type { AttemptStore } from '../../control/attempts/attempt-store.ts';
import { LeaseLost } from '../../control/control-errors.ts';
import type { Job } from '../compose-jobs.ts';
import type { ControlEngine } from '../control/control-engine.ts';

/** What only the edge may do that loads. */
const ofLoader: ReadonlySet<string> = new Set<keyof AttemptStore>(['begin', 'commit', 'givenUp', 'forget']);

/** What the store process asks: segments and attempts of a shared store. Another edge's loading is not this one's work. */
export function answerStore(control: ControlEngine, { lease, stores }: Job): AnswerStore {
  return async (method, args) => {
    if (!ofLoader.has(method)) return await call(control.attempts, method, args);
    if (!lease.isHeld) return nothing(method);
    try {
      return await call(stores.attempts, method, args);
    } catch (error) {
      if (error instanceof LeaseLost && method !== 'commit') return nothing(method);
      throw error;
    }
  };
}

const nothing = (method: string): unknown => (method === 'givenUp' ? [] : undefined);

async function call(attempts: AttemptStore, method: string, args: readonly unknown[]): Promise<unknown> {
  const run = (attempts as unknown as Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>)[
    method
  ];
  if (run === undefined) throw new Error(`There is no ${method} of attempts.`);
  return await run(...args);
}
