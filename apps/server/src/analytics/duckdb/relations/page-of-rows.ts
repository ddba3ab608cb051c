import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { JsonPage, PageRequest } from '../../json-page.ts';
import { rowIdOf, rowPositionOf } from '../../row-id.ts';
import { type Destination, everywhere } from '../recent-rows.ts';
import type { Conditions } from './event-conditions.ts';

export type Row = Readonly<Record<string, unknown>>;

/** One table that a page is read from. */
export interface PageParams {
  readonly table: string;
  readonly columns: string;
  /** The time that orders the rows, newest first; equal times are ordered by position. */
  readonly timeColumn: string;
  readonly conditions: Conditions;
  readonly toJson: (row: Row, id: string) => string;
  /** Looking at every row would take long: the latest hour is looked at first, then more and more. */
  readonly isCostly?: boolean;
}

interface FoundRow {
  readonly row: Row;
  readonly params: PageParams;
  readonly place: readonly number[];
}

const nothing: JsonPage = { rowsJson: '[]', nextCursor: null };

/** One page by keyset: a row that arrives meanwhile moves no other. Rows of several tables are merged by their times. */
export async function pageOfRows(
  connection: DuckDBConnection,
  params: PageParams | readonly PageParams[],
  { limit, cursor }: PageRequest,
  separator = ',',
): Promise<JsonPage> {
  const queries = [params].flat();
  if (cursor !== undefined && !(await continueBehind(connection, queries, cursor))) return nothing;
  // Asked one by one and merged here, because DuckDB fetches wide columns late only for a table by itself.
  const rows: FoundRow[] = [];
  for (const one of queries) {
    for (const place of ['store', 'recent'] as const) rows.push(...(await newest(connection, one, place, limit)));
  }
  rows.sort((a, b) => comparePlaces(b.place, a.place));
  const shown = rows.slice(0, limit);
  const ids = shown.map(({ row }) =>
    rowIdOf({ logTag: Number(row.log_tag), sequence: Number(row.seq), index: Number(row.idx) }),
  );
  const texts = shown.map(({ row, params: of }, at) => of.toJson(row, ids[at] ?? ''));
  return { rowsJson: `[${texts.join(separator)}]`, nextCursor: rows.length > limit ? (ids.at(-1) ?? null) : null };
}

async function newest(
  connection: DuckDBConnection,
  params: PageParams,
  place: Destination,
  limit: number,
): Promise<readonly FoundRow[]> {
  const fromTimesMs = params.isCostly === true ? await windowsOf(connection, params, place) : [];
  // Each is four times the one before, so looking at its rows again adds a third at most.
  for (const fromMs of fromTimesMs) {
    const rows = await newestSince(connection, params, place, limit, fromMs);
    if (rows.length > limit) return rows;
  }
  return newestSince(connection, params, place, limit);
}

const FIRST_WINDOW_MS = 3_600_000;

/** Where windows begin that hold more and more of the rows, but never all. */
async function windowsOf(
  connection: DuckDBConnection,
  { table, timeColumn, conditions }: PageParams,
  place: Destination,
): Promise<readonly number[]> {
  const result = await connection.run(
    `SELECT epoch_ms(max(${timeColumn})), epoch_ms(min(${timeColumn})) FROM ${place}.${table} WHERE ${conditions.cheapSql}`,
    conditions.values,
  );
  const [[newestMs, oldestMs] = []] = await result.getRowsJS();
  const windows: number[] = [];
  for (let widthMs = FIRST_WINDOW_MS; Number(newestMs) - widthMs > Number(oldestMs); widthMs *= 4) {
    windows.push(Number(newestMs) - widthMs);
  }
  return windows;
}

async function newestSince(
  connection: DuckDBConnection,
  params: PageParams,
  place: Destination,
  limit: number,
  fromMs?: number,
): Promise<readonly FoundRow[]> {
  const { table, columns, timeColumn, conditions } = params;
  const isInWindow =
    fromMs === undefined ? '' : `${timeColumn} >= make_timestamp_ms(${Math.trunc(fromMs)})::TIMESTAMP_MS AND`;
  const result = await connection.run(
    `SELECT epoch_ms(${timeColumn}) AS time_ms, log_tag, seq, idx, ${columns} FROM ${place}.${table}
      WHERE ${isInWindow} ${conditions.sql} ORDER BY ${timeColumn} DESC, log_tag DESC, seq DESC, idx DESC LIMIT ${limit + 1}`,
    conditions.values,
  );
  return (await result.getRowObjectsJS()).map((row) => ({ row, params, place: placeOf(row) }));
}

/** Adds the conditions for rows behind the cursor; false when it names no row. */
async function continueBehind(
  connection: DuckDBConnection,
  queries: readonly PageParams[],
  cursor: string,
): Promise<boolean> {
  const position = rowPositionOf(cursor);
  if (position === undefined) return false;
  const place = [position.logTag, BigInt(position.sequence), position.index];
  const timeMs = await timeAt(connection, queries, place);
  if (timeMs === undefined) return false;
  const time = 'make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS';
  for (const { timeColumn, conditions } of queries) {
    // The first condition follows from the second, but only it lets DuckDB skip row groups.
    conditions.where(`${timeColumn} <= ${time}`, timeMs);
    conditions.where(
      `(${timeColumn}, log_tag, seq, idx) < (${time}, ?::UINTEGER, ?::BIGINT, ?::UINTEGER)`,
      timeMs,
      ...place,
    );
  }
  return true;
}

async function timeAt(
  connection: DuckDBConnection,
  queries: readonly PageParams[],
  place: readonly DuckDBValue[],
): Promise<bigint | undefined> {
  for (const { table, timeColumn } of queries) {
    const found = await connection.run(
      `SELECT epoch_ms(${timeColumn}) FROM ${everywhere(table)}
        WHERE log_tag = ?::UINTEGER AND seq = ?::BIGINT AND idx = ?::UINTEGER LIMIT 1`,
      [...place],
    );
    const [[timeMs] = []] = await found.getRowsJS();
    if (timeMs !== undefined) return timeMs as bigint;
  }
  return undefined;
}

const placeOf = (row: Row): number[] => [row.time_ms, row.log_tag, row.seq, row.idx].map(Number);

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
