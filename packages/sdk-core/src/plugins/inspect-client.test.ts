import { expect, test } from 'vitest';
import { TestWorld } from '../testing/index.ts';

const minute = 60_000;

test('inspecting says where a value comes from, and sends no exposure', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = 'a';
  world.server.config.experiments = {
    checkout: { variant_key: 'short', payload: { steps: 2 } },
    bare: { variant_key: 'a' },
  };
  const { client, platform } = world.launch();
  const nothing = { value: undefined, source: 'none', configVersion: null, variant: null, payload: {} };
  expect(client.inspect('banner')).toEqual(nothing);
  await world.clock.advance(1_000);
  expect(client.inspect('banner')).toEqual({ ...nothing, value: 'a', source: 'server', configVersion: '1' });
  expect(client.inspect('checkout')).toMatchObject({ source: 'server', variant: 'short', payload: { steps: 2 } });
  expect(client.inspect('bare')).toMatchObject({ variant: 'a', payload: {} });
  platform.kill();
  world.server.fault = () => 'network';
  const second = world.launch();
  expect(second.client.inspect('banner').source).toBe('cache');
  await world.clock.advance(minute);
  world.server.fault = undefined;
  await world.clock.advance(10 * minute);
  expect(world.server.named('$flag_exposure')).toEqual([]);
  expect(world.server.named('$experiment_exposure')).toEqual([]);
});

test('an override goes before everything, reaches listeners and never the server', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = 'a';
  const { client } = world.launch();
  await world.clock.advance(1_000);
  let calls = 0;
  const off = client.onChange(() => {
    calls += 1;
  });
  client.override('banner', 'forced');
  client.override('checkout', { variant: 'long', payload: { steps: 9 } });
  expect(client.flag('banner', '')).toBe('forced');
  expect(client.flag('banner', 5)).toBe(5);
  expect(client.flags()).toMatchObject({ banner: 'forced' });
  expect(client.inspect('banner')).toMatchObject({ value: 'forced', source: 'override' });
  expect(client.experiment('checkout')).toEqual({ variant: 'long', payload: { steps: 9 } });
  expect(client.inspect('checkout')).toMatchObject({ variant: 'long', payload: { steps: 9 }, source: 'override' });
  expect(calls).toBe(2);
  off();
  client.override('banner', undefined);
  expect(client.inspect('banner').value).toBe('a');
  expect(calls).toBe(2);
  await world.clock.advance(minute);
  expect([...world.server.events.values()].map(({ event }) => event)).toEqual(['$session_start']);
});

test('the status says how things stand', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  client.track('one');
  expect(client.status()).toMatchObject({ sending: 'on', delivered: 0, lastError: null, configSource: 'none' });
  expect(client.status().queued).toBeGreaterThanOrEqual(2);
  await world.clock.advance(minute);
  expect(client.status()).toMatchObject({ queued: 0, delivered: 2, configVersion: '1', configSource: 'server' });
});
