import type { LiveRow } from './live-row.ts';

/** As many as are kept in memory; the oldest fall off. */
const MAX_ROWS = 10_000;

export interface LiveLog {
  /** Newest first. */
  readonly rows: readonly LiveRow[];
  /** Those that match the filter, newest first. */
  readonly shown: readonly LiveRow[];
  readonly filter: string;
}

export const emptyLog: LiveLog = { rows: [], shown: [], filter: '' };

const matches = (row: LiveRow, filter: string): boolean => filter === '' || row.haystack.includes(filter);

/** A stream tells again only what is new at the moment it is opened, and the backfill is shorter than this. */
const MAX_OF_TWO_SOURCES = 1_000;

/**
 * Takes what the stream brought, oldest first. Only these are held against the filter, not all that are kept.
 * What the backfill has brought already is not taken twice, and what is older than that goes below it.
 */
export function takeRows(log: LiveLog, fresh: readonly LiveRow[], max: number = MAX_ROWS): LiveLog {
  const known = new Set(log.rows.slice(0, MAX_OF_TWO_SOURCES).map(({ id }) => id));
  const newest = fresh.filter(({ id }) => !known.has(id)).toReversed();
  if (newest.length === 0) return log;
  if (isOlder(newest.at(-1), log.rows[0])) return withRows(log, newest, max);
  const rows = [...newest, ...log.rows].slice(0, max);
  const added = newest.filter((row) => matches(row, log.filter));
  if (log.filter === '') return { ...log, rows, shown: rows };
  if (added.length === 0 && rows.length < max) return { ...log, rows };
  return { ...log, rows, shown: [...added, ...log.shown].slice(0, max) };
}

/** Whether the backfill, or the stream before it was paused, has brought it. */
export const hasRow = (log: LiveLog, { id }: LiveRow): boolean =>
  log.rows.slice(0, MAX_OF_TWO_SOURCES).some((known) => known.id === id);

/** Takes what was stored before: what the stream told meanwhile is not taken twice, and every row finds its place. */
export function backfillRows(log: LiveLog, stored: readonly LiveRow[], max: number = MAX_ROWS): LiveLog {
  const known = new Set(log.rows.map(({ id }) => id));
  const fresh = stored.filter(({ id }) => !known.has(id));
  return fresh.length === 0 ? log : withRows(log, fresh, max);
}

const isOlder = (row: LiveRow | undefined, other: LiveRow | undefined): boolean =>
  row !== undefined && other !== undefined && row.receivedAt < other.receivedAt;

function withRows(log: LiveLog, added: readonly LiveRow[], max: number): LiveLog {
  const rows = [...log.rows, ...added].sort((a, b) => b.receivedAt.localeCompare(a.receivedAt)).slice(0, max);
  return filterRows({ ...log, rows }, log.filter);
}

export function filterRows(log: LiveLog, text: string): LiveLog {
  const filter = text.trim().toLowerCase();
  return { rows: log.rows, shown: filter === '' ? log.rows : log.rows.filter((row) => matches(row, filter)), filter };
}
