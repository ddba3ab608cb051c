import { expect, test } from 'vitest';
import { storedTables } from '../tables.ts';
import { addMissingColumns } from './add-columns.ts';
import { columnDefinitions } from './create-tables.ts';
import { type Layout, SINGLE_NODE } from './layout.ts';

const all = (suffix = '') =>
  Object.entries(storedTables).flatMap(([table, definition]) =>
    [...columnDefinitions(definition).keys()].map((name) => ({ table: `${table}${suffix}`, name })),
  );
const without = (suffix: string, table: string, ...names: readonly string[]) =>
  all(suffix).filter((column) => column.table !== `${table}${suffix}` || !names.includes(column.name));

test('nothing is added to tables that have every column', () => {
  expect(addMissingColumns(SINGLE_NODE, all())).toEqual([]);
});

test('a missing column is added in its place, and so is one that is computed', () => {
  expect(addMissingColumns(SINGLE_NODE, without('', 'events', 'p', 'name', 'received'))).toEqual([
    'ALTER TABLE events ADD COLUMN IF NOT EXISTS p UUID FIRST',
    'ALTER TABLE events ADD COLUMN IF NOT EXISTS name LowCardinality(String) AFTER sent_ms',
    "ALTER TABLE events ADD COLUMN IF NOT EXISTS received DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(received_ms, 'UTC') AFTER ts",
  ]);
});

test('replicated: one replica is told, and Keeper tells the others', () => {
  expect(addMissingColumns({ kind: 'replicated', cluster: 'main' }, without('', 'ledger', 'items'))).toEqual([
    'ALTER TABLE ledger ADD COLUMN IF NOT EXISTS items Int64 AFTER reason',
  ]);
});

test('sharded: first where the rows are, then where statements go', () => {
  const layout: Layout = { kind: 'sharded', cluster: 'main' };
  expect(
    addMissingColumns(layout, [...without('_local', 'ledger', 'items'), ...without('', 'ledger', 'items')]),
  ).toEqual([
    "ALTER TABLE ledger_local ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS items Int64 AFTER reason",
    "ALTER TABLE ledger ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS items Int64 AFTER reason",
  ]);
});
