import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestServer, waitUntil } from '../../harness/server.ts';
import { TestProject } from '../../harness/test-project.ts';
import { RedisServer } from '../engines/redis-server.ts';
import {
  batchOf,
  EVENTS_PER_MINUTE,
  isShared,
  NOT_SHARED,
  PLAN,
  readinessOf,
  SHARED,
  sendWhile,
  startLimited,
  timesTold,
} from './limited-server.ts';

/** Long enough that a machine with much else to do is not taken for a Redis that is slow. */
const TIMEOUT_MS = 500;

let redis: RedisServer;
let server: TestServer;
let project: TestProject;
let toldBefore: { shared: number; notShared: number };
beforeAll(async () => {
  redis = await RedisServer.start();
  server = await startLimited(redis.url, { LP_REDIS_TIMEOUT_MS: `${TIMEOUT_MS}` });
  await waitUntil(() => isShared(server));
});
afterAll(async () => {
  await server.dispose();
  await redis.remove();
});
beforeEach(async () => {
  project = await TestProject.create(server, PLAN);
  toldBefore = { shared: timesTold(server, SHARED), notShared: timesTold(server, NOT_SHARED) };
});
afterEach(() => waitUntil(() => isShared(server)));

/** How often it was told since the test began. */
const told = () => ({
  shared: timesTold(server, SHARED) - toldBefore.shared,
  notShared: timesTold(server, NOT_SHARED) - toldBefore.notShared,
});
const metric = async (name: string): Promise<string | undefined> => {
  const response = await server.request('/metrics', { key: server.bootstrap.operator_token });
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1];
};

/** Sends all the time while something is done to Redis, and until limits are shared again. */
async function underLoad(during: () => Promise<void>) {
  let isDone = false;
  const sending = sendWhile([project], 1, () => !isDone);
  await during();
  await waitUntil(() => isShared(server));
  isDone = true;
  return await sending;
}

test('a Redis that is killed and started again costs nobody an error, and lets nothing more through', async () => {
  const sent = await underLoad(async () => {
    await waitUntil(async () => Number(await redis.client.get(`lamppost:limit:${project.id}:events`)) > 20);
    await redis.kill();
    await waitUntil(async () => !(await isShared(server)));
    const { status, reasons } = await readinessOf(server);
    expect(status).toBe(200);
    expect(reasons[0]).toMatch(/^Limits are counted by this server alone: Redis cannot be reached: /);
    expect(await metric('lamppost_limits_shared')).toBe('0');
    await redis.startAgain();
  });
  expect(await metric('lamppost_limits_shared')).toBe('1');
  expect([...sent.statuses.keys()].filter((status) => status !== 202 && status !== 429)).toEqual([]);
  expect(sent.accepted).toBeLessThanOrEqual(EVENTS_PER_MINUTE);
  expect(told()).toEqual({ shared: 1, notShared: 1 });
  // All that was let through is known to Redis, though it was told of some of it later, and had forgotten the rest.
  const used = Number(await redis.client.get(`lamppost:limit:${project.id}:events`));
  expect(used).toBeGreaterThanOrEqual(sent.accepted);
  expect((await sendWhile([project], 1, (count) => count < 1_100)).accepted).toBe(EVENTS_PER_MINUTE - used);
});

test('a Redis that stands still is waited for once, and comes back by itself', async () => {
  const sent = await underLoad(async () => {
    await waitUntil(async () => Number(await redis.client.get(`lamppost:limit:${project.id}:events`)) > 20);
    redis.pause();
    try {
      await waitUntil(async () => !(await isShared(server)));
      expect((await readinessOf(server)).reasons[0]).toContain(`Redis did not respond within ${TIMEOUT_MS} ms`);
      const startedAt = performance.now();
      for (let count = 0; count < 50; count += 1) await project.send('GET', '/v1/ingest/capabilities');
      // 25 seconds and more if each of them waited.
      expect(performance.now() - startedAt).toBeLessThan(10 * TIMEOUT_MS);
    } finally {
      redis.resume();
    }
  });
  expect([...sent.statuses.keys()].filter((status) => status !== 202 && status !== 429)).toEqual([]);
  expect(sent.accepted).toBeLessThanOrEqual(EVENTS_PER_MINUTE);
  expect(sent.slowestMs).toBeGreaterThan(TIMEOUT_MS - 50);
  expect(sent.slowestMs).toBeLessThan(2 * TIMEOUT_MS);
  expect(told()).toEqual({ shared: 1, notShared: 1 });
  expect((await sendWhile([project], 1, (count) => count < 1_100)).accepted + sent.accepted).toBeLessThanOrEqual(
    EVENTS_PER_MINUTE,
  );
});

test('ten outages in a row never let through more than the limit', async () => {
  const sent = await underLoad(async () => {
    for (let round = 0; round < 10; round += 1) {
      if (round % 2 === 0) {
        await redis.kill();
        await waitUntil(async () => !(await isShared(server)));
        await redis.startAgain();
      } else {
        redis.pause();
        await waitUntil(async () => !(await isShared(server)));
        redis.resume();
      }
      await waitUntil(() => isShared(server));
    }
  });
  expect([...sent.statuses.keys()].filter((status) => status !== 202 && status !== 429)).toEqual([]);
  expect(sent.accepted).toBeGreaterThan(0);
  expect(sent.accepted).toBeLessThanOrEqual(EVENTS_PER_MINUTE);
});

test('scripts that were flushed are no outage', async () => {
  expect((await project.ingest(batchOf(1))).status).toBe(202);
  await redis.client.script('FLUSH');
  expect((await project.ingest(batchOf(1))).headers.get('ratelimit')).toContain(`"events";r=${EVENTS_PER_MINUTE - 2};`);
  expect(told()).toEqual({ shared: 0, notShared: 0 });
});

describe('a replica', () => {
  test('is not written to; once it is the primary, limits are shared', async () => {
    await redis.client.replicaof('127.0.0.1', 1);
    expect((await project.ingest(batchOf(10))).status).toBe(202);
    await waitUntil(async () => !(await isShared(server)));
    expect((await readinessOf(server)).reasons[0]).toContain('READONLY');
    expect((await project.ingest(batchOf(10))).status).toBe(202);
    await redis.client.replicaof('NO', 'ONE');
    await waitUntil(() => isShared(server));
    expect((await project.ingest(batchOf(1))).headers.get('ratelimit')).toContain(
      `"events";r=${EVENTS_PER_MINUTE - 21};`,
    );
  });
});
