import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite, type SqliteDatabase } from '../../engines/sqlite/sqlite-driver.ts';
import { boolean, chosenId, integer, json, listOf, nullable, real, text } from '../sql/sql-type.ts';
import { statement } from '../sql/statement.ts';
import { SqliteDb } from './sqlite-db.ts';

let database: SqliteDatabase;
let db: SqliteDb;

beforeEach(() => {
  database = openSqlite(':memory:');
  database.exec(
    'CREATE TABLE things (id TEXT PRIMARY KEY, n INTEGER, share REAL, is_on INTEGER, tags TEXT, note TEXT)',
  );
  db = new SqliteDb(database);
});
afterEach(() => database.close());

const thing = {
  id: chosenId,
  n: integer,
  share: real,
  isOn: boolean,
  tags: json<readonly string[]>(),
  note: nullable(text),
};
const INSERT = statement({
  sql: 'INSERT INTO things (id, n, share, is_on, tags, note) VALUES (:id, :n, :share, :isOn, :tags, :note)',
  params: thing,
});
const ALL = statement({ sql: 'SELECT id, n, share, is_on AS isOn, tags, note FROM things ORDER BY n', row: thing });

test('every value comes back as it was stored, however odd the id', async () => {
  const odd = { id: 'a\u0000\ud800', n: Number.MAX_SAFE_INTEGER, share: 0.1, isOn: true, tags: ['x', 'ü'], note: null };
  const plain = { id: 'b', n: -1, share: 2, isOn: false, tags: [], note: 'n' };
  expect(await db.run(INSERT, odd)).toBe(1);
  await db.run(INSERT, plain);
  expect(await db.all(ALL, {})).toEqual([plain, odd]);
});

test('a row equals an object of the code with the same values', async () => {
  const plain = { id: 'b', n: 1, share: 2, isOn: false, tags: [], note: 'n' };
  await db.run(INSERT, plain);
  expect(isDeepStrictEqual(await db.one(ALL, {}), plain)).toBe(true);
});

test('a list is looked up in one statement', async () => {
  for (const id of ['a', 'b', 'c']) await db.run(INSERT, { id, n: 1, share: 1, isOn: true, tags: [], note: null });
  const found = statement({
    sql: 'SELECT id FROM things WHERE id IN :ids ORDER BY id',
    params: { ids: listOf(chosenId) },
    row: { id: chosenId },
  });
  expect(await db.all(found, { ids: ['c', 'a', 'none'] })).toEqual([{ id: 'a' }, { id: 'c' }]);
  expect(await db.all(found, { ids: [] })).toEqual([]);
});

test('a column that holds something else than its type is an error that names it, never a wrong row', async () => {
  database.exec("INSERT INTO things VALUES ('a', 'three', 1, 1, '[]', NULL)");
  await expect(db.all(ALL, {})).rejects.toThrow(/The column n cannot be read: string is stored where an integer/);
});

test('a column that the statement does not return is an error', async () => {
  database.exec("INSERT INTO things VALUES ('a', 3, 1, 1, '[]', NULL)");
  const wrong = statement({ sql: 'SELECT id FROM things', row: { id: chosenId, title: text } });
  await expect(db.one(wrong, {})).rejects.toThrow(/The column title cannot be read: undefined/);
});
