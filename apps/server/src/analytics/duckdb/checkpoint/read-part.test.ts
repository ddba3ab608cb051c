import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { readPart } from './read-part.ts';

const folder = mkdtempSync(join(tmpdir(), 'lamppost-part-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a part of another store format is read by the names of its columns', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const path = join(folder, 'events.parquet');
  await connection.run(
    `COPY (SELECT 'a' AS name, 7 AS seq, make_timestamp_ms(5)::TIMESTAMP_MS AS received, 'x' AS gone) TO '${path}' (FORMAT parquet)`,
  );
  const columns = new Map([
    ['received', 'TIMESTAMP_MS'],
    ['newer', 'VARCHAR'],
    ['seq', 'BIGINT'],
    ['name', 'VARCHAR'],
  ]);
  const result = await connection.run(`DESCRIBE ${await readPart(connection, columns, path)}`);
  expect((await result.getRowsJS()).map(([name, type]) => [name, type])).toEqual([...columns]);
  const rows = await connection.run(`SELECT name, seq, newer FROM ${await readPart(connection, columns, path)}`);
  expect(await rows.getRowsJS()).toEqual([['a', 7n, null]]);
  connection.closeSync();
  instance.closeSync();
});
