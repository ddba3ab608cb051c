import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import {
  allowedFunctions,
  allowedTableFunctions,
  growthOf,
  internalFunctions,
  repeatedArguments,
  unboundedFunctions,
} from './sql-functions.ts';

async function rowsOf(sql: string): Promise<string[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = (await (await connection.run(sql)).getRowsJS()) as string[][];
  connection.closeSync();
  instance.closeSync();
  return rows;
}

async function namesOf(...types: readonly string[]): Promise<Set<string>> {
  const listed = types.map((type) => `'${type}'`).join(', ');
  const rows = await rowsOf(
    `SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type IN (${listed})`,
  );
  return new Set(rows.map(([name]) => String(name)));
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

test('no function that makes texts, lists or structs is said to be of fixed size', async () => {
  const types = `^(BOOLEAN|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DATE|TIME.*|INTERVAL|UUID|DECIMAL.*|BIGNUM)$`;
  const rows = await rowsOf(`SELECT DISTINCT lower(function_name) FROM duckdb_functions()
    WHERE function_type IN ('scalar', 'aggregate') AND NOT regexp_matches(coalesce(return_type, ''), '${types}')`);
  const said = rows.flat().filter((name) => ['fixed', 'slow'].includes(growthOf(name)?.kind ?? ''));
  // As long as the statement has it, three numbers, or as many as were asked for.
  const short = 'approx_quantile array_cross_product date_part datepart get_type struct_keys typeof union_tag'.split(
    ' ',
  );
  const pathsInJson = ['json_array_length', 'json_exists', 'json_type'];
  expect(said.filter((name) => ![...short, ...pathsInJson].includes(name)).sort()).toEqual([]);
});

test('every macro that names an argument more than once is known', async () => {
  const macros = await rowsOf(
    "SELECT lower(function_name), parameters::VARCHAR, macro_definition FROM duckdb_functions() WHERE function_type = 'macro'",
  );
  const repeating = macros.filter(([name = '', parameters = '', definition = '']) => {
    const names = parameters
      .slice(1, -1)
      .split(', ')
      .filter((parameter) => parameter !== '');
    const uses = names.map((parameter) => definition.match(new RegExp(`\\b${parameter}\\b`, 'g'))?.length ?? 0);
    return allowedFunctions.has(name) && Math.max(0, ...uses) > (repeatedArguments[name] ?? 1);
  });
  // Their arguments have the names of functions.
  expect(repeating.map(([name]) => name).filter((name) => !/^map_contains/.test(name ?? ''))).toEqual([]);
});
