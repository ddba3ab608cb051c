import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectInTime } from '../harness/expect-in-time.ts';
import { TestServer } from '../harness/server.ts';
import { ClickhouseServer } from './engines/clickhouse-server.ts';
import { PostgresServer } from './engines/postgres-server.ts';

let postgres: PostgresServer;
let clickhouse: ClickhouseServer;
let a: TestServer;
let b: TestServer;

beforeAll(async () => {
  postgres = await PostgresServer.start();
  clickhouse = await ClickhouseServer.start();
  const env = {
    LP_DATABASE_URL: await postgres.createDatabase('shared'),
    LP_CLICKHOUSE_URL: clickhouse.urlOf('lamppost'),
  };
  a = await TestServer.start({ env });
  b = await TestServer.startBeside(a, { env });
  await a.liftLimits();
});
afterAll(async () => {
  await a?.stop();
  await b?.stop();
  await clickhouse?.remove();
  await postgres?.remove();
});

const send = async (edge: TestServer, ...batch: readonly object[]): Promise<void> => {
  const response = await edge.post('/v1/ingest', { batch }, { key: edge.keys.publishable });
  expect(response.status).toBe(202);
};

test('what one edge accepts is counted by both, each id once, whichever edge it was sent to', async () => {
  await send(a, { event: 'bought', event_id: 'one' }, { event: 'bought', event_id: 'two' });
  await send(b, { event: 'bought', event_id: 'two' }, { event: 'bought', event_id: 'three' });
  await a.waitForCount(3, '?event=bought');
  await b.waitForCount(3, '?event=bought');
  await send(b, { event: 'bought', event_id: 'one' }, { event: 'opened', event_id: 'four' });
  await b.waitForCount(1, '?event=opened');
  await a.waitForCount(3, '?event=bought');
});

test('an event is visible in time on the edge that did not get it', async () => {
  // In the short run other tests take turns on the same cores.
  await expectInTime(process.env.LP_SCALE_OUT === 'full' ? 2_000 : 10_000, async () => {
    const event = `timed-${randomUUID()}`;
    await send(a, { event });
    const sentAt = performance.now();
    await b.waitForCount(1, `?event=${event}`);
    return performance.now() - sentAt;
  });
}, 60_000);
