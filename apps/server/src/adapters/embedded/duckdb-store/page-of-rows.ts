import type { DuckDBConnection } from '@duckdb/node-api';
import type { JsonPage, PageRequest } from '../../../analytics/analytics-store.ts';
import { rowIdOf, rowPositionOf } from '../../../analytics/row-id.ts';
import type { Conditions } from './event-conditions.ts';

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
  { table, columns, timeColumn, conditions, toJson }: PageQuestion,
  { limit, cursor }: PageRequest,
): Promise<JsonPage> {
  if (cursor !== undefined) {
    const position = rowPositionOf(cursor);
    if (position === undefined) return nothing;
    const place = [position.logTag, BigInt(position.sequence), position.index];
    const last = `FROM store.${table} WHERE log_tag = ?::UINTEGER AND seq = ?::BIGINT AND idx = ?::UINTEGER LIMIT 1`;
    // The first condition follows from the second, but only it lets DuckDB skip row groups.
    conditions.where(`${timeColumn} <= (SELECT ${timeColumn} ${last})`, ...place);
    conditions.where(
      `(${timeColumn}, log_tag, seq, idx) < (SELECT (${timeColumn}, log_tag, seq, idx) ${last})`,
      ...place,
    );
  }
  const result = await connection.run(
    `SELECT log_tag, seq, idx, ${columns} FROM store.${table} WHERE ${conditions.sql}
      ORDER BY ${timeColumn} DESC, log_tag DESC, seq DESC, idx DESC LIMIT ${limit + 1}`,
    conditions.values,
  );
  const rows: Row[] = await result.getRowObjectsJS();
  const shown = rows.slice(0, limit);
  const ids = shown.map((row) =>
    rowIdOf({ logTag: Number(row.log_tag), sequence: Number(row.seq), index: Number(row.idx) }),
  );
  const texts = shown.map((row, at) => toJson(row, ids[at] ?? ''));
  return { rowsJson: `[${texts.join(',')}]`, nextCursor: rows.length > limit ? (ids.at(-1) ?? null) : null };
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
