import { invalidField, type Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { LedgerSum } from '../../analytics/ledger.ts';
import { ledgerQuery } from '../../analytics/ledger.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { handle } from '../../http/request/handle.ts';
import { timeOf } from '../../http/request/time-of.ts';
import { isoTime } from '../../http/request/wire-time.ts';

const intervalMs = { hour: 3_600_000, day: 86_400_000 } as const;
const MAX_DAYS = 31;

type Sums = Wire['LedgerAnswer']['data']['totals'];
type Row = Wire['LedgerAnswer']['data']['rows'][number];

/** What came in, and what became of it. */
export function registerLedgerRoute(fastify: FastifyInstance, store: AnalyticsStore, state: EdgeState): void {
  handle(fastify, 'usageLedger', async ({ access, query, receivedAtMs }) => {
    const { kind = 'events', interval = 'hour', environment_id: environment } = query;
    const range = rangeOf(query, intervalMs[interval], receivedAtMs);
    const sums = await store.run(ledgerQuery, {
      projectId: access.projectId,
      kind,
      interval,
      ...range,
      ...(environment === undefined && access.isConfined !== true
        ? {}
        : { environmentId: environmentOf(state, access, environment).id }),
    });
    const rows = rowsOf(sums);
    return {
      data: {
        kind,
        from: isoTime(range.fromMs),
        to: isoTime(range.toMs),
        interval,
        rows,
        totals: totalsOf(sums),
        balanced: rows.every(isBalanced),
      },
    };
  });
}

/** Whole hours or days that hold the asked time; the last 24 hours when none is asked for. */
function rangeOf(query: Wire['LedgerQuery'], stepMs: number, nowMs: number) {
  const toMs = Math.ceil((timeOf('to', query.to) ?? nowMs) / stepMs) * stepMs;
  const fromMs = Math.floor((timeOf('from', query.from) ?? toMs - intervalMs.day) / stepMs) * stepMs;
  if (fromMs >= toMs) throw invalidField('from', 'must be before to');
  if (toMs - fromMs > MAX_DAYS * intervalMs.day + stepMs) {
    throw invalidField('from', `must be at most ${MAX_DAYS} days before to`);
  }
  return { fromMs, toMs };
}

const isBalanced = (sums: Sums): boolean =>
  sums.received ===
  sums.stored + sums.duplicate + sums.rejected + sums.limited + sums.invalid + sums.failed + sums.erased;

function rowsOf(sums: readonly LedgerSum[]): readonly Row[] {
  const places = new Map<string, LedgerSum[]>();
  for (const sum of sums) {
    const place = `${isoTime(sum.startMs)} ${sum.environmentId}`;
    places.set(place, [...(places.get(place) ?? []), sum]);
  }
  return [...places].map(([place, ofPlace]) => {
    const [hour = '', environmentId = ''] = place.split(' ');
    return { environment_id: environmentId, hour, ...totalsOf(ofPlace) };
  });
}

function totalsOf(sums: readonly LedgerSum[]): Sums {
  const of = (outcome: LedgerSum['outcome'], reason?: string): number =>
    sums.reduce((sum, entry) => {
      const isCounted = entry.outcome === outcome && (reason === undefined || entry.reason === reason);
      return isCounted ? sum + entry.items : sum;
    }, 0);
  const byReason = (outcome: LedgerSum['outcome']): Record<string, number> => {
    const reasons = new Set(sums.filter((entry) => entry.outcome === outcome).map(({ reason }) => reason));
    return Object.fromEntries([...reasons].map((reason) => [reason, of(outcome, reason)]));
  };
  return {
    received: of('received'),
    stored: of('stored'),
    duplicate: of('duplicate'),
    rejected: of('rejected'),
    rejected_by_reason: byReason('rejected'),
    limited: of('limited'),
    invalid: of('invalid'),
    invalid_by_reason: byReason('invalid'),
    failed: of('failed'),
    failed_by_kind: {
      quarantined: of('failed', 'quarantined'),
      poison: of('failed', 'poison'),
      damaged: of('failed', 'damaged'),
    },
    erased: of('erased'),
    replayed: of('replayed'),
  };
}
