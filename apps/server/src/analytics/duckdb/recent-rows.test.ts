import { afterEach, beforeEach, expect, test } from 'vitest';
import { batchRecord, eventsRecord, scope } from '../../compose/testing/sample-log.ts';
import { SampleStore } from '../../compose/testing/sample-store.ts';
import { countEventsQuery } from '../../features/events/queries/events.ts';
import { connectTo } from './open-store.ts';
import { ROW_GROUP_SIZE, recentTables } from './store-schema.ts';

let store: SampleStore;
beforeEach(async () => {
  store = await SampleStore.open();
});
afterEach(() => store.close());

const count = async (table: string): Promise<number> =>
  Number((await store.rows(`SELECT count(*)::INTEGER AS n FROM ${table}`))[0]?.n);

/** A segment with a full row group and a little more. */
const large = () => {
  const batch = Array.from({ length: 100 }, (_, n) => ({ event: `e${n}` }));
  return Array.from({ length: Math.ceil(ROW_GROUP_SIZE / 100) + 1 }, () => eventsRecord(...batch));
};

test('few rows stay in memory, can be asked for, and are not durable', async () => {
  await store.load(eventsRecord({ event: 'a' }));
  expect([await count('store.events'), await count('recent.events')]).toEqual([0, 1]);
  expect(await store.analytics.run(countEventsQuery, { scope, filter: {} })).toBe(1);
  expect(store.takeDurable()).toEqual([]);
});

test('a quiet moment writes them', async () => {
  await store.load(eventsRecord({ event: 'a' }));
  await store.write();
  expect([await count('store.events'), await count('recent.events')]).toEqual([1, 0]);
  expect(store.takeDurable().map(({ number }) => number)).toEqual([1]);
});

test('a quiet moment writes the rows of each table that has some, and leaves none in memory', async () => {
  const counts = async (place: string): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(recentTables.map(async (name) => [name, await count(`${place}.${name}`)])));
  await store.load(
    eventsRecord({ event: 'a', context: { user: { id: 'u', anonymous_id: 'a' } } }),
    batchRecord({ crash_id: '0190a6c4-2222-7abc-8def-000000000001' }, { kind: 'crash' }),
    batchRecord({ batch: [{ metric_type: 'startup', metric_name: 'cold', value_ms: 1 }] }, { kind: 'metrics' }),
    batchRecord({ device_id: 'd' }, { kind: 'device' }),
    batchRecord({ user_id: 'u', attributes: { plan: 'pro' } }, { kind: 'user' }),
  );
  const gathered = await counts('recent');
  expect(gathered).toMatchObject({ events: 1, crashes: 1, metrics: 1, links: 1, device_facts: 1, user_attributes: 1 });
  await store.write();
  expect(await counts('store')).toEqual(gathered);
  expect(Object.values(await counts('recent')).filter((rows) => rows > 0)).toEqual([]);
  await store.load(eventsRecord({ event: 'b' }));
  await store.write();
  expect(await counts('store')).toMatchObject({ ...gathered, events: 2, ledger: expect.any(Number) });
  expect(await count('store.event_counts')).toBe(2);
});

test('a load that fills a row group is written together with what was gathered, in log order', async () => {
  await store.load(eventsRecord({ event: 'first', event_id: 'i' }));
  await store.load(...large(), eventsRecord({ event: 'repeat', event_id: 'i' }));
  expect(await count('recent.events')).toBe(0);
  expect(await count('store.events')).toBe(store.counters.storedEvents);
  expect(store.counters.duplicateEvents).toBe(1);
  const [row] = await store.rows('SELECT name FROM store.events LIMIT 1');
  expect(row).toEqual({ name: 'first' });
  expect(store.takeDurable().map(({ number }) => number)).toEqual([1, 2]);
});

test('while rows move from memory to the file, a query sees each of them once', async () => {
  let isMoving = true;
  const counts: number[] = [];
  const asking = (async () => {
    while (isMoving) counts.push(await store.analytics.run(countEventsQuery, { scope, filter: {} }));
  })();
  const loads = 10;
  for (let n = 0; n < loads; n++) {
    await store.load(eventsRecord({ event: 'a' }, { event: 'b' }));
    await store.write();
  }
  isMoving = false;
  await asking;
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(Math.max(...counts)).toBeLessThanOrEqual(2 * loads);
  expect(counts.filter((seen) => seen % 2 === 1)).toEqual([]);
});

test('rows that were written to the file leave memory while the file is being read', async () => {
  const inMemory = async (): Promise<number> => {
    const [row] = await store.rows(
      "SELECT memory_usage_bytes::DOUBLE AS bytes FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'",
    );
    return Number(row?.bytes);
  };
  const reader = await connectTo(store.instance);
  await reader.run('BEGIN TRANSACTION READ ONLY');
  await reader.run('SELECT count(*) FROM store.events');
  for (let n = 0; n < 4; n++) {
    await store.load(...large().slice(0, 50));
    await store.write();
  }
  const meanwhile = await inMemory();
  await reader.run('ROLLBACK');
  reader.closeSync();
  await store.load(eventsRecord({ event: 'a' }));
  await store.write();
  // Rows that DuckDB has yet to merge into the file are in memory in either case.
  expect(meanwhile).toBeGreaterThan(0);
  expect(meanwhile / (await inMemory())).toBeLessThan(1.2);
});
