import { expect, test } from 'vitest';
import { storedTables } from '../tables.ts';
import { createDatabase, createTables } from './create-tables.ts';
import { type Layout, SINGLE_NODE } from './layout.ts';

const replicated: Layout = { kind: 'replicated', cluster: 'main' };
const sharded: Layout = { kind: 'sharded', cluster: 'main' };

const columns =
  'p UUID, e UUID, log_tag UInt32, seq Int64, idx UInt32, failed_log_tag UInt32, failed_seq Int64, failed_idx UInt32, replayed_ms Int64, attempt UInt64';
const rest = `ORDER BY (p, e, failed_log_tag, failed_seq, failed_idx) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, allow_nullable_key = 1`;
const engine = "ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')";

const statementsOf = (layout: Layout, table: string): readonly string[] =>
  createTables(layout, 'lamppost').filter((sql) =>
    new RegExp(`^CREATE TABLE IF NOT EXISTS ${table}(_local)? `).test(sql),
  );

test('one server: plain tables, and nothing of a cluster', () => {
  expect(statementsOf(SINGLE_NODE, 'replays')).toEqual([
    `CREATE TABLE IF NOT EXISTS replays (${columns}) ENGINE = MergeTree \n    ${rest}`,
  ]);
  expect(statementsOf(SINGLE_NODE, 'landing')).toEqual([
    `CREATE TABLE IF NOT EXISTS landing (log_id UUID, number Int64, line UInt32, shipped_ms Int64, bytes String CODEC(ZSTD(1))) ENGINE = MergeTree PARTITION BY intDiv(shipped_ms, 600000)
    ORDER BY (log_id, number, line) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, allow_nullable_key = 1`,
  ]);
  expect(createTables(SINGLE_NODE, 'lamppost').join('\n')).not.toMatch(/ON CLUSTER|Replicated|Distributed/);
});

test('replicated: the same names on every server, kept alike by Keeper', () => {
  expect(statementsOf(replicated, 'replays')).toEqual([
    `CREATE TABLE IF NOT EXISTS replays ON CLUSTER 'main' (${columns}) ENGINE = ${engine} \n    ${rest}`,
  ]);
});

test('sharded: rows in local tables, and a table that leads to the shard of a project', () => {
  expect(statementsOf(sharded, 'replays')).toEqual([
    `CREATE TABLE IF NOT EXISTS replays_local ON CLUSTER 'main' (${columns}) ENGINE = ${engine} \n    ${rest}`,
    `CREATE TABLE IF NOT EXISTS replays ON CLUSTER 'main' AS \`lamppost\`.replays_local
    ENGINE = Distributed('main', 'lamppost', 'replays_local', cityHash64(p))`,
  ]);
});

test('sharded: everything of a project, and every line of a segment, is on one shard', () => {
  const keys = createTables(sharded, 'lamppost').flatMap(
    (sql) => /^CREATE TABLE IF NOT EXISTS (\w+).*cityHash64\((\w+)\)\)$/s.exec(sql)?.slice(1) ?? [],
  );
  const keyOf = Object.fromEntries(
    Array.from({ length: keys.length / 2 }, (_, at) => [keys[2 * at], keys[2 * at + 1]]),
  );
  expect(keyOf).toEqual(
    Object.fromEntries(
      Object.keys(storedTables).map((name) => [name, ['landing', 'log_damage'].includes(name) ? 'log_id' : 'p']),
    ),
  );
});

test('a name that needs it is quoted', () => {
  expect(createDatabase({ kind: 'replicated', cluster: "it's" }, 'a`b')).toBe(
    "CREATE DATABASE IF NOT EXISTS `a\\`b` ON CLUSTER 'it\\'s'",
  );
  expect(createDatabase(SINGLE_NODE, 'lamppost')).toBe('CREATE DATABASE IF NOT EXISTS `lamppost`');
});
