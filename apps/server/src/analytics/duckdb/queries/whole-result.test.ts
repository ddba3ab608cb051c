import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { duckdb } from '../../../engines/duckdb/duckdb.ts';
import { forEachHash, hashHalves } from '../deduplication/read-hashes.ts';
import { streamSorted } from './stream-sorted.ts';
import { ResultCutShort } from './whole-result.ts';

/** So far into a result that DuckDB has handed out rows before it meets the error. */
const ROWS = 5_000_000;
const source = (lastOne: string): string =>
  `(SELECT CASE WHEN i = ${ROWS - 1} THEN ${lastOne} ELSE i::UBIGINT END AS h FROM range(${ROWS}) rows(i))`;
const failing = source("error('no')");

let connection: DuckDBConnection;
beforeAll(async () => {
  // As the store is opened: statements that fail do not end their transaction.
  const instance = await duckdb.DuckDBInstance.create(':memory:', { disable_database_invalidation: 'true' });
  connection = await instance.connect();
});
afterAll(() => connection.closeSync());

async function hashesIn(rows: string): Promise<number> {
  let hashes = 0;
  await forEachHash(connection, `SELECT ${hashHalves('h')} FROM ${rows}`, ({ low }) => {
    hashes += low.length;
  });
  return hashes;
}

test('hashes are all read, and when reading them fails half-way that is an error', async () => {
  expect(await hashesIn(source('7'))).toBe(ROWS);
  await expect(hashesIn(failing)).rejects.toThrow(ResultCutShort);
});

test('sorted rows are all read, and fewer than were counted are an error', async () => {
  const read = async (rows: string): Promise<number> => {
    const sorted = streamSorted(connection, { rows, key: 'h', order: 'h', columns: [] });
    let count = 0;
    for await (const { rowCount } of sorted) count += rowCount;
    return count;
  };
  const rows = '(SELECT i::UBIGINT AS h FROM range(600000) rows(i)';
  expect(await read(`${rows})`)).toBe(600_000);
  await expect(read(`${rows} WHERE random() < 0.5)`)).rejects.toThrow(ResultCutShort);
});

test('negative control: the client itself does not tell', async () => {
  const result = await connection.stream(`SELECT h FROM ${failing}`);
  let rows = 0;
  for await (const chunk of result) rows += chunk.rowCount;
  expect(rows).toBeLessThan(ROWS);
});
