import type { ClickhouseClient } from '../../engines/clickhouse/clickhouse-client.ts';
import { createTables } from './tables.ts';

/** Makes the tables that are missing. Edges that start together do no harm to each other. */
export async function ensureTables(client: ClickhouseClient): Promise<void> {
  for (const statement of createTables) await client.command(statement);
}
