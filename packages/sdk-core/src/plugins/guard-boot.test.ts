import { expect, test } from 'vitest';
import { allPlugins, TestWorld } from '../testing/index.ts';
import { guardBoot } from './guard-boot.ts';

const minute = 60_000;
const plugins = [guardBoot, ...allPlugins];

async function crashing(world: TestWorld, launches: number): Promise<void> {
  for (let launch = 0; launch < launches; launch += 1) {
    const { platform } = world.launch({}, { plugins });
    await world.clock.advance(2_000);
    platform.kill();
  }
}

async function poisoned(): Promise<TestWorld> {
  const world = new TestWorld();
  world.server.config = { flags: { layout: 'good' }, experiments: {}, config_version: '1' };
  const survivor = world.launch({}, { plugins });
  await world.clock.advance(minute);
  survivor.platform.kill();
  world.server.config = { flags: { layout: 'crashes' }, experiments: {}, config_version: '2' };
  return world;
}

test('after three starts that did not survive, the last configuration that did is used, and that is reported', async () => {
  const world = await poisoned();
  await crashing(world, 3);
  const { client } = world.launch({}, { plugins });
  expect(client.flag('layout', '')).toBe('good');
  await world.clock.advance(minute);
  expect(client.flag('layout', '')).toBe('good');
  expect(world.server.named('$boot_guard')).toMatchObject([
    { properties: { crashed_launches: 3, config_version: '1', suspect_version: '2' } },
  ]);
});

test('a newer configuration is tried, since it may be the remedy', async () => {
  const world = await poisoned();
  await crashing(world, 3);
  world.server.config = { flags: { layout: 'repaired' }, experiments: {}, config_version: '3' };
  const { client } = world.launch({}, { plugins });
  await world.clock.advance(1_000);
  expect(client.flag('layout', '')).toBe('repaired');
});

test('two crashes, or three with a start that survived between them, change nothing', async () => {
  const world = await poisoned();
  await crashing(world, 2);
  const { client, platform } = world.launch({}, { plugins });
  expect(client.flag('layout', '')).toBe('crashes');
  await world.clock.advance(minute);
  platform.kill();
  await crashing(world, 1);
  const last = world.launch({}, { plugins });
  expect(last.client.flag('layout', '')).toBe('crashes');
  await world.clock.advance(minute);
  expect(world.server.named('$boot_guard')).toEqual([]);
});

test('an app that was sent to the background has survived, however soon it is ended there', async () => {
  const world = await poisoned();
  for (let launch = 0; launch < 4; launch += 1) {
    const { platform } = world.launch({}, { plugins });
    await world.clock.advance(2_000);
    platform.emit('background');
    platform.kill();
  }
  const { client } = world.launch({}, { plugins });
  expect(client.flag('layout', '')).toBe('crashes');
  await world.clock.advance(minute);
  expect(world.server.named('$boot_guard')).toEqual([]);
});
