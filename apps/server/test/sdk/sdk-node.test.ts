import { createLamppost, type NodeLamppost, type NodeOptions } from '@lamppost/node';
import { afterAll, test as base, beforeAll, expect } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { makeRandomExperiments } from '../harness/random-experiments.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
const open: NodeLamppost[] = [];
beforeAll(async () => {
  server = await TestServer.start();
  await server.waitForStore();
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()));
  await server.dispose();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

function launch(project: TestProject, options: Partial<NodeOptions> = {}): NodeLamppost {
  const app = { version: '1.2.3' };
  const client = createLamppost({ key: project.secret, url: server.url, app, log: () => {}, ...options });
  open.push(client);
  return client;
}

test('evaluates as the server does, groups and patterns included', async ({ project, admin }) => {
  await admin.flag('grouped');
  await admin.group('testers');
  await admin.addMember('testers', 'ada');
  await admin.rules('grouped', [
    { conditions: [when('user_group', 'in', 'testers')], value: true, percentage: 100, enabled: true },
  ]);
  await admin.flag('pattern', { value_type: 'string' });
  await admin.rules('pattern', [
    { conditions: [when('email', 'regex', '^(a+)+@')], value: 'matched', percentage: 100, enabled: true },
  ]);
  await admin.flag('half');
  await admin.rollout('half', 50);
  await admin.running('offer', { traffic_pct: 50 });
  const client = launch(project);
  await client.ready;
  for (let count = 0; count < 40; count += 1) {
    const userId = count === 0 ? 'ada' : `user-${count}`;
    const attributes = { email: count % 2 === 0 ? 'aaa@b' : `${'a'.repeat(60)}!` };
    const remote = (
      await project.post('/v1/flags/evaluate', { context: { user_id: userId, ...attributes } }, { key: project.secret })
    ).data<Record<string, { value: unknown; reason: string; rule_id?: string }>>();
    const user = client.forUser({ userId, attributes });
    expect(user.flags()).toEqual(Object.fromEntries(Object.entries(remote).map(([key, { value }]) => [key, value])));
    expect(user.details('grouped', false)).toMatchObject({ reason: remote.grouped?.reason });
    const config = await admin.config(undefined, `?user_id=${userId}`);
    expect(user.config().experiments).toEqual(config.experiments);
  }
});

for (const [seed, heldOutPct] of [
  [1, 0],
  [2, 25],
  [3, 10],
] as const) {
  test(`assigns as the server does: random experiments of seed ${seed}, ${heldOutPct} % held out`, async ({
    project,
    admin,
  }) => {
    await makeRandomExperiments(admin, seed, heldOutPct);
    const client = launch(project);
    await client.ready;
    let assigned = 0;
    for (let count = 0; count < 150; count += 1) {
      const userId = `user-${count}`;
      const config = await admin.config(undefined, `?user_id=${userId}`);
      expect(client.forUser({ userId }).config().experiments).toEqual(config.experiments);
      assigned += Object.keys(config.experiments).length;
    }
    expect(assigned).toBeGreaterThan(5);
  });
}

test('does not send an exposure of a tester', async ({ project, admin }) => {
  await admin.running('offer', { overrides: [{ variant_key: 'treatment', user_ids: ['ada'] }] });
  const client = launch(project);
  await client.ready;
  expect(client.forUser({ userId: 'ada' }).experiment('offer')?.variant).toBe('treatment');
  client.forUser({ userId: 'grace' }).experiment('offer');
  await client.flush();
  expect(client.status()).toMatchObject({ delivered: 1, rejected: 0 });
  expect((await project.events(1)).map(({ event, user_id }) => [event, user_id])).toEqual([
    ['$experiment_exposure', 'grace'],
  ]);
});

test('hears of a change at once, and asks with the tag', async ({ project, admin }) => {
  await admin.flag('banner', { value_type: 'string' });
  const client = launch(project);
  await client.ready;
  const changed = new Promise<readonly string[]>((resolve) => client.onChange(resolve));
  await admin.rollout('banner', 100, 'live');
  expect(await changed).toEqual(['banner']);
  expect(client.flag('banner', '')).toBe('live');
  expect(client.status()).toMatchObject({ configSource: 'server', rulesetState: 'current', lastError: null });
});

test('asks again and again where there is no stream, and hears of a change', async ({ project, admin }) => {
  await admin.flag('banner', { value_type: 'string' });
  const client = launch(project, { stream: false, refreshMs: 100 });
  await client.ready;
  await admin.rollout('banner', 100, 'asked for');
  await waitUntil(() => client.flag('banner', '') === 'asked for');
});

test('has events, exposures, errors and requests accepted, each of the user it belongs to', async ({
  project,
  admin,
}) => {
  await admin.running('offer', { traffic_pct: 100 });
  const client = launch(project);
  await client.ready;
  const user = client.forUser({ userId: 'ada', sessionId: 's-1' });
  const variant = user.experiment('offer')?.variant;
  user.track('bought', { amount: 5 });
  user.captureError(new TypeError('odd'));
  client.noteRequest('GET /users/:id', 200, 12.5);
  client.noteRequest('GET /users/:id', 500, 30);
  await client.flush();
  expect(client.status()).toMatchObject({ queued: 0, rejected: 0, dropped: 0, lastError: null, delivered: 5 });
  const rows = await project.events(2);
  expect(rows.find(({ event }) => event === 'bought')).toMatchObject({
    user_id: 'ada',
    session_id: 's-1',
    device_id: null,
    context: { experiments: { offer: variant }, app: { version: '1.2.3' } },
  });
  await waitUntil(async () => {
    const response = await project.get('/v1/performance/summary?metric_type=span');
    return response.status === 200 && response.text.includes('GET /users/:id');
  });
  await waitUntil(async () => {
    const response = await project.get('/v1/crashes/groups');
    return response.status === 200 && response.text.includes('TypeError');
  });
});

test('finds back to the stream after a restart of the server', { timeout: 180_000 }, async ({ project, admin }) => {
  await admin.flag('banner', { value_type: 'string' });
  const { port } = new URL(server.url);
  const client = launch(project);
  await client.ready;
  await server.restart({ LP_PORT: port });
  await admin.rollout('banner', 100, 'after the restart');
  await waitUntil(() => client.flag('banner', '') === 'after the restart');
});
