import { expect, test } from 'vitest';
import { mmkvStorage } from './mmkv-storage.ts';
import { type Launched, VirtualPhone } from './testing/virtual-phone.ts';

const second = 1_000;
const minute = 60_000;

const hermesStack = `TypeError: undefined is not a function
    at pay (address at index.android.bundle:1:2345)
    at anonymous (address at index.android.bundle:1:300)
    at apply (native)`;
const thrown = (message = 'undefined is not a function'): Error =>
  Object.assign(new TypeError(message), { stack: hermesStack });

const isStored = (phone: VirtualPhone): boolean =>
  [...phone.stored.values()].some((text) => text.includes('"exception_type":"TypeError"'));
const reports = (phone: VirtualPhone): Record<string, unknown>[] => [...phone.server.crashes.values()];

/** Ends the app with the first fatal error that reaches React Native, as React Native does. */
async function crash(phone: VirtualPhone, app: Launched, error: unknown = thrown()): Promise<boolean> {
  app.host.throwUncaught(error);
  for (let ms = 0; ms < 3_000 && app.host.reached.length === 0; ms += 1) await phone.clock.advance(1);
  const wasStored = isStored(phone);
  app.kill();
  return wasStored;
}

test('a fatal error is on disk before it reaches React Native, and arrives once after the next start', async () => {
  const phone = new VirtualPhone();
  phone.server.fault = () => 'network';
  const first = phone.launch({ app: { version: '2.0' } });
  await phone.clock.advance(second);
  first.client.screen('Checkout');
  first.client.identify('ada');
  await phone.clock.advance(second);
  const atMs = phone.clock.nowMs;
  expect(await crash(phone, first)).toBe(true);
  expect(first.host.reached).toEqual([{ error: expect.any(TypeError), isFatal: true }]);
  expect(phone.clock.nowMs - atMs).toBeLessThan(50);

  phone.server.fault = undefined;
  phone.launch({ app: { version: '2.0' } });
  await phone.clock.advance(minute);
  expect(reports(phone)).toMatchObject([
    {
      platform: 'android',
      app_version: '2.0',
      os_version: '14',
      device_model: 'Pixel 8',
      exception_type: 'TypeError',
      stack_trace: hermesStack,
      is_foreground: true,
      screen_name: 'Checkout',
      user_id: 'ada',
      timestamp: new Date(atMs).toISOString(),
      breadcrumbs: [{ category: 'navigation', message: 'Checkout' }],
      custom_data: { mechanism: 'fatal', is_unhandled: true },
    },
  ]);
});

test('what was taken by the server before the app died does not count twice', async () => {
  const phone = new VirtualPhone();
  const first = phone.launch();
  await phone.clock.advance(second);
  await crash(phone, first);
  // The request was under way, and arrives; its answer finds nobody.
  await phone.clock.advance(second);
  expect(reports(phone)).toHaveLength(1);
  phone.launch();
  await phone.clock.advance(minute);
  expect(phone.server.of('/v1/crashes/report')).toHaveLength(2);
  expect(reports(phone)).toHaveLength(1);
});

test('an error before storage was read is not lost either', async () => {
  const phone = new VirtualPhone();
  phone.server.fault = () => 'network';
  expect(await crash(phone, phone.launch())).toBe(true);
  phone.server.fault = undefined;
  phone.launch();
  await phone.clock.advance(minute);
  expect(reports(phone)).toHaveLength(1);
});

test('where storage answers at once, so does the handler', () => {
  const phone = new VirtualPhone();
  const { stored } = phone;
  const storage = mmkvStorage({
    getString: (key) => stored.get(key),
    set: (key, value) => stored.set(key, value),
    getAllKeys: () => [...stored.keys()],
    remove: (key) => stored.delete(key),
  });
  const { host } = phone.launch({ storage });
  host.throwUncaught(thrown());
  expect(host.reached).toHaveLength(1);
  expect(isStored(phone)).toBe(true);
});

