import { expect, test } from 'vitest';
import { TestWorld } from '../testing/index.ts';

const minute = 60_000;
const propertiesOf = (world: TestWorld, name: string) => world.server.named(name).map(({ properties }) => properties);

test('every event has them from then on, and what an event is given itself counts', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = 'a';
  const { client } = world.launch();
  client.track('before');
  client.setProperties({ plan: 'pro', team: { size: 3 } });
  client.track('after');
  client.track('own', { plan: 'free', price: 5 });
  client.track('without', { plan: undefined });
  client.captureError(new Error('broken'));
  client.measure({ type: 'span', name: 'slow', value: 5 });
  await world.clock.advance(minute);
  client.flag('banner', '');
  await world.clock.advance(minute);
  expect(propertiesOf(world, 'before')).toEqual([undefined]);
  expect(propertiesOf(world, 'after')).toEqual([{ plan: 'pro', team: { size: 3 } }]);
  expect(propertiesOf(world, 'own')).toEqual([{ plan: 'free', price: 5, team: { size: 3 } }]);
  expect(propertiesOf(world, 'without')).toEqual([{ team: { size: 3 } }]);
  expect(propertiesOf(world, '$flag_exposure')).toMatchObject([{ plan: 'pro', flag_key: 'banner' }]);
  for (const { context } of world.server.events.values()) expect(context).not.toHaveProperty('properties');
  expect([...world.server.crashes.values(), ...world.server.metrics.values()].map((item) => item.properties)).toEqual([
    undefined,
    undefined,
  ]);
});

test('they join what was set before; undefined takes one back, and a reset all of them', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  client.setProperties({ plan: 'pro', theme: 'dark' });
  client.setProperties({ plan: undefined, region: 'eu' });
  client.track('joined');
  client.reset();
  client.track('fresh');
  await world.clock.advance(minute);
  expect(propertiesOf(world, 'joined')).toEqual([{ theme: 'dark', region: 'eu' }]);
  expect(propertiesOf(world, 'fresh')).toEqual([undefined]);
});

test('they hold for later starts and for other tabs, until a reset', async () => {
  const world = new TestWorld();
  const first = world.launch();
  const tab = world.launch();
  first.client.setProperties({ plan: 'pro' });
  tab.client.track('in the other tab');
  await world.clock.advance(minute);
  first.platform.kill();
  tab.platform.kill();
  const second = world.launch();
  second.client.track('after a restart');
  second.client.reset();
  second.platform.kill();
  world.launch().client.track('after a reset');
  await world.clock.advance(minute);
  expect(propertiesOf(world, 'in the other tab')).toEqual([{ plan: 'pro' }]);
  expect(propertiesOf(world, 'after a restart')).toEqual([{ plan: 'pro' }]);
  expect(propertiesOf(world, 'after a reset')).toEqual([undefined]);
});

test('what is not JSON is not taken, and costs no event', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  client.setProperties({ plan: 'pro' });
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  client.setProperties({ loop });
  client.setProperties({ big: 1n });
  const later = { tags: ['a'] };
  client.setProperties(later);
  later.tags.push('b');
  client.track('bought');
  await world.clock.advance(minute);
  expect(propertiesOf(world, 'bought')).toEqual([{ plan: 'pro', tags: ['a'] }]);
  expect(client.status()).toMatchObject({ dropped: 0, lastError: expect.stringContaining('BigInt') });
});

test('before somebody has agreed they are kept in memory alone', async () => {
  const world = new TestWorld();
  const { client } = world.launch({ optedOut: true });
  client.setProperties({ plan: 'pro' });
  expect(world.device.stored.size).toBe(0);
  client.optIn();
  client.track('gladly');
  await world.clock.advance(minute);
  expect(propertiesOf(world, 'gladly')).toEqual([{ plan: 'pro' }]);
});
