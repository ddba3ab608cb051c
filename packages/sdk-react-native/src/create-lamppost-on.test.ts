import { seededRandom } from '@lamppost/sdk-core/testing';
import { describe, expect, test } from 'vitest';
import { createLamppostOn } from './create-lamppost-on.ts';
import type { DeviceStorage } from './mirror-storage.ts';
import { mmkvStorage } from './mmkv-storage.ts';
import { createMockHost } from './mock/create-mock-host.ts';
import { testKey, VirtualPhone } from './testing/virtual-phone.ts';

const second = 1_000;
const minute = 60_000;
/** Without frames and timers that a test of other things would have to wait for. */
const quiet = { frames: false, stalls: false } as const;

const mmkvOf = (stored: Map<string, string>, isAlive: () => boolean = () => true): DeviceStorage =>
  mmkvStorage({
    getString: (key) => stored.get(key),
    set: (key, value) => isAlive() && stored.set(key, value),
    getAllKeys: () => [...stored.keys()],
    remove: (key) => isAlive() && stored.delete(key),
  });

test('calls are taken at once, and arrive with their times from a device that says what it is', async () => {
  const phone = new VirtualPhone();
  phone.server.config.flags.banner = 'a';
  const { client, lines } = phone.launch({ app: { version: '2.0', build: '9' } });
  const atMs = phone.clock.nowMs;
  client.track('opened', { from: 'push' });
  expect(client.flag('banner', 'none yet')).toBe('none yet');
  await phone.clock.advance(minute);
  await client.ready;
  expect(client.flag('banner', '')).toBe('a');
  expect([...phone.server.devices.values()]).toMatchObject([
    { platform: 'android', os_version: '14', device_model: 'Pixel 8', app_version: '2.0', build_number: '9' },
  ]);
  expect(phone.server.named('opened')).toMatchObject([
    {
      timestamp: new Date(atMs).toISOString(),
      properties: { from: 'push' },
      context: {
        app: { version: '2.0' },
        sdk: { name: '@lamppost/react-native' },
        device: { platform: 'android', type: 'phone', timezone: 'Europe/Vienna' },
      },
    },
  ]);
  expect(phone.server.named('$app_install')).toHaveLength(1);
  expect(phone.server.named('$session_start')).toHaveLength(1);
  expect(lines).toEqual([]);
});

test('without a storage it works from memory, and says so once', async () => {
  const phone = new VirtualPhone();
  const { client, lines } = phone.launch({ storage: undefined });
  client.track('opened');
  await phone.clock.advance(minute);
  expect(phone.server.named('opened')).toHaveLength(1);
  expect(phone.stored.size).toBe(0);
  expect(lines).toEqual(['there is no storage: what was not sent is lost when the app ends']);
});

test('with MMKV the flags of the last time are there with the first line of the next start', async () => {
  const phone = new VirtualPhone();
  phone.server.config.flags.banner = 'a';
  const first = phone.launch({ storage: mmkvOf(phone.stored) });
  await phone.clock.advance(minute);
  first.kill();
  const next = phone.launch({ storage: mmkvOf(phone.stored) });
  expect(next.client.flag('banner', '')).toBe('a');
});

