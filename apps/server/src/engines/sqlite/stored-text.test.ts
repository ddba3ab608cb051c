import { describe, expect, test } from 'vitest';
import { openSqlite } from './sqlite-driver.ts';
import { readId, storeId, storeText } from './stored-text.ts';

const ids = [
  'plain',
  'ünïcode 🚦',
  '',
  'a\u0000b',
  'a\u0000c',
  '\ud800',
  '\ud801',
  '\ufffd',
  'json:"x"',
  'json:',
  '"json:"',
];

describe('ids', () => {
  test('come back from SQLite exactly, and different ones stay different', () => {
    const database = openSqlite(':memory:');
    database.exec('CREATE TABLE t (id TEXT PRIMARY KEY)');
    for (const id of ids) database.prepare('INSERT INTO t VALUES (?)').run(storeId(id));
    const rows = database.prepare('SELECT id FROM t').all() as { id: string }[];
    expect(rows.map((row) => readId(row.id)).sort()).toEqual([...ids].sort());
    database.close();
  });

  test('the ordinary ones are stored as they are', () => expect(storeId('user-1')).toBe('user-1'));
});

test('storeText replaces what SQLite cannot hold', () => expect(storeText('a\u0000b\ud800c')).toBe('a\ufffdb\ufffdc'));
