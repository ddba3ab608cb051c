import type { QueryKind } from './query.ts';

/** The store cannot answer now (starting, rebuilding, restarted): ask again later. Never the asker's fault. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

/** Why a store in this state does not answer. */
export function unavailability(state: StoreStatus['state'], rebuiltShare: number | undefined): string {
  if (state === 'stalled') return "the analytics store isn't responding";
  if (rebuiltShare === undefined) return `the store is ${state}`;
  return `the analytics store is being rebuilt from the log (${Math.floor(rebuiltShare * 100)} %)`;
}

/** The query itself is wrong and would be wrong again. */
export class QueryRejected extends Error {
  /** The part of the query that is wrong, in the words of the wire. */
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.name = 'QueryRejected';
    this.field = field;
  }
}

/** The query took more time or memory than one query may have. */
export class QueryTooHeavy extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QueryTooHeavy';
  }
}

export interface QueryOptions {
  /** The client is no longer waiting: the work on it ends. */
  readonly signal?: AbortSignal;
  /** After which the query is given up as too heavy. */
  readonly timeLimitMs?: number;
}

export interface StoreStatus {
  /** `stalled`: its process is there and has not been heard of for some seconds. */
  readonly state: 'starting' | 'rebuilding' | 'ready' | 'stalled' | 'down';
  /** Share of the log that a rebuild has loaded, 0 to 1. */
  readonly rebuiltShare?: number;
  /** Another one whenever an answer could be another one; absent while that is not known. */
  readonly generation?: string;
  readonly counters: StoreCounters;
}

/** Running totals since the store was created; they survive restarts because they live in the store. */
export interface StoreCounters {
  readonly storedEvents: number;
  readonly duplicateEvents: number;
  readonly failedEvents: number;
  readonly storedCrashes: number;
  readonly duplicateCrashes: number;
  readonly storedMetrics: number;
  readonly duplicateMetrics: number;
  /** Records of the log that were acknowledged but can no longer be read. */
  readonly damagedRecords: number;
  /** Events that are known to have been in them. */
  readonly lostEvents: number;
  /** Those of the damaged records of which it is not known how many events they held. */
  readonly uncountedRecords: number;
  /** Items whose outcomes did not add up to what was received: a defect. */
  readonly unbalancedItems: number;
  /** Rows that stood in a damaged part of a checkpoint when the store was built from it. */
  readonly lostRows: number;
}

/**
 * Answers queries about what was collected.
 *
 * Every adapter keeps these promises; analytics-store.contract.ts checks them:
 * - an event id counts once per environment, the first in log order wins;
 * - loading the same segment again changes nothing;
 * - answers hold only rows of the asked scope; lists are newest first, and pages neither repeat nor skip a row;
 * - a query that cannot be answered now rejects with StoreUnavailable, a wrong one with QuestionRefused, one that
 *   takes too long with QuestionTooHeavy, one that nobody waits for with the signal's reason.
 */
export interface AnalyticsStore {
  run<Query, Result>(kind: QueryKind<Query, Result>, query: Query, options?: QueryOptions): Promise<Result>;
  status(): StoreStatus;
}
