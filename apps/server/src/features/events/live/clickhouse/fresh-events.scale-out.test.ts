import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureTables } from '../../../../analytics/clickhouse/ensure-tables.ts';
import { ClickhouseAnalyticsStore } from '../../../../analytics/clickhouse/queries/clickhouse-analytics-store.ts';
import { freshEventsQuery, type SentUpTo, storedUpToQuery } from '../../../../analytics/live/fresh-events.ts';
import { LiveTail } from '../../../../analytics/live/live-tail.ts';
import { noCounts } from '../../../../analytics/no-counts.ts';
import { BothEngines } from '../../../../compose/testing/both-engines.ts';
import { OddRecords } from '../../../../compose/testing/odd-records.ts';
import { scope } from '../../../../compose/testing/sample-log.ts';
import { until } from '../../../../compose/testing/sample-process.ts';
import { ClickhouseClient } from '../../../../engines/clickhouse/clickhouse-client.ts';
import { liveQueries } from './live-queries.ts';

const url = new URL(process.env.LP_TEST_CLICKHOUSE_URL ?? 'http://not-set.invalid');
let database: string;
let client: ClickhouseClient;
let store: ClickhouseAnalyticsStore;
let visible = { newest: 0, hidden: [] as number[] };

beforeEach(async () => {
  const first = await ClickhouseClient.open({ url: url.href });
  database = `live_${randomUUID().replaceAll('-', '')}`;
  await first.command(`CREATE DATABASE ${database}`);
  await first.close();
  client = await ClickhouseClient.open({ url: new URL(`/${database}`, url).href });
  await ensureTables(client);
  visible = { newest: 0, hidden: [] };
  const status = () => ({ state: 'ready' as const, counters: noCounts });
  store = new ClickhouseAnalyticsStore({ client, queries: liveQueries, status, visible: () => visible });
});
afterEach(async () => {
  await client.command(`DROP DATABASE ${database}`);
  await client.close();
});

interface Written {
  readonly log: number;
  readonly seq: number;
  readonly name: string;
  readonly receivedMs?: number;
}

async function write(attempt: number, ...rows: readonly Written[]): Promise<void> {
  const values = rows.map(
    ({ log, seq, name, receivedMs = seq }) =>
      `('${scope.projectId}', '${scope.environmentId}', ${log}, ${seq}, 0, ${receivedMs}, ${receivedMs}, '${name}', ${attempt})`,
  );
  const columns = 'p, e, log_tag, seq, idx, ts_ms, received_ms, name, attempt';
  await client.command(`INSERT INTO events (${columns}) VALUES ${values.join(', ')}`);
}

const look = async (after: readonly SentUpTo[], limit = 10) => {
  const watch = { scope, filter: {}, includeFailed: true, after };
  const { fresh, upTo } = await store.run(freshEventsQuery, { watches: [watch], limit });
  const [{ rows, skipped } = { rows: [], skipped: 0 }] = fresh;
  return { names: rows.map((row) => JSON.parse(row).event as string), skipped, upTo };
};

test('rows of an attempt that was under way are told when it counts, whatever has come since', async () => {
  await write(1, { log: 1, seq: 5, name: 'a5' }, { log: 2, seq: 90, name: 'b90' });
  await write(2, { log: 2, seq: 91, name: 'b91' });
  await write(3, { log: 1, seq: 6, name: 'a6' });
  visible = { newest: 3, hidden: [2] };
  const begin = await store.run(storedUpToQuery, {});
  expect((await look(begin)).names).toEqual([]);
  visible = { newest: 3, hidden: [] };
  const later = await look(begin);
  expect(later.names).toEqual(['b91']);
  expect((await look(later.upTo)).names).toEqual([]);
});

test('loaders that share a log store it in no order, and each row is told once', async () => {
  await write(1, { log: 1, seq: 1, name: 'first' });
  visible = { newest: 1, hidden: [] };
  const begin = await store.run(storedUpToQuery, {});
  await write(3, { log: 1, seq: 100, name: 'of a quick loader' });
  visible = { newest: 3, hidden: [2] };
  const quick = await look(begin);
  expect(quick.names).toEqual(['of a quick loader']);
  await write(2, { log: 1, seq: 50, name: 'of a slow loader' });
  visible = { newest: 3, hidden: [] };
  const slow = await look(quick.upTo);
  expect(slow.names).toEqual(['of a slow loader']);
  expect((await look(slow.upTo)).names).toEqual([]);
  // A watch that is further behind does not make another one hear anything twice.
  const watches = [begin, slow.upTo].map((after) => ({ scope, filter: {}, includeFailed: true, after }));
  const { fresh } = await store.run(freshEventsQuery, { watches, limit: 10 });
  expect(fresh.map(({ rows }) => rows.length)).toEqual([2, 0]);
});

