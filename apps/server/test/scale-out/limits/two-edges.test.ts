import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, waitUntil } from '../../harness/server.ts';
import { TestProject } from '../../harness/test-project.ts';
import { RedisServer } from '../engines/redis-server.ts';
import {
  batchOf,
  EVENTS_PER_DAY,
  EVENTS_PER_MINUTE,
  isShared,
  NOT_SHARED,
  PATIENT,
  PLAN,
  sendWhile,
  startLimited,
  startTwin,
  timesTold,
} from './limited-server.ts';

let redis: RedisServer;
let first: TestServer;
let second: TestServer;
let projects: TestProject[];
beforeAll(async () => {
  redis = await RedisServer.start();
  first = await startLimited(redis.url, PATIENT);
  projects = [];
  for (let count = 0; count < 5; count += 1) projects.push(await TestProject.create(first, PLAN));
  second = await startTwin(first, redis.url);
  await Promise.all([first, second].map((server) => waitUntil(() => isShared(server))));
  await Promise.all([first, second].map((server) => server.waitForStore()));
});
afterAll(async () => {
  await second.dispose();
  await first.dispose();
  await redis.remove();
});

/** The same project on both edges. */
function nextProject(): [TestProject, TestProject] {
  const project = projects.pop();
  if (project === undefined) throw new Error('No project is left');
  return [project, project.on(second)];
}

interface Use {
  readonly used: number;
  readonly limit: number;
}
const usageOf = async (project: TestProject) =>
  (await project.get('/v1/usage')).data<{ events_this_minute: Use; events_today: Use }>();

/** As if a minute had gone by. */
const endMinutes = async (): Promise<void> => {
  for (const key of await redis.client.keys('*:events')) await redis.client.del(key);
};

test('together they let through what one would, and not one event more', async () => {
  const [here, there] = nextProject();
  const sent = await sendWhile([here, there], 7, (count) => count < 400);
  expect([...sent.statuses.keys()].sort()).toEqual([202, 429]);
  expect(sent.accepted).toBe(Math.floor(EVENTS_PER_MINUTE / 7) * 7);
  for (const project of [here, there]) {
    expect((await usageOf(project)).events_this_minute).toMatchObject({ used: sent.accepted });
    expect((await project.ingest(batchOf(7))).status).toBe(429);
  }
  expect([first, second].map((server) => timesTold(server, NOT_SHARED))).toEqual([0, 0]);
});

test('the 61st request of a minute is the first refused, whichever edge it comes to', async () => {
  const operator = { method: 'PATCH', key: first.bootstrap.operator_token };
  const [here, there] = nextProject();
  for (const server of [first, second])
    expect((await server.post(`/v1/projects/${here.id}`, { plan: 'free' }, operator)).status).toBe(200);
  for (let count = 1; count <= 60; count += 1) {
    const response = await (count % 2 === 0 ? here : there).send('GET', '/v1/ingest/capabilities');
    expect([count, response.status]).toEqual([count, 200]);
    expect(response.headers.get('ratelimit')).toContain(`"requests";r=${60 - count};`);
  }
  for (const project of [here, there]) expect((await project.send('GET', '/v1/ingest/capabilities')).status).toBe(429);
});

test('the events of a day are shared, and kept when both edges are killed', async () => {
  const [here, there] = nextProject();
  for (const project of [here, there])
    for (let count = 0; count < 5; count += 1) expect((await project.ingest(batchOf(100))).status).toBe(202);
  await endMinutes();
  await Promise.all([first.restart(), second.restart()]);
  await Promise.all([first, second].map((server) => waitUntil(() => isShared(server))));
  expect((await there.ingest(batchOf(100))).headers.get('ratelimit')).toContain('"events-day";r=400;');
  expect((await sendWhile([here, there], 10, (count) => count < 80)).accepted).toBe(EVENTS_PER_DAY - 1_100);
});

test('a Redis that has forgotten everything is told what the edges know', async () => {
  const [here, there] = nextProject();
  for (const project of [here, there]) expect((await project.ingest(batchOf(100))).status).toBe(202);
  await redis.kill();
  await Promise.all([first, second].map((server) => waitUntil(async () => !(await isShared(server)))));
  for (const project of [here, there]) expect((await project.ingest(batchOf(50))).status).toBe(202);
  await redis.startAgain();
  await Promise.all([first, second].map((server) => waitUntil(() => isShared(server))));
  // One edge had seen 100 and the other 200 when it was killed; each spent 50 since. The first to come back may be hidden
  // behind what the second had seen.
  const used = Number(await redis.client.get(`lamppost:limit:${here.id}:events-day`));
  expect([250, 300]).toContain(used);
  const sent = await sendWhile([here, there], 10, (count) => count < 100);
  expect(sent.accepted).toBe(EVENTS_PER_MINUTE - used);
});
