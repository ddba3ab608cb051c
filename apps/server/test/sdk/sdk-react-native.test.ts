import {
  createLamppostOn,
  createMockHost,
  createMockStorage,
  type MockHost,
  type ReactNativeLamppost,
  type ReactNativeOptions,
} from '@lamppost/react-native/mock';
import { afterAll, test as base, beforeAll, expect } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
const open: App[] = [];
beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
});
afterAll(() => {
  for (const app of open) app.kill();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface App {
  readonly client: ReactNativeLamppost;
  readonly host: MockHost;
  /** Nothing can be reached from now on. */
  goOffline(): void;
  /** As the system does it: nothing runs any more, nothing more is stored, answers find nobody. */
  kill(): void;
}

function launch(project: TestProject, stored: Map<string, string>, options: Partial<ReactNativeOptions> = {}): App {
  let isAlive = true;
  let isOffline = false;
  const asLongAsItLives = <T>(promise: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      promise.then(
        (value) => isAlive && resolve(value),
        (error) => isAlive && reject(error),
      );
    });
  const later = (delayMs: number, task: () => void): (() => void) => {
    const timer = setTimeout(() => isAlive && task(), delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  };
  const host = createMockHost({
    later,
    fetch: (input, init) => {
      if (!isAlive) return new Promise(() => {});
      if (isOffline) return Promise.reject(new TypeError('Network request failed'));
      return asLongAsItLives(fetch(`${input}`, init as RequestInit));
    },
  });
  const inner = createMockStorage(stored);
  const storage = {
    ...inner,
    setItem: async (key: string, value: string) => isAlive && inner.setItem(key, value),
    multiSet: async (pairs: [string, string][]) => isAlive && inner.multiSet(pairs),
    removeItem: async (key: string) => isAlive && inner.removeItem(key),
    multiRemove: async (keys: string[]) => isAlive && inner.multiRemove(keys),
  };
  const client = createLamppostOn(host, {
    key: project.publishable,
    url: server.url,
    app: { version: '1.4.0', build: '1040' },
    storage,
    flushMs: 50,
    ...options,
  });
  const app = {
    client,
    host,
    goOffline: () => {
      isOffline = true;
    },
    kill: () => {
      isAlive = false;
    },
  };
  open.push(app);
  return app;
}

test('registers, reads flags, hears of changes over XMLHttpRequest, and has everything accepted', async ({
  project,
  admin,
}) => {
  await admin.flag('banner', { value_type: 'string', platforms: ['android'] });
  await admin.rollout('banner', 100, 'blue');
  const { client, host } = launch(project, new Map());
  client.screen('Home');
  await client.ready;
  expect(client.flag('banner', '')).toBe('blue');
  await host.global.fetch?.(`${server.url.replace('127.0.0.1', 'localhost')}/healthz?secret=1`);
  await client.flush();
  const { deviceId } = client.status();
  const rows = await project.events(4);
  expect(rows.map(({ event }) => event).sort()).toEqual([
    '$app_install',
    '$flag_exposure',
    '$screen',
    '$session_start',
  ]);
  expect(rows.find(({ event }) => event === '$screen')).toMatchObject({
    device_id: deviceId,
    properties: { screen_name: 'Home' },
    context: { device: { platform: 'android', os_version: '14', model: 'Pixel 8' }, app: { build: '1040' } },
  });
  await waitUntil(async () => (await project.get(`/v1/devices/${deviceId}`)).status === 200);
  await waitUntil(async () => {
    const response = await project.get('/v1/performance/summary');
    return response.status === 200 && response.text.includes('cold_start') && response.text.includes('/healthz"');
  });
  const changed = new Promise<void>((resolve) => {
    client.onChange(() => client.inspect('banner').value === 'green' && resolve());
  });
  await admin.rollout('banner', 100, 'green');
  await changed;
  expect(client.status()).toMatchObject({ rejected: 0, dropped: 0, lastError: null });
});

test('loses nothing and doubles nothing when the app is killed while it sends', async ({ project }) => {
  const stored = new Map<string, string>();
  const tracked: string[] = [];
  for (let start = 0; start < 6; start += 1) {
    const { client, kill } = launch(project, stored, { flushAt: 5, stream: false });
    for (let event = 0; event < 12; event += 1) {
      tracked.push(`${start}.${event}`);
      client.track('step', { at: `${start}.${event}` });
      if (event % 4 === 3) await new Promise((resolve) => setTimeout(resolve, start * 3));
    }
    // Storage has everything; requests are under way, or answered, or not sent yet.
    await waitUntil(() => [...stored.values()].join().includes(`"${tracked.at(-1)}"`) || client.status().queued === 0);
    kill();
  }
  const { client } = launch(project, stored, { stream: false });
  await client.ready;
  await waitUntil(() => client.status().queued === 0);
  const rows = await project.events(tracked.length, '?event=step');
  expect(rows.map(({ properties }) => properties.at).sort()).toEqual([...tracked].sort());
});

const hermesStack = `TypeError: undefined is not a function
    at a (address at index.android.bundle:1:100)
    at anonymous (address at index.android.bundle:1:250)
    at apply (native)`;
/** How it is read with the source map of its release is in react-native-hermes.test.ts, with real ones. */
test('a fatal error arrives after the restart of the app, with the stack that the engine wrote', async ({
  project,
}) => {
  const stored = new Map<string, string>();
  const first = launch(project, stored, { stream: false });
  await first.client.ready;
  first.client.screen('Cart');
  await first.client.flush();
  first.goOffline();
  first.host.throwUncaught(Object.assign(new TypeError('undefined is not a function'), { stack: hermesStack }));
  await waitUntil(() => first.host.reached.length === 1);
  expect([...stored.values()].some((text) => text.includes('undefined is not a function'))).toBe(true);
  first.kill();

  launch(project, stored, { stream: false });
  expect(await framesOf(project)).toMatchObject([
    { function: 'a', file: 'index.android.bundle', line: 1, column: 100 },
    { file: 'index.android.bundle', line: 1, column: 250 },
    {},
  ]);
});

test('a stack of JavaScriptCore is read with the source map of its bundle', async ({ project }) => {
  const folder = '/var/containers/Bundle/Application/0190A6C2-7B1E-7CC3-98C4-DC0C0C07398F/Shop.app';
  const uploaded = await project.send('POST', '/v1/symbols?kind=sourcemap&release=1.4.0&file=main.jsbundle', {
    key: project.secret,
    // Column 100 is line 5 of cart.js; column 250 is line 9, where `addItem` is called.
    body: JSON.stringify({
      version: 3,
      sources: ['cart.js'],
      sourcesContent: [
        '\n\n\nfunction addItem(a) {\n  return a.b;\n}\n\nexport function checkout() {\n  return addItem();\n}\n',
      ],
      names: ['addItem'],
      mappings: 'oGAIE,sJAIEA',
    }),
  });
  expect(uploaded.status).toBe(201);
  const { host } = launch(project, new Map(), { stream: false, device: { platform: 'ios' } });
  const stack = `a@${folder}/main.jsbundle:1:101\nb@${folder}/main.jsbundle:1:251\n[native code]`;
  host.rejectUnhandled(Object.assign(new TypeError("undefined is not an object (evaluating 'a.b')"), { stack }));
  expect(await framesOf(project)).toMatchObject([
    { function: 'addItem', file: 'cart.js', line: 5 },
    { function: 'checkout', file: 'cart.js', line: 9 },
    {},
  ]);
});

/** Of the only report that there is, the innermost first. */
async function framesOf(project: TestProject): Promise<unknown[]> {
  interface Group {
    readonly id: string;
    readonly reports: number;
  }
  let groups: Group[] = [];
  await waitUntil(async () => {
    const response = await project.get('/v1/crashes/groups');
    if (response.status === 200) groups = response.data<Group[]>();
    return groups.length > 0;
  });
  expect(groups).toMatchObject([{ reports: 1, exception_type: 'TypeError' }]);
  const reports = await project.get(`/v1/crashes/groups/${groups[0]?.id}/reports`);
  const [report, ...more] = reports.data<{ exceptions: { frames: unknown[] }[] }[]>();
  expect(more).toEqual([]);
  return report?.exceptions[0]?.frames ?? [];
}
