import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverEntry, TestServer } from '../harness/server.ts';
import { ClickhouseServer } from './engines/clickhouse-server.ts';
import { PostgresServer } from './engines/postgres-server.ts';
import { runLamppost } from './engines/run-lamppost.ts';

let postgres: PostgresServer;
let clickhouse: ClickhouseServer;
let server: TestServer;
let shared: Readonly<Record<string, string>>;

beforeAll(async () => {
  postgres = await PostgresServer.start();
  clickhouse = await ClickhouseServer.start();
  shared = {
    LP_DATABASE_URL: await postgres.createDatabase('moved'),
    LP_CLICKHOUSE_URL: clickhouse.urlOf('moved'),
  };
  server = await TestServer.start();
  await server.liftLimits();
});
afterAll(async () => {
  await server.dispose();
  await clickhouse.remove();
  await postgres.remove();
});

const platforms = ['ios', 'android', 'web'];

/** Of everything a little: events of users and of nobody, repeats, rejects, crashes, metrics, links. */
async function fill(): Promise<number> {
  let events = 0;
  for (let round = 0; round < 20; round++) {
    const batch = Array.from({ length: 20 }, (_, at) => ({
      event: ['opened', 'viewed', 'bought'][at % 3],
      event_id: `id-${round}-${at}`,
      timestamp: new Date(Date.now() - round * 3_600_000 - at * 60_000).toISOString(),
      properties: { price: at * 1.5, plan: at % 2 === 0 ? 'pro' : null },
      context: {
        user: at % 4 === 0 ? { anonymous_id: `a-${round}` } : { id: `u-${at % 5}`, anonymous_id: `a-${round}` },
        device: { id: `d-${round}`, platform: platforms[round % 3] },
        session: { id: `s-${round}` },
        app: { version: `1.${round % 3}.0` },
      },
    }));
    const { publishable: key } = server.keys;
    const sent = await server.post('/v1/ingest', { batch: [...batch, batch[0], { event: '' }] }, { key });
    expect(sent.status).toBe(202);
    events += batch.length;
    const metric = { metric_type: 'span', metric_name: 'load', value_ms: round * 10.5 };
    expect((await server.post('/v1/performance/ingest', { batch: [metric] }, { key })).status).toBe(202);
    const crash = {
      crash_id: `018f2f6e-7c1a-7000-8000-0000000000${10 + round}`,
      platform: 'ios',
      app_version: '1.0.0',
      exception_type: `Error${round % 2}`,
      timestamp: new Date().toISOString(),
      session_id: `s-${round}`,
    };
    expect([201, 202]).toContain((await server.post('/v1/crashes/report', crash, { key })).status);
  }
  return events;
}

test('an installation moves to PostgreSQL and ClickHouse and back, and every report stays the same', async () => {
  const events = await fill();
  await server.waitForCount(events);
  await server.stop();
  const { dataDir } = server;

  // A start that would hide what is there is refused.
  const refused = await runLamppost(['serve', '--data-dir', dataDir], {
    LP_CLICKHOUSE_URL: shared.LP_CLICKHOUSE_URL ?? '',
  });
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/contains events that LP_CLICKHOUSE_URL would hide.*migrate --to clickhouse/);

  // One that was killed on its way is begun again and ends alike.
  const killed = spawn(process.execPath, [serverEntry, 'migrate', '--to', 'clickhouse', '--data-dir', dataDir], {
    env: { ...process.env, ...shared, LP_LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  await sleep(1_500);
  killed.kill('SIGKILL');
  const moved = await runLamppost(['migrate', '--to', 'clickhouse', '--data-dir', dataDir], shared);
  expect(moved).toMatchObject({ code: 0, err: '' });
  expect(moved.out).toMatch(/Moved \d+ rows\. All \d+ reports are equal before and after\./);
  expect(existsSync(join(dataDir, 'store', 'store.duckdb.moved'))).toBe(true);

  const over = await TestServer.start({ dataDir, env: shared });
  await over.waitForCount(events);
  const more = {
    batch: [
      { event: 'after the move', event_id: 'id-0-0' },
      { event: 'after the move', event_id: 'new' },
    ],
  };
  expect((await over.post('/v1/ingest', more, { key: over.keys.publishable })).status).toBe(202);
  // An id from before the move counts once, also now.
  await over.waitForCount(events + 1);
  await over.stop();

  const hidden = await runLamppost(['serve', '--data-dir', dataDir], {});
  expect(hidden.err).toMatch(/are in ClickHouse\. Set LP_CLICKHOUSE_URL/);

  const back = await runLamppost(['migrate', '--to', 'embedded', '--data-dir', dataDir], shared);
  expect(back).toMatchObject({ code: 0, err: '' });
  expect(back.out).toMatch(/All \d+ reports are equal before and after\./);
  const again = await TestServer.start({ dataDir });
  await again.waitForCount(events + 1);
  expect((await again.post('/v1/ingest', more, { key: again.keys.publishable })).status).toBe(202);
  await again.post('/v1/ingest', { batch: [{ event: 'back' }] }, { key: again.keys.publishable });
  await again.waitForCount(events + 2);
  await again.stop();
}, 180_000);
