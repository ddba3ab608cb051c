import { defaultPlans } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  const onOffer = Object.entries(defaultPlans).map(([name, plan]) => ({
    name,
    requests_per_minute: plan.requestsPerMinute,
    events_per_minute: plan.eventsPerMinute,
    events_per_day: plan.eventsPerDay,
  }));
  const small = { name: 'small-minute', requests_per_minute: 5_000, events_per_minute: 100, events_per_day: 10_000 };
  const day = { name: 'small-day', requests_per_minute: 5_000, events_per_minute: 10_000, events_per_day: 150 };
  const response = await server.post(
    '/v1/plans',
    { plans: [...onOffer, small, day] },
    { method: 'PUT', key: server.bootstrap.operator_token },
  );
  expect(response.status).toBe(200);
  await server.waitForStore();
});
afterAll(() => server.dispose());

const batchOf = (count: number, event: object = { event: 'a' }) => ({
  batch: Array.from({ length: count }, () => event),
});
const look = (project: TestProject, init = {}) => project.send('GET', '/v1/ingest/capabilities', init);
const spend = (project: TestProject, requests: number) =>
  Promise.all(Array.from({ length: requests }, () => look(project)));
const usageOf = async (project: TestProject) =>
  (await project.get('/v1/usage')).data<Record<string, { limit: number | null; used: number }>>();

