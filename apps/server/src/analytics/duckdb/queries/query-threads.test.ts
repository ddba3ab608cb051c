import { afterEach, beforeEach, expect, test } from 'vitest';
import { duckdb } from '../../../engines/duckdb/duckdb.ts';
import { QueryThreads } from './query-threads.ts';

type Instance = Awaited<ReturnType<typeof duckdb.DuckDBInstance.create>>;
let instance: Instance;
beforeEach(async () => {
  instance = await duckdb.DuckDBInstance.create(':memory:', { threads: '1' });
});
afterEach(() => instance.closeSync());

async function threads(): Promise<number> {
  const connection = await instance.connect();
  const rows = await (await connection.run("SELECT current_setting('threads')")).getRowsJS();
  connection.closeSync();
  return Number(rows[0]?.[0]);
}

async function open(isQuiet: () => boolean): Promise<QueryThreads> {
  const options = { threads: 1, queryThreads: 2, isQuiet, onNotice: (message: string) => expect.fail(message) };
  return new QueryThreads(await instance.connect(), options);
}

test('a query has more threads, and nobody has them afterwards', async () => {
  const pool = await open(() => true);
  expect(await threads()).toBe(1);
  expect(await pool.during(threads)).toBe(2);
  await expect.poll(threads).toBe(1);
  await expect(pool.during(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect.poll(threads).toBe(1);
  await pool.close();
});

test('the last of several queries gives them back', async () => {
  const pool = await open(() => true);
  await pool.during(async () => {
    expect(await pool.during(threads)).toBe(2);
    expect(await pool.during(threads)).toBe(2);
    expect(await threads()).toBe(2);
  });
  await expect.poll(threads).toBe(1);
  await pool.close();
});

test('while something is loaded there are no more, but nothing is taken from a query that has them', async () => {
  let isQuiet = false;
  const pool = await open(() => isQuiet);
  expect(await pool.during(threads)).toBe(1);
  isQuiet = true;
  await pool.during(async () => {
    isQuiet = false;
    expect(await pool.during(threads)).toBe(2);
  });
  await expect.poll(threads).toBe(1);
  await pool.close();
});

test('a query that ends when all is closed changes nothing any more', async () => {
  const pool = await open(() => true);
  await pool.during(() => pool.close());
  expect(await threads()).toBe(2);
});

test('nobody waits for a thread that a long query still has', async () => {
  const pool = await open(() => true);
  const other = await instance.connect();
  await other.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false; SET progress_bar_time = 0');
  await other.run('CREATE TABLE numbers AS SELECT range AS n FROM range(1000000)');
  let isLongOver = false;
  const long = await pool.during(async () => {
    const sql = 'SELECT sum(a.n % (b.n + 1)) FROM numbers AS a, numbers AS b';
    const ended = expect(other.run(sql)).rejects.toThrow(/interrupt/i);
    await expect.poll(() => other.progress.percentage).toBeGreaterThanOrEqual(0);
    return { ended: ended.then(() => (isLongOver = true)) };
  });
  expect(await pool.during(() => Promise.resolve(isLongOver))).toBe(false);
  other.interrupt();
  await long.ended;
  await expect.poll(threads).toBe(1);
  await pool.close();
});
