import type { Row, StatementOptions } from '../../../engines/clickhouse/clickhouse-client.ts';
import type { JsonPage, PageRequest } from '../../json-page.ts';
import { rowIdOf, rowPositionOf } from '../../row-id.ts';
import type { ClickhouseReader } from '../queries/clickhouse-reader.ts';
import type { TableName } from '../tables.ts';
import { visible } from '../visible.ts';

/** One table that a page is read from. */
export interface PageParams {
  readonly table: TableName;
  readonly columns: string;
  /** The time that orders the rows, newest first; equal times are ordered by position. */
  readonly timeColumn: string;
  readonly conditions: string;
  /** Adds what other tables say of the rows that are shown. */
  readonly complete?: (rows: readonly Row[]) => Promise<readonly Row[]>;
  readonly toJson: (row: Row, id: string) => string;
  readonly settings?: StatementOptions['settings'];
}

interface FoundRow {
  readonly row: Row;
  readonly params: PageParams;
  readonly place: readonly number[];
}

const nothing: JsonPage = { rowsJson: '[]', nextCursor: null };

/** One page by keyset: a row that arrives meanwhile moves no other. Rows of several tables are merged by their times. */
export async function pageOfRows(
  reader: ClickhouseReader,
  params: PageParams | readonly PageParams[],
  { limit, cursor }: PageRequest,
  separator = ',',
): Promise<JsonPage> {
  const queries = [params].flat();
  const after = cursor === undefined ? undefined : await placeAt(reader, queries, cursor);
  if (cursor !== undefined && after === undefined) return nothing;
  const found = await Promise.all(queries.map((one) => newest(reader, one, after, limit)));
  const rows = found.flat().sort((a, b) => comparePlaces(b.place, a.place));
  const shown = await completed(rows.slice(0, limit));
  const ids = shown.map(({ row }) => idOf(row));
  const texts = shown.map(({ row, params: of }, at) => of.toJson(row, ids[at] ?? ''));
  return { rowsJson: `[${texts.join(separator)}]`, nextCursor: rows.length > limit ? (ids.at(-1) ?? null) : null };
}

async function completed(rows: readonly FoundRow[]): Promise<readonly FoundRow[]> {
  const found = new Map(rows.map((one) => [one.row, one.row]));
  for (const params of new Set(rows.map((one) => one.params))) {
    if (params.complete === undefined) continue;
    const own = rows.filter((one) => one.params === params).map(({ row }) => row);
    for (const [at, row] of (await params.complete(own)).entries()) found.set(own[at] ?? row, row);
  }
  return rows.map((one) => ({ ...one, row: found.get(one.row) ?? one.row }));
}

export const idOf = (row: Row): string =>
  rowIdOf({ logTag: Number(row.log_tag), sequence: Number(row.seq), index: Number(row.idx) });

async function newest(
  reader: ClickhouseReader,
  params: PageParams,
  after: readonly number[] | undefined,
  limit: number,
): Promise<readonly FoundRow[]> {
  const { table, columns, timeColumn, conditions, settings = {} } = params;
  const order = `${timeColumn}, log_tag, seq, idx`;
  // The first condition follows from the second, but only it lets ClickHouse skip granules.
  const isBehind = after === undefined ? '' : `AND ${timeColumn} <= ${after[0]} AND (${order}) < (${after.join(', ')})`;
  const rows = await reader.objects(
    `SELECT ${timeColumn} AS page_time_ms, log_tag, seq, idx, ${columns} FROM ${visible(table)}
      WHERE ${conditions} ${isBehind}
      ORDER BY ${order
        .split(', ')
        .map((column) => `${column} DESC`)
        .join(', ')} LIMIT ${limit + 1}`,
    { settings },
  );
  return rows.map((row) => ({ row, params, place: placeOf(row) }));
}

/** Where the row of a cursor stands; undefined when it names none. */
async function placeAt(
  reader: ClickhouseReader,
  queries: readonly PageParams[],
  cursor: string,
): Promise<readonly number[] | undefined> {
  const position = rowPositionOf(cursor);
  if (position === undefined) return undefined;
  const { logTag, sequence, index } = position;
  for (const { table, timeColumn } of queries) {
    const [row] = await reader.rows(
      `SELECT ${timeColumn} FROM ${visible(table)}
        WHERE log_tag = ${logTag} AND seq = ${sequence} AND idx = ${index} LIMIT 1`,
    );
    if (row !== undefined) return [Number(row[0]), logTag, sequence, index];
  }
  return undefined;
}

const placeOf = (row: Row): number[] => [row.page_time_ms, row.log_tag, row.seq, row.idx].map(Number);

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
