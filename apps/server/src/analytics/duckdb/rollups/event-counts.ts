import { timeBetween, timeLiteral } from '../sql-text.ts';
import { COUNT_OF_EVENT, SLOT_MS } from './rollup-tables.ts';

/**
 * How many events there are of each name, as a table expression with the columns of `event_counts` and for each of
 * `sinceMs` a column `since_<place>`: how many of them were received since then. To be used with conditions on p, e and
 * name only.
 */
export function eventCounts(sinceMs: readonly number[]): string {
  const wholeFrom = sinceMs.map((ms) => timeLiteral(Math.ceil(ms / SLOT_MS) * SLOT_MS));
  const since = (of: (place: number) => string): string =>
    sinceMs.map((_, place) => `, ${of(place)} AS since_${place}`).join('');
  // Of the slots that begin before.
  const rest = sinceMs.map(
    (ms, place) => `SELECT * REPLACE (0 AS items) ${since((other) => (other === place ? '1' : '0'))}
      FROM (SELECT ${COUNT_OF_EVENT} FROM store.events WHERE received >= ${timeLiteral(ms)} AND received < ${wholeFrom[place]})`,
  );
  return `(${[
    `SELECT * EXCLUDE (is_merged) ${since((place) => `CASE WHEN received_slot >= ${wholeFrom[place]} THEN items ELSE 0 END`)}
      FROM store.event_counts`,
    ...rest,
    `SELECT ${COUNT_OF_EVENT} ${since((place) => `(received >= ${timeLiteral(sinceMs[place] ?? 0)})::BIGINT`)} FROM recent.events`,
  ].join(' UNION ALL ')})`;
}

/** The same of events that were received in a range of time: whole slots from the sums, the rest from the rows. */
export function eventCountsReceived({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): string {
  const [first, last] = [Math.ceil(fromMs / SLOT_MS) * SLOT_MS, Math.floor(toMs / SLOT_MS) * SLOT_MS];
  const rows = (place: 'store' | 'recent', from: number, to: number): string =>
    `SELECT ${COUNT_OF_EVENT} FROM ${place}.events WHERE ${timeBetween('received', from, to)}`;
  const sums = `SELECT * EXCLUDE (is_merged) FROM store.event_counts WHERE ${timeBetween('received_slot', first, last)}`;
  const stored =
    first < last ? [sums, rows('store', fromMs, first), rows('store', last, toMs)] : [rows('store', fromMs, toMs)];
  return `(${[...stored, rows('recent', fromMs, toMs)].join(' UNION ALL ')})`;
}
