import type { JsonPage, PageRequest } from '../../../../analytics/json-page.ts';
import { defineQuery } from '../../../../analytics/query.ts';
import type { Scope } from '../../../../edge/scope.ts';

export type FailedEventKind = 'rejected' | 'quarantined' | 'poison';

export interface FailedEventFilter {
  readonly kind?: FailedEventKind;
  readonly reason?: string;
  /** The event's name. */
  readonly event?: string;
}

/** Which events were refused or set apart, and why? Newest first. */
export interface FailedEventsParams {
  readonly scope: Scope;
  readonly filter: FailedEventFilter;
  readonly page: PageRequest;
}

/** How many were refused or set apart, and why? */
export interface FailedReasonsParams {
  readonly scope: Scope;
  readonly filter: Omit<FailedEventFilter, 'reason'>;
}

export interface FailedReason {
  readonly kind: FailedEventKind;
  readonly reason: string;
  readonly count: number;
  /** Those of them that have been stored after all. */
  readonly replayed: number;
  readonly firstReceivedMs: number;
  readonly lastReceivedMs: number;
}

export interface FailedReasons {
  /** Of all reasons, also of those that are not listed. */
  readonly count: number;
  readonly replayed: number;
  /** The most frequent first, at most 200. */
  readonly reasons: readonly FailedReason[];
}

export const MAX_REASONS = 200;

export const failedEventsQuery = defineQuery<FailedEventsParams, JsonPage>('failedEvents');
export const failedReasonsQuery = defineQuery<FailedReasonsParams, FailedReasons>('failedReasons');

/** From rows of (kind, reason, failed, replayed, first_ms, last_ms, all_failed, all_replayed). */
export const failedReasonsOf = (rows: readonly Readonly<Record<string, unknown>>[]): FailedReasons => ({
  count: Number(rows[0]?.all_failed ?? 0),
  replayed: Number(rows[0]?.all_replayed ?? 0),
  reasons: rows.map((row) => ({
    kind: row.kind as FailedEventKind,
    reason: String(row.reason),
    count: Number(row.failed),
    replayed: Number(row.replayed),
    firstReceivedMs: Number(row.first_ms),
    lastReceivedMs: Number(row.last_ms),
  })),
});
