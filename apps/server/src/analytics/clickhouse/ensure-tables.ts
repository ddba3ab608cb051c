import type { ClickhouseClient } from '../../engines/clickhouse/clickhouse-client.ts';
import { addMissingColumns } from './layouts/add-columns.ts';
import { createTables } from './layouts/create-tables.ts';
import { type Layout, SINGLE_NODE } from './layouts/layout.ts';

/**
 * Makes the tables that are missing, and the columns that tables of an earlier version lack. Edges that start together do
 * no harm to each other.
 */
export async function ensureTables(client: ClickhouseClient, layout: Layout = SINGLE_NODE): Promise<void> {
  const [[database] = []] = await client.rows('SELECT currentDatabase()');
  for (const statement of createTables(layout, String(database))) await client.command(statement);
  const columns = await client.rows('SELECT table, name FROM system.columns WHERE database = currentDatabase()');
  const known = columns.map(([table, name]) => ({ table: String(table), name: String(name) }));
  for (const statement of addMissingColumns(layout, known)) await client.command(statement);
}
