import { expect, test } from 'vitest';
import { TestWorld } from '../testing/index.ts';

test('listeners hear of changes, and of nothing else; one that throws disturbs nobody', async () => {
  const world = new TestWorld();
  const assignment = { variant_key: 'a', payload: {}, assignment_revision: '1' };
  world.server.config = { flags: { banner: 'a' }, experiments: { checkout: assignment }, config_version: '1' };
  const { client, core } = world.launch();
  const heard: unknown[] = [];
  client.onChange(() => {
    throw new Error('of the app');
  });
  const off = client.onChange(() => heard.push(client.inspect('banner').value));
  const publish = async (value: string, version: string): Promise<void> => {
    const experiments = { checkout: { ...assignment, assignment_revision: version } };
    world.server.config = { flags: { banner: value }, experiments, config_version: version };
    core.refresh();
    await world.clock.advance(1_000);
  };
  await world.clock.advance(1_000);
  expect(heard).toEqual(['a']);
  await publish('a', '2');
  expect(heard).toEqual(['a']);
  await publish('b', '3');
  expect(heard).toEqual(['a', 'b']);
  off();
  await publish('c', '4');
  expect(heard).toEqual(['a', 'b']);
  expect(client.status().lastError).toContain('of the app');
});
