import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { ClickhouseFaults } from './engines/clickhouse-faults.ts';
import { ClickhouseServer } from './engines/clickhouse-server.ts';

let clickhouse: ClickhouseServer;
let faults: ClickhouseFaults;
let edge: TestServer;
let sent = 0;

beforeAll(async () => {
  clickhouse = await ClickhouseServer.start();
  faults = await ClickhouseFaults.start(clickhouse.port);
  edge = await TestServer.start({ env: { LP_CLICKHOUSE_URL: faults.urlOf('faults') } });
  await edge.liftLimits();
  await edge.waitForStore();
});
afterAll(async () => {
  faults.fault = 'none';
  await edge.stop();
  await faults.close();
  await clickhouse.remove();
});

/** Ingest and config must not notice what becomes of ClickHouse. */
async function sendFor(ms: number): Promise<void> {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt) {
    sent += 2;
    const batch = [{ event: 'sent', event_id: `id-${sent}` }, { event: 'sent' }];
    const response = await edge.post('/v1/ingest', { batch }, { key: edge.keys.publishable });
    expect(response.status).toBe(202);
    expect((await edge.request('/v1/config', { key: edge.keys.publishable })).status).toBe(200);
    await sleep(25);
  }
}

/** Somewhere within the attempts that the events of a round need. */
const KILLED_AFTER_MS = 400;

interface Readiness {
  readonly queries: { readonly available: boolean; readonly reason: string | null };
  readonly store: { readonly unloaded_bytes: number };
}
const readiness = async (): Promise<Readiness> => (await edge.request('/readyz')).json() as Promise<Readiness>;
const status = async (): Promise<number> => (await edge.request('/v1/events/count')).status;

test('while ClickHouse is down events are accepted and queries refused; afterwards everything is there once', async () => {
  faults.fault = 'down';
  await sendFor(1_500);
  await waitUntil(async () => (await status()) === 503);
  await waitUntil(async () => !(await readiness()).queries.available);
  faults.fault = 'none';
  await edge.waitForCount(sent, '?event=sent');
  expect((await readiness()).queries).toEqual({ available: true, reason: null });
});

test('an answer that is lost after ClickHouse has done the work leaves nothing twice', async () => {
  faults.fault = 'lost_answers';
  faults.everyNth = 3;
  const isLost = (start: string): boolean => faults.lost.some((statement) => statement.startsWith(start));
  const untilMs = performance.now() + 30_000;
  await sendFor(3_000);
  // Which statements are hit is chance: more are made until it was those that write.
  while (!(isLost('INSERT INTO landing') && isLost('INSERT INTO events')) && performance.now() < untilMs)
    await sendFor(500);
  faults.fault = 'none';
  expect([isLost('INSERT INTO landing'), isLost('INSERT INTO events')]).toEqual([true, true]);
  await edge.waitForCount(sent, '?event=sent');
});

test('a ClickHouse without space is waited for, and what waits is shown', async () => {
  faults.fault = 'no_space';
  await sendFor(1_000);
  await waitUntil(async () => (await readiness()).store.unloaded_bytes > 0);
  faults.fault = 'none';
  await edge.waitForCount(sent, '?event=sent');
});

test('a ClickHouse that is killed in the middle of an attempt goes on where it was', async () => {
  for (let round = 0; round < 3; round++) {
    const sending = sendFor(800);
    await sleep(KILLED_AFTER_MS);
    await clickhouse.kill();
    await sending;
    await clickhouse.startAgain();
  }
  await edge.waitForCount(sent, '?event=sent', undefined, 60_000);
}, 120_000);
