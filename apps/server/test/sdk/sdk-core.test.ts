import {
  askConsent,
  captureErrors,
  correctClock,
  createCore,
  inspectClient,
  type Lamppost,
  measureMetrics,
  observeChanges,
  streamConfig,
} from '@lamppost/sdk-core';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { memoryStorage, nodePlatform } from '../harness/node-platform.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
const open: Lamppost[] = [];
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

const plugins = [askConsent, observeChanges, correctClock, inspectClient, captureErrors, measureMetrics, streamConfig];

function launch(project: TestProject, storage = memoryStorage(), isSilent?: () => boolean): Lamppost {
  const options = { key: project.publishable, url: server.url, app: { version: '1.2.3' }, flushMs: 50 };
  const client = createCore({ platform: nodePlatform(storage, isSilent), options, plugins }).client as Lamppost;
  open.push(client);
  return client;
}

describe('a client against the server', () => {
  test('registers, reads flags and experiments, sends exposures, and is identified', async ({ project, admin }) => {
    await admin.flag('banner', { value_type: 'string', platforms: ['server'] });
    await admin.rollout('banner', 100, 'blue');
    await admin.running('checkout', { traffic_pct: 100 });
    const client = launch(project);
    await client.ready;
    expect(client.flag('banner', '')).toBe('blue');
    const variant = client.experiment('checkout')?.variant;
    expect(variant).toBeTypeOf('string');
    client.identify('ada', { plan: 'pro' });
    client.track('paid', { amount: 5 });
    await client.flush();
    const rows = await project.events(4);
    const byName = new Map(rows.map((row) => [row.event, row]));
    const { deviceId, anonymousId, sessionId } = client.status();
    expect([...byName.keys()].sort()).toEqual(['$experiment_exposure', '$flag_exposure', '$session_start', 'paid']);
    expect(byName.get('paid')).toMatchObject({
      user_id: 'ada',
      device_id: deviceId,
      anonymous_id: anonymousId,
      session_id: sessionId,
      properties: { amount: 5 },
      context: { flags: { banner: 'blue' }, experiments: { checkout: variant }, app: { version: '1.2.3' } },
    });
    expect(client.status()).toMatchObject({ rejected: 0, dropped: 0, queued: 0, lastError: null });
    await waitUntil(async () => (await project.get(`/v1/devices/${deviceId}`)).status === 200);
  });

  test('sends no exposure once the experiment is completed, and goes on giving the winner', async ({
    project,
    admin,
  }) => {
    await admin.running('checkout', { traffic_pct: 100 });
    const storage = memoryStorage();
    const first = launch(project, storage);
    await first.ready;
    first.experiment('checkout');
    await first.flush();
    await first.close();
    await admin.move('checkout', 'complete', { winner: 'treatment' });
    const another = launch(project);
    await another.ready;
    expect(another.experiment('checkout')).toMatchObject({ variant: 'treatment' });
    another.track('bought');
    await another.flush();
    const rows = await project.events(4);
    expect(rows.map(({ event }) => event).sort()).toEqual([
      ...['$experiment_exposure', '$session_start', '$session_start', 'bought'],
    ]);
    expect(rows.find(({ event }) => event === 'bought')?.context).toMatchObject({
      experiments: { checkout: 'treatment' },
    });
  });

  test('hears of a change at once', async ({ project, admin }) => {
    await admin.flag('banner', { value_type: 'string', platforms: ['server'] });
    const client = launch(project);
    await client.ready;
    const changed = new Promise<string>((resolve) => {
      client.onChange(() => {
        const value = client.inspect('banner').value;
        if (value === 'live') resolve(String(value));
      });
    });
    await waitUntil(async () => client.inspect('banner').value === '');
    await admin.rollout('banner', 100, 'live');
    expect(await changed).toBe('live');
  });

  test('has errors and metrics accepted', async ({ project }) => {
    const client = launch(project);
    client.captureError(new TypeError('x is undefined'), { isUnhandled: true });
    client.measure({ type: 'span', name: 'render', value: 12 });
    await client.flush();
    expect(client.status()).toMatchObject({ queued: 0, rejected: 0, dropped: 0, lastError: null, delivered: 3 });
    await waitUntil(async () => {
      const groups = (await project.get('/v1/crashes/groups')).json as { data?: { exception_type: string }[] };
      return groups.data?.[0]?.exception_type === 'TypeError';
    });
  });

  test('loses nothing and doubles nothing when the app dies and the network goes', async ({ project }) => {
    const storage = memoryStorage();
    let isOffline = false;
    const names: string[] = [];
    for (let start = 0; start < 4; start += 1) {
      const client = launch(project, storage, () => isOffline);
      for (let index = 0; index < 20; index += 1) {
        isOffline = index % 7 === 3;
        names.push(`event ${names.length}`);
        client.track(names.at(-1) as string);
        if (index % 5 === 0) await client.flush();
      }
    }
    isOffline = false;
    const last = launch(project, storage);
    await last.flush();
    await Promise.all(open.map((client) => client.flush()));
    const rows = await project.events(names.length + 1);
    const stored = rows.map(({ event }) => event).filter((event) => event !== '$session_start');
    expect(stored.sort()).toEqual([...names].sort());
  });

  test('keeps what it tracked while the server is gone, for the next start', async ({ project }) => {
    const storage = memoryStorage();
    const client = launch(project, storage);
    await client.ready;
    await client.flush();
    await server.kill();
    client.track('meanwhile');
    await client.flush();
    expect(client.status().queued).toBeGreaterThan(0);
    await server.restart();
    const next = launch(project, storage);
    await next.flush();
    expect(next.status()).toMatchObject({ queued: 0, delivered: 1, sessionId: client.status().sessionId });
  });
});
