import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import type { KnownLinks } from '../../duckdb/deduplication/event-links.ts';
import { quoted } from '../../duckdb/sql-text.ts';
import { type VisibleAttempts, visibleParams, visible as visibleRows } from '../visible.ts';

export interface KnownRowsOptions {
  readonly client: ClickhouseClient;
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly visible: VisibleAttempts;
  readonly links: KnownLinks;
  /** Which rows of these tables are meant. */
  readonly condition: string;
}

/** Links are read in parts, so that no more of them than this is held at once. */
const LINKS_A_PART = 1_000_000;

/** What every load must know of the store: whom erasures mean, what has expired, and which links there are. */
export async function readKnownRows(options: KnownRowsOptions): Promise<void> {
  const { client, connection, visible, links, condition } = options;
  const time = (column: string): string => `make_timestamp_ms(${column}_ms)::TIMESTAMP_MS AS ${column}`;
  await readInto(options, `SELECT * FROM ${visibleRows('erasures')} WHERE ${condition}`, async (source) => {
    await connection.run(`INSERT INTO store.erasures BY NAME SELECT id, p, e, log_tag, seq, ${time('received')}, id_kind,
      id_hash FROM ${source}`);
  });
  await readInto(
    options,
    `SELECT * FROM ${visibleRows('removals')} WHERE kind = 'expire' AND ${condition}`,
    async (source) => {
      await connection.run(`INSERT INTO store.removals BY NAME SELECT id, p, e, kind, ${time('received')}, ${time('until')},
      true AS is_scrubbed FROM ${source}`);
    },
  );
  const params = visibleParams(visible);
  const [[count] = []] = await client.rows(`SELECT count() FROM ${visibleRows('links')} WHERE ${condition}`, {
    params,
  });
  const parts = Math.max(1, Math.ceil(Number(count) / LINKS_A_PART));
  for (let part = 0; part < parts; part++) {
    const sql = `SELECT e, anonymous_id, user_id, min(linked_at_ms) AS linked_at_ms FROM ${visibleRows('links')}
      WHERE ${condition} AND anonymous_id IS NOT NULL AND user_id IS NOT NULL AND cityHash64(anonymous_id) % ${parts} = ${part}
      GROUP BY e, anonymous_id, user_id`;
    await readInto(options, sql, (source) =>
      links.addFrom(connection, `(SELECT e, anonymous_id, user_id, ${time('linked_at')} FROM ${source})`),
    );
  }
}

async function readInto(
  { client, folder, visible }: KnownRowsOptions,
  sql: string,
  read: (source: string) => Promise<void>,
): Promise<void> {
  const file = join(folder, 'known.parquet');
  const settings = { output_format_parquet_string_as_string: 1 } as const;
  const answer = await client.bytes(`${sql} FORMAT Parquet`, { params: visibleParams(visible), settings });
  await pipeline(answer, createWriteStream(file));
  await read(`(SELECT * FROM read_parquet(${quoted(file)}))`);
  await rm(file, { force: true });
}
