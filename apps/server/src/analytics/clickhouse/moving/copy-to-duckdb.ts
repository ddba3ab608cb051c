import { createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { quoted } from '../../duckdb/sql-text.ts';
import { copiedTables } from '../loading/write-parquet.ts';
import { type Table, type TableName, tables } from '../tables.ts';
import { type VisibleAttempts, visible, visibleParams } from '../visible.ts';

export interface FetchRowsOptions {
  readonly client: ClickhouseClient;
  readonly visible: VisibleAttempts;
  readonly folder: string;
  readonly onProgress: (doneRows: number, allRows: number) => void;
}

interface Part {
  readonly table: TableName;
  readonly file: string;
  readonly condition: string;
  readonly rows: number;
}

const ROWS_A_PART = 500_000;
const FETCH_LIMIT_MS = 600_000;
const withTimes: readonly TableName[] = ['events', 'metrics', 'crashes', 'failed_events'];

/** Fetches every row that counts, as files. One that was interrupted goes on where it was. */
export async function fetchRows(options: FetchRowsOptions): Promise<readonly Part[]> {
  const { client, visible: attempts, onProgress } = options;
  const parts: Part[] = [];
  for (const table of [...copiedTables, 'seen'] as const) parts.push(...(await partsOf(options, table)));
  const allRows = parts.reduce((sum, { rows }) => sum + rows, 0);
  let doneRows = 0;
  for (const { table, file, condition, rows } of parts) {
    if (!existsSync(file)) {
      const order = 'log_tag' in tables[table].columns ? 'ORDER BY log_tag, seq, idx' : '';
      const answer = await client.bytes(
        `SELECT * EXCEPT (attempt) FROM ${visible(table)} WHERE ${condition} ${order} FORMAT Parquet`,
        { params: visibleParams(attempts), signal: AbortSignal.timeout(FETCH_LIMIT_MS) },
      );
      await pipeline(answer, createWriteStream(`${file}.tmp`));
      await rename(`${file}.tmp`, file);
    }
    doneRows += rows;
    onProgress(doneRows, allRows);
  }
  return parts;
}

/** Large tables by the time of receipt. */
async function partsOf({ client, visible: attempts, folder }: FetchRowsOptions, table: TableName): Promise<Part[]> {
  const params = visibleParams(attempts);
  const fileOf = (at: number): string => join(folder, `${table}-${at}.parquet`);
  const isErased = table === 'seen' ? "stored_in = 'erased'" : 'true';
  const [[count] = []] = await client.rows(`SELECT count() FROM ${visible(table)} WHERE ${isErased}`, { params });
  const rows = Number(count);
  if (rows === 0) return [];
  const parts = withTimes.includes(table) ? Math.ceil(rows / ROWS_A_PART) : 1;
  if (parts === 1) return [{ table, file: fileOf(0), condition: isErased, rows }];
  const steps = Array.from({ length: parts - 1 }, (_, at) => (at + 1) / parts);
  const [[bounds] = []] = await client.rows(
    `SELECT quantilesExact(${steps.join(', ')})(received_ms) FROM ${visible(table)}`,
    { params },
  );
  const edges = [...new Set((bounds as readonly number[]).map(Number))];
  return [...edges, undefined].map((end, at) => {
    const start = edges[at - 1];
    const from = start === undefined ? 'true' : `received_ms >= ${start}`;
    const until = end === undefined ? 'true' : `received_ms < ${end}`;
    return { table, file: fileOf(at), condition: `${from} AND ${until}`, rows: Math.round(rows / (edges.length + 1)) };
  });
}

/** Puts the fetched rows into a new store. */
export async function insertRows(connection: DuckDBConnection, parts: readonly Part[]): Promise<void> {
  for (const { table, file } of parts) {
    const source = `read_parquet(${quoted(file)})`;
    if (table === 'seen') {
      await connection.run(`INSERT INTO store.erased_ids BY NAME
        SELECT p, e, h, make_timestamp_ms(received_ms)::TIMESTAMP_MS AS received FROM ${source}`);
      continue;
    }
    const { columns }: Table = tables[table];
    const selected = Object.keys(columns)
      .filter((column) => column !== 'attempt')
      .map((column) =>
        column.endsWith('_ms') && column !== 'value_ms'
          ? `make_timestamp_ms(${column})::TIMESTAMP_MS AS "${column.slice(0, -'_ms'.length)}"`
          : `"${column}"`,
      );
    await connection.run(`INSERT INTO store.${table} BY NAME SELECT ${selected.join(', ')} FROM ${source}`);
  }
}
