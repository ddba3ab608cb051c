import { quoted, quotedName } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { storedTables, type Table } from '../tables.ts';
import { type Layout, onCluster, storedTable } from './layout.ts';

/** What a restart of the machine must not take: an insert is answered when its bytes are on disk. */
const DURABLE = 'fsync_after_insert = 1, fsync_part_directory = 1, allow_nullable_key = 1';

/** The same on every replica of a shard, and for one that joins later: a path with the table's UUID would not be. */
const REPLICATED = "ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')";

export const createDatabase = (layout: Layout, database: string): string =>
  `CREATE DATABASE IF NOT EXISTS ${quotedName(database)}${onCluster(layout)}`;

/** The statements that make every table where it is missing; `database` is the one that they run in. */
export const createTables = (layout: Layout, database: string): readonly string[] =>
  Object.entries(storedTables).flatMap(([name, table]) =>
    layout.kind === 'sharded'
      ? [createTable(layout, name, table), createRoute(layout.cluster, layout, name, table, database)]
      : [createTable(layout, name, table)],
  );

/** As it stands behind CREATE TABLE and ADD COLUMN. */
export const columnDefinitions = ({ columns, aliases = {} }: Table): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(columns).map(([column, type]) => [column, `${column} ${type}`] as const),
    ...Object.entries(aliases).map(([column, sql]) => [column, `${column} DateTime64(3, 'UTC') ALIAS ${sql}`] as const),
  ]);

function createTable(layout: Layout, name: string, table: Table): string {
  const { partitionBy, orderBy, indexes = [] } = table;
  const definitions = [...columnDefinitions(table).values(), ...indexes];
  const partition = partitionBy === undefined ? '' : `PARTITION BY ${partitionBy}`;
  const engine = layout.kind === 'single' ? 'MergeTree' : REPLICATED;
  return `CREATE TABLE IF NOT EXISTS ${storedTable(layout, name)}${onCluster(layout)} (${definitions.join(', ')}) ENGINE = ${engine} ${partition}
    ORDER BY (${orderBy}) SETTINGS ${DURABLE}`;
}

/** The table that statements name: all rows of a project are on one shard, and all lines of a segment. */
function createRoute(cluster: string, layout: Layout, name: string, { columns }: Table, database: string): string {
  const stored = storedTable(layout, name);
  const key = 'p' in columns ? 'p' : 'log_id';
  return `CREATE TABLE IF NOT EXISTS ${name}${onCluster(layout)} AS ${quotedName(database)}.${stored}
    ENGINE = Distributed(${quoted(cluster)}, ${quoted(database)}, ${quoted(stored)}, cityHash64(${key}))`;
}
