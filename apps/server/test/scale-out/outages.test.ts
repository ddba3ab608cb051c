import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { PostgresServer } from './engines/postgres-server.ts';
import { SlowProxy } from './engines/slow-proxy.ts';

let postgres: PostgresServer;
let server: TestServer;

beforeAll(async () => {
  postgres = await PostgresServer.start();
  const env = { LP_DATABASE_URL: await postgres.createDatabase('outages') };
  server = await TestServer.start({ env });
  const flag = { key: 'kept', name: 'Kept', value_type: 'boolean', default_value: true, platforms: ['ios', 'web'] };
  expect((await server.post('/v1/flags', flag)).status).toBe(201);
});
afterAll(async () => {
  await server.stop();
  await postgres.remove();
});

const statusOf = async (path: string, init: Parameters<TestServer['request']>[1] = {}): Promise<number> =>
  (await server.request(path, init)).status;
const config = () => statusOf('/v1/config', { key: server.keys.publishable });
const ingest = async () => {
  const event = { event_id: crypto.randomUUID(), event: 'seen' };
  return (await server.post('/v1/ingest', { batch: [event] }, { key: server.keys.publishable })).status;
};
const metric = async (name: string): Promise<string | undefined> => {
  const text = await (await server.request('/metrics', { key: null })).text();
  return text
    .split('\n')
    .find((row) => row.startsWith(`${name} `))
    ?.slice(name.length + 1);
};
/** It has the shape and the checksum of a key, and nobody has made it here. */
const madeElsewhere = 'lp_sec_production_Jp8TqgoWHjmNSojJtSscafyvuFSFKquruQiU3vgximy4PQgRm';

async function expectServingWithoutControl(): Promise<void> {
  await waitUntil(async () => (await statusOf('/v1/flags')) === 503, 10_000);
  expect([await config(), await ingest()]).toEqual([200, 202]);
  const uncertain = await server.request('/v1/config', { key: madeElsewhere });
  expect(uncertain.status).toBe(503);
  expect(uncertain.headers.get('retry-after')).not.toBeNull();
  expect(await statusOf('/v1/config', { key: 'lp_sec_production_nonsense' })).toBe(401);
  const ready = (await (await server.request('/readyz')).json()) as { status: string; reasons: string[] };
  expect(ready.status).toBe('ready');
  expect(ready.reasons.join(' ')).toContain('control');
  expect(await metric('lamppost_control_available')).toBe('0');
}

async function expectEverythingAgain(): Promise<void> {
  await waitUntil(async () => (await statusOf('/v1/flags')) === 200, 15_000);
  await waitUntil(async () => (await statusOf('/v1/config', { key: madeElsewhere })) === 401, 10_000);
  expect([await config(), await ingest()]).toEqual([200, 202]);
  expect(await metric('lamppost_control_available')).toBe('1');
  await waitUntil(async () => (await metric('lamppost_job_held{name="rollouts"}')) === '1', 10_000);
}

test('slow PostgreSQL: editing takes longer, and config and ingest do not', async () => {
  const url = new URL(await postgres.createDatabase('slow'));
  const proxy = new SlowProxy(Number(url.port));
  url.port = String(await proxy.listen());
  const far = await TestServer.start({ env: { LP_DATABASE_URL: url.href } });
  try {
    // Longer than a busy machine takes for an answer that asks nobody.
    proxy.delayMs = 500;
    const timed = async (send: () => Promise<Response>): Promise<number> => {
      const startedAt = performance.now();
      expect((await send()).ok).toBe(true);
      return performance.now() - startedAt;
    };
    const key = far.keys.publishable;
    const flag = { key: 'slow', name: 'Slow', platforms: ['web'] };
    const times = await Promise.all([
      timed(() => far.post('/v1/flags', flag)),
      timed(() => far.request('/v1/config', { key })),
      timed(() => far.post('/v1/ingest', { batch: [{ event: 'seen', event_id: 'one' }] }, { key })),
    ]);
    expect(times[0]).toBeGreaterThan(4 * proxy.delayMs);
    expect(times[1]).toBeLessThan(proxy.delayMs);
    expect(times[2]).toBeLessThan(proxy.delayMs);
    expect((await far.request('/readyz')).status).toBe(200);
  } finally {
    proxy.delayMs = 0;
    await far.stop();
    proxy.close();
  }
});

describe('without PostgreSQL', () => {
  test('a key that nobody made is wrong while PostgreSQL can be asked', async () => {
    expect(await statusOf('/v1/config', { key: madeElsewhere })).toBe(401);
  });

  test('killed: config and ingest go on, an unknown key is 503, admin routes are 503, and it comes back by itself', async () => {
    await postgres.kill();
    await expectServingWithoutControl();
    await postgres.start();
    await expectEverythingAgain();
  });

  test('stopped, so that it answers nothing: the same, and nobody waits longer than a few seconds', async () => {
    postgres.pause();
    const startedAt = performance.now();
    expect(await statusOf('/v1/flags')).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    await expectServingWithoutControl();
    postgres.resume();
    await expectEverythingAgain();
  });

  test('connections that are ended one by one are made anew, and no request is lost to that', async () => {
    for (let round = 0; round < 5; round += 1) {
      await postgres.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lamppost'`,
      );
      await waitUntil(async () => (await statusOf('/v1/flags')) === 200, 5_000);
      expect(await config()).toBe(200);
    }
  });

  test('a start while it is down serves what was served before, and takes up the rest when it is back', async () => {
    await postgres.kill();
    await server.restart();
    expect([await config(), await ingest()]).toEqual([200, 202]);
    expect(await statusOf('/v1/flags')).toBe(503);
    await postgres.start();
    await expectEverythingAgain();
  });
});
