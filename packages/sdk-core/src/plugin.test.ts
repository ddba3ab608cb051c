import { expect, test } from 'vitest';
import type { CreatePlugin } from './core.ts';
import type { Plugin } from './plugin.ts';
import { guardBoot } from './plugins/guard-boot.ts';
import { trackInstalls } from './plugins/track-installs.ts';
import { allPlugins, TestWorld } from './testing/index.ts';

const minute = 60_000;
const plugins = [...allPlugins, guardBoot, trackInstalls];

/** What the server has after two tabs, an opt-out, a crash, a metric, a background, a restart and a wrong clock. */
async function storyWith(order: readonly CreatePlugin[]): Promise<unknown> {
  const world = new TestWorld();
  world.device.clockErrorMs = 10 * minute;
  world.server.config.flags.banner = 'a';
  const { client, platform } = world.launch({ optedOut: true, app: { version: '1' } }, { plugins: order });
  client.track('unheard');
  expect(world.device.stored.size).toBe(0);
  client.optIn();
  await world.clock.advance(minute);
  client.flag('banner', '');
  client.captureError(new Error('broken'));
  client.measure({ type: 'span', name: 'slow', value: 5 });
  client.track('leaving');
  platform.emit('background');
  await world.clock.advance(50);
  const left = world.server.named('leaving').length;
  world.server.fault = () => 'network';
  client.track('kept');
  platform.kill();
  world.server.fault = undefined;
  const second = world.launch({ app: { version: '2' } }, { plugins: order });
  second.client.override('banner', 'mine');
  await world.clock.advance(10 * minute);
  const { dropped, rejected, queued, configSource, lastError } = second.client.status();
  return {
    left,
    events: [...world.server.events.values()].map(({ event }) => event).sort(),
    crashes: world.server.crashes.size,
    metrics: world.server.metrics.size,
    isOnTime: world.server
      .named('kept')
      .every(({ timestamp }) => Math.abs(Date.parse(timestamp) - world.clock.nowMs) < 15 * minute),
    flag: second.client.flag('banner', ''),
    status: { dropped, rejected, queued, configSource, lastError },
  };
}

test('the order of plugins does not matter', async () => {
  const expected = await storyWith(plugins);
  expect(expected).toMatchObject({ left: 1, crashes: 1, metrics: 1, flag: 'mine', isOnTime: true });
  expect(await storyWith([...plugins].reverse())).toEqual(expected);
  for (let at = 1; at < plugins.length; at += 1)
    expect(await storyWith([...plugins.slice(at), ...plugins.slice(0, at)])).toEqual(expected);
});

test('every hook is called, and one that throws takes no other with it', async () => {
  const called = new Set<string>();
  const fail = (): never => {
    throw new Error('of a hook');
  };
  const names = [
    'onLaunch',
    'onReset',
    'onOptIn',
    'onLifecycleEvent',
    'onResponse',
    'onConfig',
    'onOverride',
    'onClose',
  ];
  const broken: CreatePlugin = () => Object.fromEntries(names.map((name) => [name, fail])) as Plugin;
  const listening: CreatePlugin = () =>
    Object.fromEntries(names.map((name) => [name, () => called.add(name)])) as unknown as Plugin;
  const world = new TestWorld();
  const { client, platform } = world.launch({ optedOut: true }, { plugins: [fail, broken, ...allPlugins, listening] });
  client.optIn();
  client.override('banner', 1);
  client.reset();
  client.track('after all');
  platform.emit('background');
  await world.clock.advance(minute);
  await Promise.all([client.close(), world.clock.advance(minute)]);
  expect([...called].sort()).toEqual([...names].sort());
  expect(world.server.named('after all')).toHaveLength(1);
});

test('a configuration that a plugin rejects is neither used nor stored', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = 'a';
  const { client } = world.launch({}, { plugins: [...allPlugins, () => ({ readConfig: () => undefined })] });
  await world.clock.advance(minute);
  expect(client.flags()).toEqual({});
  expect(world.device.stored.has('lamppost.production.config')).toBe(false);
});
