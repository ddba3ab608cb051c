import { defineQuery } from './query.ts';
/** What is counted: each kind has a ledger of its own. */
export type ItemKind = 'events' | 'crashes' | 'metrics';

/**
 * What became of received items. Except for the first and the last, each item has exactly one of these:
 * received = stored + duplicate + rejected + limited + invalid + failed + erased.
 * `erased` are those that had to be forgotten before they were stored; what is erased later stays counted as stored.
 * `replayed` counts those of the failed ones that have been stored after all.
 */
export type LedgerOutcome =
  | 'received'
  | 'stored'
  | 'duplicate'
  | 'rejected'
  | 'limited'
  | 'invalid'
  | 'failed'
  | 'erased'
  | 'replayed';

/** What was received per hour of receipt, and what became of it? Of one environment, or of all of the project. */
export interface LedgerParams {
  readonly projectId: string;
  readonly environmentId?: string;
  readonly kind: ItemKind;
  readonly fromMs: number;
  readonly toMs: number;
  readonly interval: 'hour' | 'day';
}

/** A sum; those that are nothing are left out. Oldest first. */
export interface LedgerSum {
  readonly environmentId: string;
  /** Begin of the hour or day, UTC. */
  readonly startMs: number;
  readonly outcome: LedgerOutcome;
  /** Of the rejected and invalid; the kind of failure of the failed; otherwise empty. */
  readonly reason: string;
  readonly items: number;
}

export const ledgerQuery = defineQuery<LedgerParams, readonly LedgerSum[]>('ledger');