describe.concurrent('requests', () => {
  test('on the free plan the 61st of a minute is the first refused', async () => {
    const project = await TestProject.create(server, 'free');
    for (let count = 1; count <= 60; count += 1) {
      const response = await look(project);
      expect([count, response.status]).toEqual([count, 200]);
      expect(response.headers.get('ratelimit-policy')).toBe('"requests";q=60;w=60');
      expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"requests";r=${60 - count};t=(?:60|[1-5]\\d)$`));
    }
    const refused = await look(project);
    expect(refused.status).toBe(429);
    expect(refused.error.code).toBe('RATE_LIMIT_EXCEEDED');
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(30);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit')).toBe(`"requests";r=0;t=${retryAfter}`);
    expect(refused.headers.get('ratelimit-policy')).toBe('"requests";q=60;w=60');
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  test('all keys, environments and endpoints of a project share them; other projects do not', async () => {
    const project = await TestProject.create(server, 'free');
    const other = await TestProject.create(server, 'free');
    const ways = [
      () => project.ingest(batchOf(1)),
      () => project.post('/v1/ingest?x=1', batchOf(1)),
      () => project.post('/v1/devices/register', {}),
      () => project.send('GET', '/v1/config'),
      () => project.get('/v1/keys'),
      () => project.send('GET', '/v1/config', { key: project.keys.development.publishable }),
    ];
    for (let turn = 0; turn < 10; turn += 1) for (const way of ways) expect((await way()).status).toBeLessThan(203);
    for (const way of ways) expect((await way()).status).toBe(429);
    expect((await look(other)).status).toBe(200);
  });

  test('requests that arrive together are counted one by one', async () => {
    const project = await TestProject.create(server, 'free');
    const statuses = (await spend(project, 100)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });

  test('preflights, 401s, 403s, unknown routes and refused requests spend nothing', async () => {
    const project = await TestProject.create(server, 'free');
    await spend(project, 59);
    for (let turn = 0; turn < 5; turn += 1) {
      const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
      expect((await project.send('OPTIONS', '/v1/ingest', { headers, key: null })).status).toBe(204);
      expect((await project.ingest(batchOf(1), { key: `${project.secret}x` })).status).toBe(401);
      expect((await project.send('GET', '/v1/nothing')).status).toBe(404);
      expect((await project.get('/v1/keys', { key: project.publishable })).status).toBe(403);
    }
    expect((await look(project)).status).toBe(200);
    expect((await look(project)).status).toBe(429);
  });

  test('a request that is answered 400 or 404 by its route has been spent', async () => {
    const project = await TestProject.create(server, 'free');
    await spend(project, 58);
    expect((await project.ingest('{')).status).toBe(400);
    expect((await project.post('/v1/devices/unknown/identify', { user_id: 'u' })).status).toBe(404);
    expect((await look(project)).status).toBe(429);
  });

  test('every answer to a keyed request carries the limits, whatever its status', async () => {
    const project = await TestProject.create(server, 'starter');
    const responses = {
      200: await look(project),
      202: await project.ingest(batchOf(1)),
      400: await project.ingest('{'),
      '400 on the other way': await project.post('/v1/ingest?x=1', '{'),
      403: await project.get('/v1/keys', { key: project.publishable }),
      404: await project.post('/v1/devices/unknown/identify', { user_id: 'u' }),
      413: await project.ingest('x'.repeat(1_100_000)),
    };
    for (const [name, { status, headers }] of Object.entries(responses)) {
      expect(name).toContain(String(status));
      expect(`${name}: ${headers.get('ratelimit')}`).toMatch(/: "requests";r=\d+;t=\d+/);
      expect(`${name}: ${headers.get('ratelimit-policy')}`).toMatch(/: "requests";q=300;w=60/);
    }
  });

  test('a plan that is changed holds from the next request on', async () => {
    const project = await TestProject.create(server, 'free');
    await spend(project, 60);
    expect((await look(project)).status).toBe(429);
    const operator = { key: server.bootstrap.operator_token };
    const patch = (plan: string) =>
      server.post(`/v1/projects/${project.id}`, { plan }, { ...operator, method: 'PATCH' });
    expect((await patch('starter')).status).toBe(200);
    expect((await look(project)).headers.get('ratelimit')).toMatch(/^"requests";r=239;/);
    expect((await patch('unmetered')).status).toBe(200);
    expect((await spend(project, 400)).every(({ status }) => status === 200)).toBe(true);
  });

  test('the project of the first start is on scale', async () => {
    const { data } = await server.json<{ data: { plan: string } }>('/v1/usage');
    expect(data.plan).toBe('scale');
  });
});

describe.concurrent('events of a minute', () => {
  test('a batch that does not fit is refused whole: nothing stored, nothing spent', async () => {
    const project = await TestProject.create(server, 'small-minute');
    const first = await project.ingest(batchOf(60, { event: 'first' }));
    expect(first.status).toBe(202);
    expect(first.headers.get('ratelimit')).toMatch(/"events";r=40;t=\d+/);
    expect(first.headers.get('ratelimit-policy')).toContain('"events";q=100;w=60');
    for (const path of ['/v1/ingest', '/v1/ingest?x=1']) {
      const refused = await project.post(path, batchOf(41, { event: 'refused' }));
      expect(refused.status).toBe(429);
      expect(refused.error.code).toBe('INGEST_RATE_LIMITED');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(refused.headers.get('ratelimit')).toMatch(/"requests";r=\d+/);
    }
    expect((await usageOf(project)).events_this_minute).toMatchObject({ limit: 100, used: 60 });
    expect((await project.ingest(batchOf(40, { event: 'second' }))).status).toBe(202);
    expect((await project.ingest(batchOf(1))).status).toBe(429);
    await server.waitForCount(100, '', project.secret);
    await server.waitForCount(0, '?event=refused', project.secret, 0);
    expect((await project.get('/v1/usage')).data<{ stored: { total: number } }>().stored.total).toBe(100);
  });

  test('repeats and rejected events count; a batch that is answered 400 does not', async () => {
    const project = await TestProject.create(server, 'small-minute');
    await project.ingest(batchOf(50, { event: 'a', event_id: 'same' }));
    await project.ingest({ batch: [{ event: 'good' }, ...Array(39).fill({ event: 'bad', timestamp: 'never' })] });
    expect((await project.ingest(batchOf(10, { event: 5 }))).status).toBe(400);
    expect((await project.ingest(batchOf(101))).status).toBe(400);
    expect((await usageOf(project)).events_this_minute?.used).toBe(90);
    expect((await project.ingest(batchOf(11))).status).toBe(429);
    expect((await project.ingest(batchOf(10))).status).toBe(202);
  });

  test('all keys of a project share them; crashes, metrics and other projects do not count', async () => {
    const project = await TestProject.create(server, 'small-minute');
    const other = await TestProject.create(server, 'small-minute');
    expect((await project.ingest(batchOf(50))).status).toBe(202);
    expect((await project.ingest(batchOf(30), { key: project.secret })).status).toBe(202);
    expect((await project.ingest(batchOf(20), { key: project.keys.development.publishable })).status).toBe(202);
    expect((await project.ingest(batchOf(1))).status).toBe(429);
    expect((await project.post('/v1/crashes/report', { platform: 'ios', exception_type: 'E' })).status).toBe(202);
    const metric = { metric_type: 'span', metric_name: 'm', value_ms: 1 };
    expect((await project.post('/v1/performance/ingest', batchOf(200, metric))).status).toBe(202);
    expect((await other.ingest(batchOf(100))).status).toBe(202);
  });

  test('batches that arrive together never exceed it', async () => {
    const project = await TestProject.create(server, 'small-minute');
    const responses = await Promise.all(Array.from({ length: 20 }, () => project.ingest(batchOf(15))));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(6);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(14);
    await server.waitForCount(90, '', project.secret);
  });
});

describe.concurrent('events of a day', () => {
  test('a batch that does not fit is refused with a wait until the day is over', async () => {
    const project = await TestProject.create(server, 'small-day');
    expect((await project.ingest(batchOf(100))).status).toBe(202);
    const refused = await project.ingest(batchOf(51));
    expect([refused.status, refused.error.code]).toEqual([429, 'INGEST_RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    expect(await usageOf(project)).toMatchObject({
      events_this_minute: { limit: 10_000, used: 100 },
      events_today: { limit: 150, used: 100 },
    });
    expect((await project.ingest(batchOf(50))).status).toBe(202);
  });
});

test('an unmetered project is held by no limit', async () => {
  const project = await TestProject.create(server);
  expect((await spend(project, 200)).every(({ status }) => status === 200)).toBe(true);
  const responses = await Promise.all(Array.from({ length: 30 }, () => project.ingest(batchOf(100))));
  expect(responses.every(({ status }) => status === 202)).toBe(true);
  expect(await usageOf(project)).toMatchObject({
    plan: 'unmetered',
    requests_this_minute: { limit: null },
    events_this_minute: { limit: null },
    events_today: { limit: null },
  });
});

test('looking at the usage does not begin a window of events', async () => {
  const project = await TestProject.create(server, 'small-minute');
  const windowOf = async () => (await usageOf(project)).events_this_minute as unknown as { resets_in_seconds: number };
  await windowOf();
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const response = await project.ingest(batchOf(1));
  expect(response.headers.get('ratelimit')).toMatch(/"events";r=99;t=60/);
});
