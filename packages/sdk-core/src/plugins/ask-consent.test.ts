import { expect, test } from 'vitest';
import { TestWorld } from '../testing/index.ts';

const minute = 60_000;

test('opting out deletes what waits and sends nothing from then on; flags go on', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = true;
  const { client, platform } = world.launch();
  await world.clock.advance(6_000);
  const sent = world.server.events.size;
  client.track('regretted');
  client.optOut();
  client.captureError(new Error('never'));
  client.track('never');
  client.measure({ type: 'span', name: 'never', value: 1 });
  client.identify('ada');
  platform.emit('background');
  platform.emit('foreground');
  await world.clock.advance(60 * minute);
  expect(world.server.events.size).toBe(sent);
  expect(world.server.crashes.size + world.server.metrics.size + world.server.users.size).toBe(0);
  expect(client.flag('banner', false)).toBe(true);
  expect(client.status()).toMatchObject({ sending: 'opted-out', queued: 0 });
  expect([...world.device.stored.keys()].filter((key) => key.includes('.q.'))).toEqual([]);
});

test('a decision holds for later starts, and can be taken back', async () => {
  const world = new TestWorld();
  const first = world.launch();
  first.client.optOut();
  await world.clock.advance(minute);
  first.platform.kill();
  const { client } = world.launch();
  client.track('never');
  await world.clock.advance(minute);
  client.optIn();
  client.track('gladly');
  await world.clock.advance(minute);
  expect(world.server.named('never')).toEqual([]);
  expect(world.server.named('gladly')).toHaveLength(1);
  expect(world.server.devices.has(client.status().deviceId)).toBe(true);
});

test('with optedOut nothing is stored, registered or tracked until somebody agrees', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = true;
  const { client } = world.launch({ optedOut: true });
  client.track('never');
  await world.clock.advance(minute);
  expect(client.flag('banner', false)).toBe(true);
  expect(world.device.stored.size).toBe(0);
  expect(world.server.requests.map(({ path }) => path)).toEqual(['/v1/config']);
  client.optIn();
  client.track('gladly');
  await world.clock.advance(minute);
  expect(world.server.named('gladly')).toHaveLength(1);
  expect(world.server.named('never')).toEqual([]);
  expect(world.device.stored.size).toBeGreaterThan(0);
  client.optIn();
  await world.clock.advance(minute);
  expect(world.server.named('$session_start')).toHaveLength(1);
});

test('opting out in one tab opts the others out', async () => {
  const world = new TestWorld();
  const one = world.launch();
  const other = world.launch();
  one.client.optOut();
  other.client.track('never');
  await world.clock.advance(minute);
  expect(world.server.named('never')).toEqual([]);
  expect(other.client.status().sending).toBe('opted-out');
});
