import { afterEach, expect, test, vi } from 'vitest';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { CohortKeeper } from './cohort-keeper.ts';
import type { Cohort, CohortStore } from './cohort-store.ts';

const MINUTE_MS = 60_000;

/** A list of two users, and what rules name and are served of it. */
class Sample {
  named: readonly string[] = [];
  served: readonly string[] | null = null;
  triedAtMs = Date.now() - 2 * MINUTE_MS;
  /** Runs while the sweep has read the cohorts, and has not looked at them yet. */
  afterRead: () => Promise<unknown> = async () => undefined;
  readonly keeper: CohortKeeper;

  constructor() {
    const state: Partial<EdgeState> = {
      isLoaded: true,
      served: () => ({ cohortKeys: this.named }) as unknown as ReturnType<EdgeState['served']>,
      servedUsersOf: () => this.served?.length,
    };
    const cohorts: Partial<CohortStore> = {
      all: async () => {
        const read = [this.cohort];
        await this.afterRead();
        return read;
      },
      find: async () => this.cohort,
      countMembers: async () => 2,
      userIds: async () => ['ann', 'ben'],
      noteOutcome: async (_, { atMs }) => {
        this.triedAtMs = atMs;
      },
      serve: async (_, userIds) => {
        this.served = userIds;
        return true;
      },
    };
    this.keeper = new CohortKeeper({
      cohorts: cohorts as CohortStore,
      resolver: { sourceOf: () => Promise.reject(new Error('a list has no source')) },
      store: {} as AnalyticsStore,
      state: state as EdgeState,
      publish: async () => undefined,
      isHere: () => true,
      limits: { users: 10, usersInAll: 10, everyMs: 10 * MINUTE_MS },
      logger: { warn: vi.fn() } as unknown as Logger,
    });
  }

  get cohort(): Cohort {
    const { triedAtMs } = this;
    const scope = { projectId: 'p', environmentId: 'e' };
    const row = {
      ...scope,
      id: 'c',
      key: 'few',
      name: 'few',
      description: null,
      kind: 'list',
      definition: {},
    } as const;
    const times = { computedAtMs: triedAtMs, askedAtMs: null, archivedAtMs: null, createdAtMs: 0, updatedAtMs: 0 };
    return { ...row, ...times, size: 2, userCount: 2, error: null, triedAtMs };
  }

  /** One round of the check. */
  async sweep(): Promise<void> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    this.keeper.start();
    await vi.advanceTimersByTimeAsync(15_000);
    await this.keeper.stop();
    vi.useRealTimers();
  }
}
afterEach(() => void vi.useRealTimers());

test('a cohort that rules are about to name is not withdrawn by a check that runs meanwhile', async () => {
  const sample = new Sample();
  sample.served = ['ann', 'ben'];
  sample.afterRead = () => sample.keeper.compute(sample.cohort, { isServed: true });
  await sample.sweep();
  expect(sample.served).toEqual(['ann', 'ben']);
});

test('what no rule names any more is withdrawn', async () => {
  const sample = new Sample();
  sample.served = ['ann', 'ben'];
  await sample.sweep();
  expect(sample.served).toBeNull();
});

test('what rules name and is not served is served by the next check', async () => {
  const sample = new Sample();
  sample.named = ['few'];
  await sample.sweep();
  expect(sample.served).toEqual(['ann', 'ben']);
});

test('what is asked of one cohort at the same time is done one after the other', async () => {
  const sample = new Sample();
  const order: string[] = [];
  const { cohort, keeper } = sample;
  await Promise.all([
    keeper.compute(cohort, { isServed: true }).then(() => order.push('served')),
    keeper.compute(cohort).then(() => order.push('computed')),
  ]);
  expect([order, sample.served]).toEqual([
    ['served', 'computed'],
    ['ann', 'ben'],
  ]);
});
