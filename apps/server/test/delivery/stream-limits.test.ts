import { afterAll, test as base, beforeAll, expect } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
const open: StreamReader[] = [];
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_MAX_CONFIG_STREAMS: '3', LP_MAX_LIVE_STREAMS: '2' } });
  await server.waitForStore();
});
afterAll(async () => {
  await Promise.all(open.map((stream) => stream.close()));
  await server.dispose();
});
const test = base.extend('project', () => TestProject.create(server));

async function connect(path: string, key: string): Promise<StreamReader> {
  const stream = await StreamReader.open(`${server.url}${path}`, { Authorization: `Bearer ${key}` });
  open.push(stream);
  return stream;
}

const statuses = (streams: readonly StreamReader[]) => streams.map(({ response }) => response.status).toSorted();

test('streams of one project cannot take the connections of all', async ({ project }) => {
  const path = '/v1/config/stream';
  const streams = await Promise.all(Array.from({ length: 6 }, () => connect(path, project.publishable)));
  expect(statuses(streams)).toEqual([200, 200, 200, 429, 429, 429]);
  const refused = await server.request(path, { key: project.publishable });
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(await refused.json()).toMatchObject({
    error: { code: 'RATE_LIMIT_EXCEEDED', message: 'The project has 3 configuration streams open, which is the limit' },
  });
  const ruleset = await connect('/v1/ruleset/stream', project.secret);
  expect(ruleset.response.status).toBe(429);

  const other = await TestProject.create(server);
  expect((await connect(path, other.publishable)).response.status).toBe(200);

  await streams.find(({ response }) => response.status === 200)?.close();
  await waitUntil(async () => (await connect(path, project.publishable)).response.status === 200);
});

test('live views have a bound of their own, and those that are refused leave nothing behind', async ({ project }) => {
  const path = '/v1/events/stream';
  const streams = await Promise.all(Array.from({ length: 5 }, () => connect(path, project.secret)));
  expect(statuses(streams)).toEqual([200, 200, 429, 429, 429]);
  expect((await connect('/v1/config/stream', project.publishable)).response.status).toBe(200);
  await Promise.all(streams.map((stream) => stream.close()));
  await waitUntil(async () => (await connect(path, project.secret)).response.status === 200);
});
