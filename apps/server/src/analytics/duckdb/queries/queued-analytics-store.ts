import { createHash } from 'node:crypto';
import type { Scope } from '../../../edge/scope.ts';
import { type AnalyticsStore, type AskOptions, type StoreStatus, StoreUnavailable } from '../../analytics-store.ts';
import type { QueryKind } from '../../query.ts';
import type { QueryMemoryBudget } from '../query-memory-budget.ts';
import { TIME_LIMIT_MS } from './duckdb-analytics-store.ts';
import { QueryScheduler } from './query-scheduler.ts';
import { SharedAnswers } from './shared-answers.ts';

/** What heavy queries come back with: finished JSON, so that it can be kept and its size is known. */
interface JsonResult {
  readonly resultJson: string;
}
type Scoped = { readonly scope: Scope };

/** Of one project; one more is for a project that has none. */
const LANES = 2;
const MAX_WAITING_EACH = 24;
const FRESH_MS = 500;
const UNCHANGED_MS = 30_000;
const MAX_ANSWERS = 100;
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Heavy questions take turns, have memory of their own, and are answered once for all who ask the same; all others go
 * straight to the store. The time that a question may take counts from when it is asked.
 */
export class QueuedAnalyticsStore implements AnalyticsStore {
  readonly #store: AnalyticsStore;
  readonly #memory: QueryMemoryBudget;
  readonly #lanes = new QueryScheduler({ lanes: LANES, maxWaitingEach: MAX_WAITING_EACH });
  readonly #shared: SharedAnswers<JsonResult>;

  /** `generation` is another number whenever an answer could be another one. */
  constructor(store: AnalyticsStore, memory: QueryMemoryBudget, generation: () => number) {
    this.#store = store;
    this.#memory = memory;
    this.#shared = new SharedAnswers({
      freshMs: FRESH_MS,
      unchangedMs: UNCHANGED_MS,
      maxAnswers: MAX_ANSWERS,
      maxCharacters: MAX_CHARACTERS,
      generation,
    });
  }

  ask<Query, Result>(kind: QueryKind<Query, Result>, query: Query, options: AskOptions = {}): Promise<Result> {
    switch (kind.cost) {
      case 'light':
        return this.#store.ask(kind, query, options);
      case 'wide':
        return this.#inTurn((query as Scoped).scope.projectId, kind, query, options);
      case 'heavy':
        return this.#askHeavy(kind as QueryKind<Query, never>, query, options) as Promise<Result>;
      case 'export':
        return this.#memory.during((pressure) =>
          this.#store.ask(kind, query, { ...options, signal: eitherOf(pressure, options.signal) }),
        );
    }
  }

  status(): StoreStatus {
    return this.#store.status();
  }

  #askHeavy<Query>(
    kind: QueryKind<Query, JsonResult>,
    query: Query,
    { signal, timeLimitMs = TIME_LIMIT_MS }: AskOptions,
  ): Promise<JsonResult> {
    const key = createHash('sha256')
      .update(JSON.stringify([kind.name, query, timeLimitMs]))
      .digest('base64');
    const owner = (query as Scoped).scope.projectId;
    return this.#shared.ask(key, signal, (shared) =>
      this.#inTurn(owner, kind, query, { timeLimitMs, ...(shared === undefined ? {} : { signal: shared }) }),
    );
  }

  #inTurn<Query, Result>(
    owner: string,
    kind: QueryKind<Query, Result>,
    query: Query,
    { timeLimitMs = TIME_LIMIT_MS, ...options }: AskOptions,
  ): Promise<Result> {
    const endsAt = performance.now() + timeLimitMs;
    return this.#lanes.run({ owner, ...options, patienceMs: timeLimitMs }, () =>
      this.#memory.during((pressure) => {
        const leftMs = endsAt - performance.now();
        if (leftMs <= 0) throw new StoreUnavailable('other queries took too long: ask again later');
        return this.#store.ask(kind, query, { signal: eitherOf(pressure, options.signal), timeLimitMs: leftMs });
      }),
    );
  }
}

const eitherOf = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other === undefined ? one : AbortSignal.any([one, other]);
