import { type Lamppost, observeChanges } from '@lamppost/sdk-core';
import { allPlugins, TestWorld } from '@lamppost/sdk-core/testing';
import { OpenFeature, OpenFeatureProvider, useFlag, useStringFlagValue } from '@openfeature/react-sdk';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { LamppostWebProvider } from './web-provider.ts';

afterEach(() => OpenFeature.close());

function Banner(): ReactElement {
  const text = useStringFlagValue('banner', 'none');
  const { value, flagMetadata } = useFlag('offer', 'no variant');
  return createElement('p', null, `${text}, ${value}, ${flagMetadata.source}`);
}

test('components read flags and experiments of a client through react-sdk', async () => {
  const world = new TestWorld();
  world.server.config = {
    flags: { banner: 'hello' },
    experiments: { offer: { variant_key: 'green', payload: {}, experiment_id: 'e-1' } },
    config_version: '3',
  };
  const client: Lamppost = world.launch({}, { plugins: [...allPlugins, observeChanges] }).client;
  await world.clock.advance(1_000);
  await OpenFeature.setProviderAndWait(new LamppostWebProvider(client));
  const html = renderToString(createElement(OpenFeatureProvider, null, createElement(Banner)));
  expect(html).toBe('<p>hello, green, server</p>');
  await world.clock.advance(6_000);
  const [sent] = world.server.named('$flag_exposure');
  expect(sent?.properties).toEqual({ flag_key: 'banner', value: 'hello' });
  expect(world.server.named('$experiment_exposure')).toHaveLength(1);
});
