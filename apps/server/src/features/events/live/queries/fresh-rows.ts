import type { FreshEventsParams, SentUpTo } from '../../../../analytics/live/fresh-events.ts';
import type { FreshRows } from '../../../../analytics/live/live-events.ts';
import { rowIdOf } from '../../../../analytics/row-id.ts';
import { jsonObject, jsonText, jsonTime, storedJson } from '../../../../analytics/stored-json.ts';
import { eventJson } from '../../queries/event-json.ts';

type Row = Readonly<Record<string, unknown>>;
type Watch = FreshEventsParams['watches'][number];

/** Rows of a table that a watch was not told yet. */
export interface FoundRows {
  /** The first of each log, with log_tag, seq, idx, received_ms and their place in the batch. */
  readonly rows: readonly Row[];
  readonly total: number;
}

export const noRows: FoundRows = { rows: [], total: 0 };

/** The place in the batch, of a row of any table. */
export const PLACE_BITS = 268_435_455;

/** What a watch is told of events that were stored and of those that failed. */
export function freshRowsOf(events: FoundRows, failed: FoundRows, limit: number): FreshRows {
  const rows = [
    ...events.rows.map((row) => ({ row, json: `{"status":"stored",${eventJson(row, idOf(row)).slice(1)}` })),
    ...failed.rows.map((row) => ({ row, json: failedJson(row) })),
  ];
  const reported = inOrderOfLogs(rows, limit).map(({ json }) => json);
  return { rows: reported, skipped: events.total + failed.total - reported.length };
}

/**
 * In the order of the log: by record, and within one by the position in the batch. Several logs are merged by the times
 * of receipt, since sequences of two logs say nothing about each other.
 */
function inOrderOfLogs<T extends { readonly row: Row }>(rows: readonly T[], limit: number): readonly T[] {
  const logs = new Map<number, T[]>();
  for (const one of rows.toSorted(
    ({ row: a }, { row: b }) => by('log_tag', a, b) || by('seq', a, b) || by('place', a, b),
  )) {
    const logTag = Number(one.row.log_tag);
    logs.set(logTag, [...(logs.get(logTag) ?? []), one]);
  }
  const merged: T[] = [];
  while (merged.length < limit) {
    const [first, ...others] = [...logs.values()].filter((own) => own.length > 0);
    if (first === undefined) break;
    const next = others.reduce((best, own) => (receivedMs(own) < receivedMs(best) ? own : best), first);
    merged.push(...next.splice(0, 1));
  }
  return merged;
}

const by = (column: string, a: Row, b: Row): number => Number(a[column]) - Number(b[column]);
const receivedMs = ([first]: readonly { readonly row: Row }[]): number => Number(first?.row.received_ms);

/** Where the watch that is furthest behind stands: what is new to any of them is behind it. */
export function earliestOf(watches: readonly Watch[]): readonly SentUpTo[] {
  const [first, ...others] = watches;
  return (first?.after ?? []).flatMap((one) => {
    const same = others.map(({ after }) => after.find(({ logTag }) => logTag === one.logTag));
    // A log that one of them has not heard of is looked at from its beginning.
    if (same.includes(undefined)) return [];
    return same.reduce<SentUpTo>((a, b) => earlier(a, b ?? a), one);
  });
}

const earlier = (a: SentUpTo, b: SentUpTo): SentUpTo => ({
  logTag: a.logTag,
  sequence: Math.min(a.sequence, b.sequence),
  ...(a.attempt === undefined || b.attempt === undefined ? {} : { attempt: Math.min(a.attempt, b.attempt) }),
});

const idOf = (row: Row): string =>
  rowIdOf({ logTag: Number(row.log_tag), sequence: Number(row.seq), index: Number(row.idx) });

const failedJson = (row: Row): string =>
  jsonObject({
    status: jsonText(row.kind),
    id: jsonText(idOf(row)),
    event: jsonText(row.name),
    reason: jsonText(row.reason),
    raw: storedJson(row.raw, 'null'),
    received_at: jsonTime(row.received_ms),
  });
