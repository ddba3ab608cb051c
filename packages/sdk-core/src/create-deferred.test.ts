import { expect, test } from 'vitest';
import { createCore } from './create-core.ts';
import { createDeferred } from './create-deferred.ts';
import { allPlugins, TestWorld, testKey } from './testing/index.ts';

function deferred(world: TestWorld, loaded: Promise<unknown>, onHandedOn?: () => void) {
  const platform = world.device.launch();
  return createDeferred(
    loaded,
    platform.now,
    () => createCore({ platform, options: { key: testKey, url: 'http://lamppost.test' }, plugins: allPlugins }),
    onHandedOn,
  );
}

test('calls before storage was read are made up for, in order, as they were and with their times', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = 'a';
  const client = deferred(world, new Promise<void>((resolve) => world.clock.later(500, resolve)));
  const heard: string[] = [];
  client.onChange(() => heard.push(client.flag('banner', '')));
  const properties = { step: 1 };
  const atMs = world.clock.nowMs;
  client.track('early', properties);
  client.identify('ada');
  client.captureError(new Error('early'));
  client.measure({ type: 'startup', name: 'cold_start', value: 300 });
  properties.step = 2;
  expect(client.flag('banner', 'fallback')).toBe('fallback');
  expect(client.experiment('checkout')).toBeNull();
  expect(client.status().queued).toBe(4 + 1);
  await world.clock.advance(60_000);
  await client.ready;
  expect(world.server.named('early')[0]).toMatchObject({
    properties: { step: 1 },
    timestamp: new Date(atMs).toISOString(),
  });
  expect(world.server.users.get(client.status().deviceId)).toBe('ada');
  expect(world.server.crashes.size).toBe(1);
  expect(world.server.metrics.size).toBe(1);
  expect(client.flag('banner', '')).toBe('a');
  expect(heard).toEqual(['a']);
});

test('stored flags are reported when storage was read: the app had fallbacks until then', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = 'stored';
  const before = world.launch();
  await world.clock.advance(1_000);
  before.platform.kill();
  world.server.fault = () => 'network';
  const client = deferred(world, new Promise<void>((resolve) => world.clock.later(500, resolve)));
  const heard: string[] = [];
  client.onChange(() => heard.push(client.flag('banner', '')));
  await world.clock.advance(400);
  expect(heard).toEqual([]);
  await world.clock.advance(10_000);
  expect(heard).toEqual(['stored']);
});

test('a storage that cannot be read delays nothing for ever', async () => {
  const world = new TestWorld();
  const client = deferred(world, Promise.reject(new Error('locked')));
  client.track('early');
  const flushed = world.clock.advance(1_000).then(() => client.flush());
  await world.clock.advance(60_000);
  await flushed;
  expect(world.server.named('early')).toHaveLength(1);
  const closing = client.close();
  await world.clock.advance(1_000);
  await closing;
  expect(client.status().sending).toBe('closed');
});

test('it is called when nothing waits any more: what was called is stored then', async () => {
  const world = new TestWorld();
  let stored: string[] = [];
  const client = deferred(world, Promise.resolve(), () => {
    stored = [...world.device.stored.values()];
  });
  client.captureError(new Error('early'));
  await world.clock.advance(0);
  expect(stored.some((text) => text.includes('"exception_message":"early"'))).toBe(true);
});