describe('an app that is killed at any moment', () => {
  test('loses nothing and doubles nothing where storage answers at once', async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const phone = new VirtualPhone();
      const random = seededRandom(seed);
      const tracked: string[] = [];
      phone.server.isScripted = () => random() < 0.3;
      for (let index = 0; index < 200; index += 1) phone.server.script.push(random() < 0.5 ? 'lost-answer' : 'network');
      for (let start = 0; start < 6; start += 1) {
        let isAlive = true;
        const app = phone.launch({ ...quiet, storage: mmkvOf(phone.stored, () => isAlive) });
        for (let event = 0; event < 30 * random(); event += 1) {
          tracked.push(`${start}.${event}`);
          app.client.track(`${start}.${event}`);
          await phone.clock.advance(random() * 400);
        }
        isAlive = false;
        app.kill();
      }
      phone.server.script.length = 0;
      phone.launch({ ...quiet, storage: mmkvOf(phone.stored) });
      await phone.clock.advance(10 * minute);
      const arrived = [...phone.server.events.values()].map(({ event }) => event).filter((name) => /^\d/.test(name));
      expect(arrived.sort()).toEqual(tracked.sort());
    }
  });

  test('loses at most what storage had no time to write, and doubles nothing', async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const phone = new VirtualPhone();
      const random = seededRandom(seed);
      const written: string[] = [];
      const all: string[] = [];
      phone.server.isScripted = () => random() < 0.3;
      for (let index = 0; index < 200; index += 1) phone.server.script.push(random() < 0.5 ? 'lost-answer' : 'network');
      for (let start = 0; start < 6; start += 1) {
        const app = phone.launch(quiet);
        const tracked: { name: string; atMs: number }[] = [];
        await phone.clock.advance(20);
        for (let event = 0; event < 30 * random(); event += 1) {
          tracked.push({ name: `${start}.${event}`, atMs: phone.clock.nowMs });
          app.client.track(`${start}.${event}`);
          await phone.clock.advance(random() < 0.5 ? random() * 3 : random() * 400);
        }
        app.kill();
        all.push(...tracked.map(({ name }) => name));
        // A write may have to wait for the one under way: five milliseconds each.
        written.push(...tracked.filter(({ atMs }) => phone.clock.nowMs - atMs > 11).map(({ name }) => name));
      }
      phone.server.script.length = 0;
      phone.launch(quiet);
      await phone.clock.advance(10 * minute);
      const arrived = [...phone.server.events.values()].map(({ event }) => event).filter((name) => /^\d/.test(name));
      expect(new Set(arrived).size).toBe(arrived.length);
      expect(all).toEqual(expect.arrayContaining(arrived));
      expect(arrived).toEqual(expect.arrayContaining(written));
    }
  });
});

test('what waits is sent when the app goes to the background, and flags are asked for when it returns', async () => {
  const phone = new VirtualPhone();
  phone.server.config.flags.banner = 'a';
  const { client, host } = phone.launch({ flushMs: 10 * minute, refreshMs: 0 });
  await phone.clock.advance(minute);
  client.track('left');
  await phone.clock.advance(second);
  expect(phone.server.named('left')).toEqual([]);
  host.become('background');
  await phone.clock.advance(second);
  expect(phone.server.named('left')).toHaveLength(1);
  phone.server.config = { flags: { banner: 'b' }, experiments: {}, config_version: '2' };
  await phone.clock.advance(5 * minute);
  expect(client.flag('banner', '')).toBe('a');
  const changed: string[] = [];
  client.onChange(() => changed.push(client.flag('banner', '')));
  host.become('active');
  await phone.clock.advance(second);
  expect(changed).toEqual(['b']);
});

test('a session ends over night, also in an app that is never closed', async () => {
  const phone = new VirtualPhone();
  const { host } = phone.launch();
  await phone.clock.advance(minute);
  host.become('background');
  await phone.clock.advance(8 * 60 * minute);
  host.become('active');
  await phone.clock.advance(minute);
  expect(phone.server.named('$session_start')).toHaveLength(2);
});

test('a screen is an event, and where errors are; the same one again is none', async () => {
  const phone = new VirtualPhone();
  const { client } = phone.launch();
  client.screen('Home');
  client.screen('Home');
  client.screen('Product', { sku: 'a1' });
  client.captureError(new Error('odd'));
  client.captureError(new Error('elsewhere'), { screenName: 'Modal' });
  await phone.clock.advance(minute);
  expect(phone.server.named('$screen').map(({ properties }) => properties)).toEqual([
    { screen_name: 'Home' },
    { screen_name: 'Product', sku: 'a1' },
  ]);
  expect([...phone.server.crashes.values()].map(({ screen_name }) => screen_name)).toEqual(['Product', 'Modal']);
});

test('who has not agreed is not tracked, and nothing is stored', async () => {
  const phone = new VirtualPhone();
  const { client, host } = phone.launch({ optedOut: true });
  await phone.clock.advance(second);
  client.screen('Home');
  host.throwUncaught(new Error('early'), false);
  host.global.fetch?.('https://api.test/a');
  phone.block(6_000);
  await phone.clock.advance(minute);
  host.become('background');
  await phone.clock.advance(minute);
  expect([phone.server.events.size, phone.server.crashes.size, phone.server.metrics.size]).toEqual([0, 0, 0]);
  expect(phone.server.devices.size).toBe(0);
  expect(phone.stored.size).toBe(0);
});

