import { HOUR_MS } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import { type LedgerSum, ledgerQuery } from '../../../analytics/ledger.ts';
import type { Notices } from '../../../control/notices/notices.ts';
import type { Scope } from '../../../edge/scope.ts';

/** Failures that stop for less than this are the same ones. */
const QUIET_MS = 2 * HOUR_MS;

export interface FindFailingDeps {
  readonly store: Pick<AnalyticsStore, 'run'>;
  readonly notices: Pick<Notices, 'emitOngoing'>;
  /** Events in an hour. */
  readonly threshold: number;
}

/** Tells when so many events of this hour were rejected, quarantined or could not be loaded. */
export async function findFailing({ store, notices, threshold }: FindFailingDeps, scope: Scope, nowMs: number) {
  const fromMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const sums = await store.run(ledgerQuery, {
    ...scope,
    kind: 'events',
    fromMs,
    toMs: fromMs + HOUR_MS,
    interval: 'hour',
  });
  const counts = countFailed(sums);
  if (counts.failed < threshold) return;
  const data = { ...counts, received: sumOf(sums, ({ outcome }) => outcome === 'received'), threshold };
  await notices.emitOngoing(
    { type: 'events.failed', ...scope, data: { ...data, hour: new Date(fromMs).toISOString() }, atMs: nowMs },
    { name: `failing/${scope.environmentId}`, quietMs: QUIET_MS },
  );
}

/** What is over a limit is not counted: it is no mistake of the events. */
function countFailed(sums: readonly LedgerSum[]) {
  const rejected = sumOf(sums, ({ outcome }) => outcome === 'rejected' || outcome === 'invalid');
  const quarantined = sumOf(sums, ({ outcome, reason }) => outcome === 'failed' && reason === 'quarantined');
  const poison = sumOf(sums, ({ outcome, reason }) => outcome === 'failed' && reason !== 'quarantined');
  return { failed: rejected + quarantined + poison, rejected, quarantined, poison };
}

const sumOf = (sums: readonly LedgerSum[], isCounted: (sum: LedgerSum) => boolean): number =>
  sums.filter(isCounted).reduce((total, { items }) => total + items, 0);
