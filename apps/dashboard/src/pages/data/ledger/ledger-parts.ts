import type { Wire } from '@lamppost/protocol';

type Ledger = Wire['LedgerAnswer']['data'];
export type LedgerSums = Ledger['totals'];
type LedgerRow = Ledger['rows'][number];

export type LedgerPart = 'stored' | 'duplicate' | 'rejected' | 'limited' | 'invalid' | 'failed' | 'erased';

/** In the order of the sum; together they are what was received. */
export const ledgerParts: readonly LedgerPart[] = [
  'stored',
  'duplicate',
  'rejected',
  'limited',
  'invalid',
  'failed',
  'erased',
];

export interface PartWords {
  readonly label: string;
  readonly sentence: string;
}

export const partWords: Readonly<Record<LedgerPart, PartWords>> = {
  stored: { label: 'Stored', sentence: 'New, and included in queries.' },
  duplicate: {
    label: 'Duplicates',
    sentence: 'Had an id that was already received. Apps resend when a response is lost; each event counts once.',
  },
  rejected: {
    label: 'Rejected',
    sentence: 'Invalid items in otherwise accepted batches. See Failed events.',
  },
  limited: {
    label: 'Over quota',
    sentence: "In batches over the plan's limits (429). SDKs retry them.",
  },
  invalid: {
    label: 'Unreadable',
    sentence: "In requests that couldn't be parsed (400). A body that can't be parsed counts as one.",
  },
  failed: {
    label: 'Not stored',
    sentence: 'Accepted but not stored: quarantined by a schema, failed to store, or damaged on disk.',
  },
  erased: { label: 'Erased', sentence: 'From users or devices erased before the item was stored.' },
};

export interface LedgerDay {
  readonly startMs: number;
  readonly sums: Readonly<Record<LedgerPart, number>>;
  readonly received: number;
  readonly replayed: number;
  /** What the two sides of the sum differ by; 0 as it should be. */
  readonly difference: number;
}

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const;

export const sumOfParts = (sums: Pick<LedgerSums, LedgerPart>): number =>
  ledgerParts.reduce((sum, part) => sum + sums[part], 0);

/** A row for every hour or day of the answer, also for those in which nothing came. Rows of environments are added up. */
export function ledgerDays({ from, to, interval, rows }: Pick<Ledger, 'from' | 'to' | 'interval' | 'rows'>) {
  const step = stepMs[interval];
  const first = Math.floor(Date.parse(from) / step) * step;
  const byStart = new Map<number, LedgerRow[]>();
  for (const row of rows) {
    const start = Date.parse(row.hour);
    byStart.set(start, [...(byStart.get(start) ?? []), row]);
  }
  const days: LedgerDay[] = [];
  for (let startMs = first; startMs < Date.parse(to); startMs += step) days.push(dayOf(startMs, byStart.get(startMs)));
  return days as readonly LedgerDay[];
}

function dayOf(startMs: number, rows: readonly LedgerRow[] = []): LedgerDay {
  const add = (member: LedgerPart | 'received' | 'replayed'): number => rows.reduce((sum, row) => sum + row[member], 0);
  const sums = Object.fromEntries(ledgerParts.map((part) => [part, add(part)])) as Record<LedgerPart, number>;
  const received = add('received');
  return { startMs, sums, received, replayed: add('replayed'), difference: received - sumOfParts(sums) };
}

export interface ReasonRow {
  readonly id: string;
  readonly part: LedgerPart;
  readonly reason: string;
  readonly count: number;
}

/** Why what was not stored was not, the most frequent first. */
export function ledgerReasons(totals: LedgerSums): readonly ReasonRow[] {
  const { rejected_by_reason: rejected, invalid_by_reason: invalid, failed_by_kind: failed } = totals;
  const of = (part: LedgerPart, counts: Readonly<Record<string, number>>): ReasonRow[] =>
    Object.entries(counts).map(([reason, count]) => ({ id: `${part} ${reason}`, part, reason, count }));
  return [...of('rejected', rejected), ...of('invalid', invalid), ...of('failed', failed)]
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
}

/** The ledger answers at most 31 days: of a longer range its end. Short ranges are shown by the hour. */
export function ledgerInsight({ from, to }: { readonly from: string; readonly to: string }) {
  const toMs = Date.parse(to);
  const earliest = toMs - 30 * stepMs.day;
  const isCut = Date.parse(from) < earliest;
  const fromMs = Math.max(Date.parse(from), earliest);
  const interval = toMs - fromMs <= 2 * stepMs.day ? ('hour' as const) : ('day' as const);
  return { from: new Date(fromMs).toISOString(), to, interval, isCut };
}
