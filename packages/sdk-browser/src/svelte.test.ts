import { TestWorld } from '@lamppost/sdk-core/testing';
import { derived, get } from 'svelte/store';
import { expect, test } from 'vitest';
import { experimentStore, flagStore } from './svelte.ts';

const minute = 60_000;

test('a store follows its flag and its variant, and has the fallback for other types', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  const seen: string[] = [];
  const stores = [flagStore(client, 'banner', 'none'), flagStore(client, 'limit', 3), experimentStore(client, 'offer')];
  const off = derived(stores as never, ([banner, limit, offer]: [string, number, { variant: string } | null]) =>
    [banner, limit, offer?.variant].join(' '),
  ).subscribe((text) => seen.push(text));
  const experiments = { offer: { variant_key: 'green', experiment_id: 'e-1', payload: {} } };
  world.server.config = { flags: { banner: 'a', limit: 'many' }, experiments, config_version: '1' };
  await world.clock.advance(minute);
  world.server.config = { flags: { banner: 'b', limit: 7 }, experiments, config_version: '2' };
  await world.clock.advance(10 * minute);
  expect(seen[0]).toBe('none 3 ');
  expect(seen).toContain('a 3 green');
  expect(seen.at(-1)).toBe('b 7 green');
  off();
  client.override('banner', 'c');
  expect(seen.at(-1)).toBe('b 7 green');
  await world.clock.advance(minute);
  expect(world.server.named('$experiment_exposure')).toHaveLength(1);
});

test('what is read once is what the client says at that moment', () => {
  const { client } = new TestWorld().launch({ bootstrap: { flags: { theme: { size: 2 } } } });
  expect(get(flagStore(client, 'theme', { size: 1 }))).toEqual({ size: 2 });
  expect(get(flagStore(client, 'banner', false))).toBe(false);
  expect(get(experimentStore(client, 'offer'))).toBeNull();
});