test('a lower sequence of another log is new, and so is everything of a log that nobody knew', async () => {
  await write(1, { log: 7, seq: 1_000, name: 'old edge' });
  visible = { newest: 1, hidden: [] };
  const begin = await store.run(storedUpToQuery, {});
  await write(2, { log: 3, seq: 1, name: 'new edge' }, { log: 7, seq: 1_001, name: 'old edge again' });
  visible = { newest: 2, hidden: [] };
  const { names, upTo } = await look(begin);
  expect(names).toEqual(['new edge', 'old edge again']);
  await write(3, { log: 3, seq: 2, name: 'new edge again' });
  visible = { newest: 3, hidden: [] };
  expect((await look(upTo)).names).toEqual(['new edge again']);
});

test('rows of an attempt that was given up are never told, their second attempt is', async () => {
  visible = { newest: 0, hidden: [] };
  const begin = await store.run(storedUpToQuery, {});
  await write(1, { log: 1, seq: 1, name: 'once' });
  visible = { newest: 1, hidden: [1] };
  expect((await look(begin)).names).toEqual([]);
  await write(2, { log: 1, seq: 1, name: 'once' });
  visible = { newest: 2, hidden: [1] };
  const { names, upTo } = await look(begin);
  expect(names).toEqual(['once']);
  expect((await look(upTo)).names).toEqual([]);
});

test('a watch begins behind everything, however long a log has been silent', async () => {
  await write(1, { log: 1, seq: 1, name: 'long ago' });
  await write(2_000, { log: 2, seq: 1, name: 'just now' });
  visible = { newest: 2_000, hidden: [] };
  const begin = await store.run(storedUpToQuery, {});
  expect(begin).toEqual([{ logTag: 2, sequence: 1, attempt: 2_000 }]);
  await write(2_001, { log: 1, seq: 2, name: 'back again' });
  visible = { newest: 2_001, hidden: [] };
  expect((await look(begin)).names).toEqual(['back again']);
  // Without a row in the latest attempts, those of all are looked at.
  visible = { newest: 9_000, hidden: [] };
  expect((await look(await store.run(storedUpToQuery, {}))).names).toEqual([]);
});

test('each log is told in its order, the logs by their times, and no log takes all the room', async () => {
  const of = (log: number, fromMs: number): Written[] =>
    [1, 2, 3].map((seq) => ({ log, seq, name: `${log}-${seq}`, receivedMs: fromMs + seq * 10 }));
  // A replay has an old time and keeps its place in its log.
  await write(1, ...of(1, 1_000), ...of(2, 1_005), { log: 1, seq: 4, name: '1-4', receivedMs: 5 });
  visible = { newest: 1, hidden: [] };
  expect((await look([])).names).toEqual(['1-1', '2-1', '1-2', '2-2', '1-3', '1-4', '2-3']);
  expect(await look([], 2)).toMatchObject({ names: ['1-1', '2-1'], skipped: 5 });
});

test('the live view tells each row once, from several logs', async () => {
  const sent: string[] = [];
  const tail = new LiveTail(
    store,
    (_, { rows }) => sent.push(...rows.map((row) => JSON.parse(row).event)),
    (notice) => sent.push(notice),
  );
  await write(1, { log: 9, seq: 50, name: 'before' });
  visible = { newest: 1, hidden: [] };
  tail.add(1, { scope, filter: {}, includeFailed: true }, await store.run(storedUpToQuery, {}));
  const names: string[] = [];
  for (const attempt of [2, 3, 4, 5]) {
    const rows = [4, 9].map((log) => ({ log, seq: 50 + attempt, name: `${log}/${attempt}` }));
    await write(attempt, ...rows);
    visible = { newest: attempt, hidden: [] };
    names.push(...rows.map(({ name }) => name));
    tail.look();
    if (attempt % 2 === 0) await until(() => sent.length >= names.length);
  }
  await until(() => sent.length >= names.length);
  expect(sent).toEqual(names);
  tail.remove(1);
});

test('both engines tell the same of the same rows', async () => {
  const both = await BothEngines.open();
  const records = new OddRecords(21);
  const position = (upTo: readonly SentUpTo[]) => upTo.map(({ logTag, sequence }) => ({ logTag, sequence }));
  await both.load(...records.some(40));
  const after = position(await both.same(storedUpToQuery, {}, position));
  await both.load(...records.some(80));
  const filters = [{}, { event: 'tap' }, { userId: 'u1' }, { anonymousId: 'é' }, { deviceId: '0' }, { search: 'Ü' }];
  for (const limit of [5, 500]) {
    const watches = [
      ...filters.map((filter) => ({ scope, filter, includeFailed: true, after })),
      { scope, filter: {}, includeFailed: false, after },
      { scope, filter: { search: 'B"' }, includeFailed: true, after: [] },
    ];
    const { fresh } = await both.same(freshEventsQuery, { watches, limit }, (result) => ({
      fresh: result.fresh,
      upTo: position(result.upTo),
    }));
    expect(fresh[0]?.rows.length).toBeGreaterThan(4);
  }
  await both.close();
});