test('a storage that never answers holds a dying app for two seconds at most', async () => {
  const phone = new VirtualPhone();
  const app = phone.launch({
    storage: {
      getItem: () => new Promise(() => {}),
      getAllKeys: async () => [],
      setItem: () => new Promise(() => {}),
      removeItem: () => new Promise(() => {}),
    },
  });
  await phone.clock.advance(second);
  app.host.throwUncaught(thrown());
  await phone.clock.advance(1_990);
  expect(app.host.reached).toEqual([]);
  await phone.clock.advance(20);
  expect(app.host.reached).toHaveLength(1);
  await phone.clock.advance(minute);
  expect(app.host.reached).toHaveLength(1);
});

test('an error that is not fatal goes on at once, and says where the app was', async () => {
  const phone = new VirtualPhone();
  const { host } = phone.launch();
  await phone.clock.advance(second);
  host.become('background');
  const error = Object.assign(thrown(), { componentStack: '\n    in Cart\n    in App' });
  host.throwUncaught(error, false);
  expect(host.reached).toEqual([{ error, isFatal: false }]);
  await phone.clock.advance(minute);
  expect(reports(phone)).toMatchObject([
    {
      is_foreground: false,
      custom_data: { mechanism: 'onerror', is_unhandled: true, component_stack: '\n    in Cart\n    in App' },
    },
  ]);
});

test('an app that was started in the background is not in the foreground', async () => {
  const phone = new VirtualPhone();
  const { host } = phone.launch({}, { state: 'background' });
  host.throwUncaught(thrown(), false);
  await phone.clock.advance(minute);
  expect(reports(phone)).toMatchObject([{ is_foreground: false }]);
});

test('a rejection that nobody handles is reported, and said to the developer', async () => {
  const phone = new VirtualPhone();
  const { host } = phone.launch();
  await phone.clock.advance(second);
  host.rejectUnhandled(thrown());
  host.rejectUnhandled('just a text');
  host.rejectUnhandled(undefined);
  for (const odd of [Object.create(null), Symbol('odd')]) expect(() => host.rejectUnhandled(odd)).not.toThrow();
  await phone.clock.advance(minute);
  const reported = reports(phone).map(({ exception_message, custom_data }) => [exception_message, custom_data]);
  expect(reported).toHaveLength(5);
  expect(reported.slice(0, 3)).toEqual([
    ['undefined is not a function', { mechanism: 'unhandledrejection', is_unhandled: true }],
    ['just a text', { mechanism: 'unhandledrejection', is_unhandled: true }],
    ['undefined', { mechanism: 'unhandledrejection', is_unhandled: true }],
  ]);
  expect(host.lines[0]).toContain('at pay (address at index.android.bundle');
});

test('handlers of others before and behind this one are called, also after it was closed', async () => {
  const phone = new VirtualPhone();
  const { host, client } = phone.launch();
  await phone.clock.advance(second);
  const ours = host.global.ErrorUtils?.getGlobalHandler?.();
  const heard: unknown[] = [];
  host.global.ErrorUtils?.setGlobalHandler?.((error, isFatal) => {
    heard.push(error);
    ours?.(error, isFatal);
  });
  host.throwUncaught(thrown('one'), false);
  const closing = client.close();
  await phone.clock.advance(minute);
  await closing;
  host.throwUncaught(thrown('two'), true);
  expect(heard).toHaveLength(2);
  expect(host.reached).toHaveLength(2);
  expect(reports(phone)).toHaveLength(1);
});

test('what was there before is there again after a client was closed', async () => {
  const phone = new VirtualPhone();
  const { host, client } = phone.launch({}, { hasXhr: true });
  const { fetch } = host.global;
  await phone.clock.advance(second);
  expect(host.global.fetch).not.toBe(fetch);
  const closing = client.close();
  await phone.clock.advance(minute);
  await closing;
  expect(host.global.fetch).toBe(fetch);
  host.throwUncaught(thrown(), true);
  expect(host.reached).toHaveLength(1);
});

test('with `uncaught: false` nothing is watched', async () => {
  const phone = new VirtualPhone();
  const { host, client } = phone.launch({ uncaught: false });
  await phone.clock.advance(second);
  host.throwUncaught(thrown(), true);
  host.rejectUnhandled(thrown());
  expect(host.reached).toHaveLength(1);
  client.captureError(thrown('by hand'));
  await phone.clock.advance(minute);
  expect(reports(phone).map(({ custom_data }) => custom_data)).toEqual([{ mechanism: 'manual', is_unhandled: false }]);
});
