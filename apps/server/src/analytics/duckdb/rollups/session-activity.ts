import type { Scope } from '../../../edge/scope.ts';
import type { TimeBuckets } from '../../time-buckets.ts';
import { quoted, timeBetween } from '../sql-text.ts';
import { activityOfRow, hashColumns, rollups, SLOT_MS, type SummedTable } from './rollup-tables.ts';

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

const inScope = ({ projectId, environmentId }: Scope): string =>
  `p = ${quoted(projectId)}::UUID AND e = ${quoted(environmentId)}::UUID`;

const SUMS = '* EXCLUDE (is_merged)';
const rowsOf = (place: 'store' | 'recent', table: SummedTable, condition: string): string =>
  `SELECT * ${hashColumns(rollups.session_activity)}
    FROM (SELECT ${activityOfRow(table)} FROM ${place}.${table} WHERE ${condition})`;

const isOf = (tables: readonly SummedTable[]): string =>
  `is_event IN (${tables.map((table) => table === 'events').join(', ')})`;

/** The hash of an id of a row of `session_activity`; NULL where that is empty, which names nobody. */
export const idKey = (id: 'user' | 'anonymous' | 'device' | 'session'): string => `nullif(${id}_key, hash(''))`;

/** What sessions have said in some tables at any time, as a table expression with the columns of `session_activity`. */
export const activityEver = (scope: Scope, tables: readonly SummedTable[] = ['events']): string =>
  `(${[
    `SELECT ${SUMS} FROM store.session_activity WHERE ${inScope(scope)} AND ${isOf(tables)}`,
    ...tables.map((table) => rowsOf('recent', table, inScope(scope))),
  ].join(' UNION ALL ')})`;

/**
 * The same of a range of time: whole slots from the sums, what is left at both ends from the rows. Every row is in one of
 * the buckets, if there are some.
 */
export function activityBetween(
  scope: Scope,
  { fromMs, toMs }: Range,
  { tables, buckets }: { readonly tables: readonly SummedTable[]; readonly buckets?: TimeBuckets | undefined },
): string {
  const [first, last] = [Math.ceil(fromMs / SLOT_MS) * SLOT_MS, Math.floor(toMs / SLOT_MS) * SLOT_MS];
  const rows = (place: 'store' | 'recent', from: number, to: number): string[] =>
    tables.map((table) => rowsOf(place, table, `${inScope(scope)} AND ${timeBetween('ts', from, to)}`));
  const sums = `SELECT ${SUMS} FROM store.session_activity
    WHERE ${inScope(scope)} AND ${timeBetween('slot', first, last)} AND ${isOf(tables)}`;
  const stored =
    first < last && (buckets === undefined || areWholeSlots(buckets))
      ? [sums, ...rows('store', fromMs, first), ...rows('store', last, toMs)]
      : rows('store', fromMs, toMs);
  return `(${[...stored, ...rows('recent', fromMs, toMs)].join(' UNION ALL ')})`;
}

/** Whether no slot is in two of them. */
const areWholeSlots = ({ starts }: TimeBuckets): boolean => starts.slice(1).every((start) => start % SLOT_MS === 0);
