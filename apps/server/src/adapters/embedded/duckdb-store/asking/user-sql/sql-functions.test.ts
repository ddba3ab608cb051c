import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { allowedFunctions, allowedTableFunctions, internalFunctions, unboundedFunctions } from './sql-functions.ts';

async function namesOf(...types: readonly string[]): Promise<Set<string>> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const result = await connection.run(
    "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE contains(?, '/' || function_type || '/')",
    [`/${types.join('/')}/`],
  );
  const names = new Set((await result.getRowsJS()).map(([name]) => String(name)));
  connection.closeSync();
  instance.closeSync();
  return names;
}

const isRefused = (name: string): boolean =>
  Object.hasOwn(unboundedFunctions, name) || internalFunctions.some((pattern) => pattern.test(name));

test('every function of DuckDB is either allowed or refused for a reason', async () => {
  const names = await namesOf('scalar', 'aggregate', 'macro');
  expect(names.size).toBeGreaterThan(500);
  expect([...names].filter((name) => !allowedFunctions.has(name) && !isRefused(name))).toEqual([]);
  expect([...names].filter((name) => allowedFunctions.has(name) && isRefused(name))).toEqual([]);
});

test('every allowed function is there', async () => {
  const names = await namesOf('scalar', 'aggregate', 'macro', 'table');
  // The parser knows these by itself.
  const built = new Set(['->', 'unnest']);
  expect([...allowedFunctions].filter((name) => !names.has(name) && !built.has(name))).toEqual([]);
});

test('of the functions that give rows only a few are allowed, none of which reads anything', async () => {
  const names = await namesOf('table', 'table_macro');
  expect([...names].filter((name) => allowedTableFunctions.has(name)).sort()).toEqual(
    ['generate_series', 'json_each', 'json_tree', 'range', 'unnest'].sort(),
  );
});
