import type { DuckDBConnection } from '@duckdb/node-api';
import type { JsonPage, PageRequest } from '../../../analytics/json-page.ts';
import { rowIdOf, rowPositionOf } from '../../../analytics/row-id.ts';
import type { Conditions } from './event-conditions.ts';
import { type Destination, everywhere } from './recent-rows.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface PageQuestion {
  readonly table: string;
  readonly columns: string;
  /** The time that orders the rows, newest first; equal times are ordered by position. */
  readonly timeColumn: string;
  readonly conditions: Conditions;
  readonly toJson: (row: Row, id: string) => string;
}

const nothing: JsonPage = { rowsJson: '[]', nextCursor: null };

/** One page by keyset: a row that arrives meanwhile moves no other. */
export async function pageOfRows(
  connection: DuckDBConnection,
  question: PageQuestion,
  { limit, cursor }: PageRequest,
): Promise<JsonPage> {
  if (cursor !== undefined && !(await continueBehind(connection, question, cursor))) return nothing;
  // Asked one by one and merged here, because DuckDB fetches wide columns late only for a table by itself.
  const rows = [
    ...(await newest(connection, question, 'store', limit)),
    ...(await newest(connection, question, 'recent', limit)),
  ];
  rows.sort((a, b) => comparePlaces(placeOf(b), placeOf(a)));
  const shown = rows.slice(0, limit);
  const ids = shown.map((row) =>
    rowIdOf({ logTag: Number(row.log_tag), sequence: Number(row.seq), index: Number(row.idx) }),
  );
  const texts = shown.map((row, at) => question.toJson(row, ids[at] ?? ''));
  return { rowsJson: `[${texts.join(',')}]`, nextCursor: rows.length > limit ? (ids.at(-1) ?? null) : null };
}

async function newest(
  connection: DuckDBConnection,
  { table, columns, timeColumn, conditions }: PageQuestion,
  place: Destination,
  limit: number,
): Promise<readonly Row[]> {
  const result = await connection.run(
    `SELECT epoch_ms(${timeColumn}) AS time_ms, log_tag, seq, idx, ${columns} FROM ${place}.${table}
      WHERE ${conditions.sql} ORDER BY ${timeColumn} DESC, log_tag DESC, seq DESC, idx DESC LIMIT ${limit + 1}`,
    conditions.values,
  );
  return result.getRowObjectsJS();
}

/** Adds the conditions for rows behind the cursor; false when it names no row. */
async function continueBehind(
  connection: DuckDBConnection,
  { table, timeColumn, conditions }: PageQuestion,
  cursor: string,
): Promise<boolean> {
  const position = rowPositionOf(cursor);
  if (position === undefined) return false;
  const place = [position.logTag, BigInt(position.sequence), position.index];
  const found = await connection.run(
    `SELECT epoch_ms(${timeColumn}) FROM ${everywhere(table)}
      WHERE log_tag = ?::UINTEGER AND seq = ?::BIGINT AND idx = ?::UINTEGER LIMIT 1`,
    place,
  );
  const [[timeMs] = []] = await found.getRowsJS();
  if (timeMs === undefined) return false;
  const time = 'make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS';
  // The first condition follows from the second, but only it lets DuckDB skip row groups.
  conditions.where(`${timeColumn} <= ${time}`, timeMs as bigint);
  conditions.where(
    `(${timeColumn}, log_tag, seq, idx) < (${time}, ?::UINTEGER, ?::BIGINT, ?::UINTEGER)`,
    timeMs as bigint,
    ...place,
  );
  return true;
}

const placeOf = (row: Row): number[] => [row.time_ms, row.log_tag, row.seq, row.idx].map(Number);

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Members are written one by one so that stored JSON goes out as it is, digits included. */
export const jsonObject = (members: Readonly<Record<string, string>>): string =>
  `{${Object.entries(members)
    .map(([name, json]) => `"${name}":${json}`)
    .join(',')}}`;

export const jsonText = (value: unknown): string =>
  value === null || value === undefined ? 'null' : JSON.stringify(String(value));

/** A column of milliseconds since 1970. */
export const jsonTime = (value: unknown): string => JSON.stringify(new Date(Number(value)).toISOString());

export const storedJson = (value: unknown, absent: string): string =>
  typeof value === 'string' && value !== '' ? value : absent;
