import { TestWorld } from '@lamppost/sdk-core/testing';
import { expect, test } from 'vitest';
import { createFlagStore } from './create-flag-store.ts';

const theme = () => ({ colours: ['red', 'blue'], size: 2 });
const offer = () => ({ variant_key: 'green', payload: { discount: 5 }, experiment_id: 'e-1' });
const minute = 60_000;

test('objects stay the same ones through a new configuration that says the same of them', async () => {
  const world = new TestWorld();
  world.server.config = {
    flags: { theme: theme(), banner: 'a' },
    experiments: { offer: offer() },
    config_version: '1',
  };
  const { client, core } = world.launch();
  await world.clock.advance(1_000);
  const { now } = createFlagStore(client, undefined);
  const before = [now.flag('theme'), now.experiment('offer'), now.flags().theme];
  const flags = now.flags();
  expect(now.flags()).toBe(flags);
  const raw = core.config.flags.theme;

  world.server.config = {
    flags: { banner: 'b', theme: theme() },
    experiments: { offer: offer() },
    config_version: '2',
  };
  await world.clock.advance(10 * minute);
  expect(core.config.flags.theme).not.toBe(raw);
  expect(now.flag('banner')).toBe('b');
  const after = [now.flag('theme'), now.experiment('offer'), now.flags().theme];
  for (const [at, value] of before.entries()) expect(after[at]).toBe(value);
  expect(now.flags()).not.toBe(flags);

  world.server.config.flags.theme = { ...theme(), size: 3 };
  world.server.config.config_version = '3';
  await world.clock.advance(10 * minute);
  expect(now.flag('theme')).toEqual({ ...theme(), size: 3 });
});

test('what a page was rendered with stays what it was, and is no change for the client that began with it', async () => {
  const world = new TestWorld();
  const bootstrap = { flags: { theme: theme() }, experiments: { offer: offer() } };
  // As it comes out of the page: equal, and other objects.
  const { client } = world.launch({ bootstrap: JSON.parse(JSON.stringify(bootstrap)) });
  const { now, rendered } = createFlagStore(client, bootstrap);
  expect(now.flag('theme')).toBe(rendered.flag('theme'));
  expect(now.flags()).toBe(rendered.flags());
  expect(now.experiment('offer')).toBe(rendered.experiment('offer'));
  expect(rendered.experiment('offer')).toEqual({ variant: 'green', payload: { discount: 5 } });

  world.server.config = { flags: { theme: 'gone' }, experiments: {}, config_version: '1' };
  await world.clock.advance(1_000);
  expect([now.flag('theme'), now.experiment('offer')]).toEqual(['gone', null]);
  expect([rendered.flag('theme'), rendered.experiment('offer')?.variant]).toEqual([theme(), 'green']);
});

test('it is ready with stored flags, and otherwise when flags came or did not come in three seconds', async () => {
  const world = new TestWorld();
  world.server.fault = () => 'hang';
  const first = createFlagStore(world.launch().client, undefined);
  let calls = 0;
  first.subscribe(() => {
    calls += 1;
  });
  await world.clock.advance(2_000);
  expect(first.now.isReady()).toBe(false);
  await world.clock.advance(1_500);
  expect([first.now.isReady(), calls]).toEqual([true, 1]);

  world.server.fault = undefined;
  const second = createFlagStore(world.launch().client, undefined);
  expect(second.now.isReady()).toBe(false);
  await world.clock.advance(1_000);
  expect(second.now.isReady()).toBe(true);
  expect(createFlagStore(world.launch().client, undefined).now.isReady()).toBe(true);
});

test('listeners are called until they are taken off', () => {
  const { client } = new TestWorld().launch();
  const { subscribe } = createFlagStore(client, undefined);
  let calls = 0;
  const off = subscribe(() => {
    calls += 1;
  });
  client.override('banner', 'a');
  off();
  client.override('banner', 'b');
  expect(calls).toBe(1);
});
