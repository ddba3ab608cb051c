import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite, type SqliteDatabase } from '../../engines/sqlite/sqlite-driver.ts';
import { Taken } from '../control-errors.ts';
import { NEEDS_WRITE, reading, writing, writingIfNeeded } from '../operation.ts';
import { OperationQueue } from './operation-queue.ts';
import { SqliteDb } from './sqlite-db.ts';
import type { Call, Reply } from './worker-messages.ts';

let directory: string;
let database: SqliteDatabase;
let trace: string[];
let replies: Reply[];
let broken: unknown[];
let queue: OperationQueue;
let failNext: { sql: string; errcode: number } | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lamppost-queue-'));
  database = openSqlite(join(directory, 'queue.db'));
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER PRIMARY KEY)');
  trace = [];
  replies = [];
  broken = [];
  failNext = undefined;
  queue = new OperationQueue({
    operations: {
      insert: writing(async (_db, n: number) => database.prepare('INSERT INTO t VALUES (?)').run(n).changes),
      insertThenFail: writing(async (_db, n: number) => {
        database.prepare('INSERT INTO t VALUES (?)').run(n);
        throw new Taken('REASON', 'taken');
      }),
      insertTooMuch: writing(async () => {
        database.exec('PRAGMA max_page_count = 1');
        database.exec('CREATE TABLE too_much (n)');
      }),
      list: reading(async () => stored()),
      ensure: writingIfNeeded(async (_db, mayWrite, n: number) => {
        if (stored().includes(n)) return 'was there';
        if (!mayWrite) return NEEDS_WRITE;
        database.prepare('INSERT INTO t VALUES (?)').run(n);
        return 'written';
      }),
    },
    db: new SqliteDb(database),
    exec: (sql) => {
      trace.push(sql);
      if (failNext?.sql === sql) {
        const { errcode } = failNext;
        failNext = undefined;
        throw Object.assign(new Error('injected'), { errcode });
      }
      database.exec(sql);
    },
    reply: (some) => {
      trace.push(`reply ${some.map((reply) => reply.id).join(',')}`);
      replies.push(...some);
    },
    onBroken: (error) => broken.push(error),
  });
});

afterEach(() => {
  database.close();
  rmSync(directory, { recursive: true, force: true });
});

const stored = () => (database.prepare('SELECT n FROM t ORDER BY n').all() as { n: number }[]).map((row) => row.n);
const call = (id: number, name: string, ...args: unknown[]): Call => ({ id, name, args });
const commits = () => trace.filter((line) => line === 'COMMIT').length;
const resultOf = (id: number) => replies.find((reply) => reply.id === id);

describe('OperationQueue', () => {
  test('one that fails undoes itself and leaves its neighbours, in one commit', async () => {
    queue.add([call(1, 'insert', 1), call(2, 'insertThenFail', 2), call(3, 'insert', 3)]);
    await queue.finish();
    expect(stored()).toEqual([1, 3]);
    expect(resultOf(2)).toEqual({ id: 2, error: { kind: 'taken', reason: 'REASON', message: 'taken' } });
    expect(resultOf(3)).toEqual({ id: 3, result: 1 });
    expect(commits()).toBe(1);
  });

  test('an error of the statement fails that one alone', async () => {
    queue.add([call(1, 'insert', 1), call(2, 'insert', 1), call(3, 'nothing of the kind')]);
    await queue.finish();
    expect(stored()).toEqual([1]);
    expect(resultOf(2)).toMatchObject({ error: { kind: 'other', message: expect.stringContaining('UNIQUE') } });
    expect(resultOf(3)).toMatchObject({ error: { kind: 'other', message: expect.stringContaining('no operation') } });
  });

  test('writes are answered after the commit, reads before it', async () => {
    queue.add([call(1, 'insert', 1), call(2, 'list')]);
    await queue.finish();
    const order = trace.filter((line) => line === 'COMMIT' || line.startsWith('reply'));
    expect(order).toEqual(['reply 2', 'COMMIT', 'reply 1']);
  });

  test('at most 50 writes share a commit', async () => {
    queue.add(Array.from({ length: 120 }, (_, index) => call(index, 'insert', index)));
    await queue.finish();
    expect(stored()).toHaveLength(120);
    expect(commits()).toBe(3);
  });

  test('what turns out to change nothing costs no transaction', async () => {
    queue.add([call(1, 'ensure', 7), call(2, 'ensure', 7)]);
    await queue.finish();
    expect([resultOf(1), resultOf(2)]).toMatchObject([{ result: 'written' }, { result: 'was there' }]);
    trace.length = 0;
    queue.add([call(3, 'ensure', 7)]);
    await queue.finish();
    expect(trace).toEqual(['reply 3']);
  });

  const outages = [
    { name: 'a full disk', errcode: 13, isBroken: false },
    { name: 'another writer', errcode: 5, isBroken: false },
    { name: 'an input/output error', errcode: 10 | (4 << 8), isBroken: true },
    { name: 'a corrupt page', errcode: 11, isBroken: true },
  ];
  for (const { name, errcode, isBroken } of outages) {
    test(`${name} at the commit refuses the whole group as unavailable and stores none of it`, async () => {
      failNext = { sql: 'COMMIT', errcode };
      queue.add([call(1, 'insert', 1), call(2, 'insert', 2)]);
      await queue.finish();
      expect(stored()).toEqual([]);
      expect([resultOf(1), resultOf(2)]).toMatchObject([
        { error: { kind: 'unavailable' } },
        { error: { kind: 'unavailable' } },
      ]);
      expect(broken).toHaveLength(isBroken ? 1 : 0);
    });
  }

  test('an outage inside one operation refuses the group that it was in', async () => {
    queue.add([call(1, 'insert', 1), call(2, 'insertTooMuch'), call(3, 'insert', 3)]);
    await queue.finish();
    expect(stored()).toEqual([]);
    for (const id of [1, 2, 3]) {
      expect(resultOf(id)).toMatchObject({ error: { kind: 'unavailable', message: expect.stringContaining('full') } });
    }
  });

  test('after an outage that passes the next group is stored', async () => {
    failNext = { sql: 'BEGIN IMMEDIATE', errcode: 5 };
    queue.add([call(1, 'insert', 1)]);
    await queue.finish();
    queue.add([call(2, 'insert', 2)]);
    await queue.finish();
    expect(stored()).toEqual([2]);
    expect(resultOf(2)).toEqual({ id: 2, result: 1 });
  });

  test('a broken connection refuses what waits behind the group', async () => {
    failNext = { sql: 'COMMIT', errcode: 10 };
    queue.add(Array.from({ length: 60 }, (_, index) => call(index, 'insert', index)));
    await queue.finish();
    expect(replies).toHaveLength(60);
    expect(replies.every((reply) => 'error' in reply && reply.error.kind === 'unavailable')).toBe(true);
    expect(stored()).toEqual([]);
  });
});
