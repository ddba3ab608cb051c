import type { ClickhouseClient, StatementOptions } from '../../../engines/clickhouse/clickhouse-client.ts';
import { alterTable } from './alter-table.ts';
import type { Layout } from './layout.ts';

/** Of ClickHouse: every replica that is up has made the change, and those that are down will. */
const UNFINISHED = 'UNFINISHED';

/** Deletes or updates rows; resolves when every replica that can be reached has rewritten its parts. */
export async function mutate(
  client: Pick<ClickhouseClient, 'command'>,
  layout: Layout,
  table: string,
  action: string,
  settings: StatementOptions['settings'] = {},
): Promise<void> {
  try {
    await client.command(alterTable(layout, table, action), { settings: { mutations_sync: '2', ...settings } });
  } catch (error) {
    // Over several shards it would hide what went wrong on another one.
    const isDone = layout.kind === 'replicated' && (error as { readonly type?: unknown }).type === UNFINISHED;
    if (!isDone) throw error;
  }
}
