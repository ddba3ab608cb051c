import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { Layout } from './layout.ts';

type SystemTable = 'parts' | 'mutations' | 'columns';

/** Rows of the database in a system table of one replica of every shard. */
export const systemRows = (layout: Layout, table: SystemTable): string =>
  layout.kind === 'sharded'
    ? `cluster(${quoted(layout.cluster)}, system.${table}) WHERE database = ${OWN_DATABASE}`
    : `system.${table} WHERE database = currentDatabase()`;

/** Of every replica; the statement fails while one of them is down. */
export const systemRowsEverywhere = (layout: Layout, table: SystemTable): string =>
  layout.kind === 'single'
    ? systemRows(layout, table)
    : `clusterAllReplicas(${quoted(layout.cluster)}, system.${table}) WHERE database = ${OWN_DATABASE}`;

/** Of the server that was asked: another one would answer with its default. */
const OWN_DATABASE = '(SELECT currentDatabase())';
