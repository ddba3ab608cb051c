import { TestWorld } from '@lamppost/sdk-core/testing';
import { expect, test } from 'vitest';
import { createSSRApp, effectScope, h, type Ref, watchEffect } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { type LamppostClient, lamppostPlugin, useExperiment, useFlag, useLamppost } from './vue.ts';

const minute = 60_000;

/** What a component of an app sets up, for as long as it lives. */
function setUp<T>(client: LamppostClient | undefined, set: () => T): { readonly made: T; unmount(): void } {
  const app = createSSRApp({ render: () => null });
  if (client) app.use(lamppostPlugin(client));
  const scope = effectScope();
  const made = app.runWithContext(() => scope.run(set)) as T;
  return { made, unmount: () => scope.stop() };
}

test('a component follows its flag and its variant, and has the fallback for other types', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  const { made } = setUp(client, () => {
    const texts: string[] = [];
    const banner: Readonly<Ref<string>> = useFlag('banner', 'none');
    const limit = useFlag('limit', 3);
    const offer = useExperiment('offer');
    watchEffect(() => texts.push(`${banner.value} ${limit.value} ${offer.value?.variant}`), { flush: 'sync' });
    return texts;
  });
  const experiments = { offer: { variant_key: 'green', experiment_id: 'e-1', payload: {} } };
  world.server.config = { flags: { banner: 'a', limit: 'many' }, experiments, config_version: '1' };
  await world.clock.advance(minute);
  world.server.config = { flags: { banner: 'b', limit: 7 }, experiments, config_version: '2' };
  await world.clock.advance(10 * minute);
  expect(made[0]).toBe('none 3 undefined');
  expect(made).toContain('a 3 green');
  expect(made.at(-1)).toBe('b 7 green');
  await world.clock.advance(minute);
  const exposures = world.server.named('$flag_exposure').map(({ properties }) => properties?.value);
  expect(exposures).toEqual(['a', 'b', 7]);
  expect(world.server.named('$experiment_exposure')).toHaveLength(1);
});

test('a component that is gone follows nothing', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  const { made, unmount } = setUp(client, () => useFlag('banner', 'none'));
  unmount();
  client.override('banner', 'a');
  expect(made.value).toBe('none');
});

test('without a client there are fallbacks, and nothing throws', () => {
  const { made } = setUp(undefined, () => [
    useLamppost(),
    useFlag('banner', 'none').value,
    useExperiment('offer').value,
  ]);
  expect(made).toEqual([undefined, 'none', null]);
});

test('a page that a server renders has the flags of the client', async () => {
  const { client } = new TestWorld().launch({ bootstrap: { flags: { banner: 'rendered' } } });
  const app = createSSRApp({
    setup() {
      const banner = useFlag('banner', 'none');
      return () => h('p', banner.value);
    },
  });
  expect(await renderToString(app.use(lamppostPlugin(client)))).toBe('<p>rendered</p>');
});