test('after three starts that crashed, the last configuration that did not is used', async () => {
  const phone = new VirtualPhone();
  phone.server.config.flags.layout = 'good';
  const survivor = phone.launch();
  await phone.clock.advance(minute);
  survivor.kill();
  phone.server.config = { flags: { layout: 'crashes' }, experiments: {}, config_version: '2' };
  for (let start = 0; start < 3; start += 1) {
    const app = phone.launch();
    await phone.clock.advance(2_000);
    app.kill();
  }
  const { client } = phone.launch();
  await phone.clock.advance(minute);
  expect(client.flag('layout', '')).toBe('good');
  expect(phone.server.named('$boot_guard')).toHaveLength(1);
});

test('starts in the background, which the system ends as it likes, are no crashes and need no stream', async () => {
  const phone = new VirtualPhone();
  phone.server.config.flags.layout = 'good';
  const survivor = phone.launch();
  await phone.clock.advance(minute);
  survivor.kill();
  phone.server.config = { flags: { layout: 'newer' }, experiments: {}, config_version: '2' };
  for (let start = 0; start < 4; start += 1) {
    const app = phone.launch({}, { state: 'background', hasXhr: true });
    app.client.track('push received');
    await phone.clock.advance(2_000);
    expect(phone.streams.size).toBe(0);
    app.kill();
  }
  const { client } = phone.launch({}, { hasXhr: true });
  await phone.clock.advance(minute);
  expect(phone.streams.size).toBe(1);
  expect(client.flag('layout', '')).toBe('newer');
  expect(phone.server.named('$boot_guard')).toEqual([]);
  expect(phone.server.named('push received')).toHaveLength(4);
});

test('an app that is closed before its storage was read does nothing any more', async () => {
  const phone = new VirtualPhone();
  const { client, host } = phone.launch();
  const { fetch } = host.global;
  client.track('opened');
  const closing = client.close();
  await phone.clock.advance(minute);
  await closing;
  expect(host.global.fetch).toBe(fetch);
  expect(phone.server.named('opened')).toHaveLength(1);
  const requests = phone.server.requests.length;
  client.track('too late');
  host.become('background');
  host.become('active');
  await phone.clock.advance(10 * minute);
  expect(phone.server.requests).toHaveLength(requests);
});

test('a host where nothing works but the network is no reason to throw', async () => {
  const phone = new VirtualPhone();
  const broken = (): never => {
    throw new Error('the native module is missing');
  };
  const { global, ...rest } = createMockHost({
    now: () => phone.clock.nowMs,
    later: (ms, task) => phone.clock.later(ms, task),
    fetch: phone.fetch((ms, task) => phone.clock.later(ms, task)),
  });
  const bare = {
    ...rest,
    Platform: { OS: 'ios' },
    AppState: { addEventListener: () => undefined },
    Dimensions: undefined,
    global: {
      fetch: global.fetch,
      Date: global.Date,
      console: global.console,
      setTimeout: global.setTimeout,
      clearTimeout: global.clearTimeout,
      Intl: { DateTimeFormat: broken },
      performance: {
        now: () => phone.clock.nowMs,
        get rnStartupTiming() {
          return broken();
        },
      },
    },
  };
  const client = createLamppostOn(bare, { key: testKey, url: 'http://lamppost.test', log: () => {} });
  client.track('opened');
  client.captureError(new Error('odd'));
  await phone.clock.advance(minute);
  expect(phone.server.named('opened')).toMatchObject([{ context: { device: { platform: 'ios' } } }]);
  expect(phone.server.crashes.size).toBe(1);
});

test('shared properties and beforeSend work from the first call on, also before storage has been read', async () => {
  const phone = new VirtualPhone();
  const { client } = phone.launch({
    ...quiet,
    beforeSend(outgoing) {
      if (outgoing.kind === 'event') delete outgoing.item.properties?.email;
      return outgoing;
    },
  });
  client.setProperties({ plan: 'pro' });
  client.track('opened', { email: 'ada@example.com' });
  await phone.clock.advance(minute);
  expect(phone.server.named('opened').map(({ properties }) => properties)).toEqual([{ plan: 'pro' }]);
});
