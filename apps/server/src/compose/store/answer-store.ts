import type { AnswerStore } from '../../analytics/process/store-process.ts';
import type { AttemptStore, CommittedAttempts, LoaderShare } from '../../control/attempts/attempt-store.ts';
import { LeaseLost } from '../../control/control-errors.ts';
import type { Job } from '../compose-jobs.ts';
import type { ControlEngine } from '../control/control-engine.ts';

export interface AnswerStoreDeps {
  readonly control: ControlEngine;
  /** The job of a loader: 1 is the first. */
  readonly jobOf: (loader: number) => Job;
  readonly onCommitted: (committed: CommittedAttempts) => void;
}

/** What only the edge may do whose loader it is. What is done once for all of them is the first one's work. */
const ofLoader: Readonly<Record<string, (args: readonly unknown[]) => number>> = {
  begin: ([loader]) => loader as number,
  commit: ([attempt]) => (attempt as LoaderShare).loader,
  givenUp: () => 1,
  forget: () => 1,
} satisfies Partial<Record<keyof AttemptStore, (args: readonly unknown[]) => number>>;

/** What the store process asks: segments and attempts of a shared store. Another edge's loading is not this one's work. */
export function answerStore({ control, jobOf, onCommitted }: AnswerStoreDeps): AnswerStore {
  return async (method, args) => {
    const loader = ofLoader[method]?.(args);
    if (loader === undefined) {
      const answer = await call(control.attempts, method, args);
      if (method === 'committed') onCommitted(answer as CommittedAttempts);
      return answer;
    }
    const { lease, stores } = jobOf(loader);
    try {
      if (!lease.isHeld) throw new LeaseLost('loading');
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
