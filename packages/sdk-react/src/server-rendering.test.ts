import { TestWorld } from '@lamppost/sdk-core/testing';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  type Bootstrap,
  type LamppostClient,
  LamppostErrorBoundary,
  LamppostProvider,
  useExperiment,
  useFlag,
  useFlags,
  useLamppost,
  useReady,
  useTrack,
} from './index.ts';

function Page(): ReactElement {
  useTrack();
  const words = [
    useFlag('banner', 'none'),
    useFlag('is_open', false),
    useFlag('limit', 3),
    useFlag('theme', { size: 1 }).size,
    useExperiment('offer')?.variant ?? 'no variant',
    Object.keys(useFlags()).length,
    useReady() ? 'ready' : 'waiting',
    useLamppost() === undefined ? 'no client' : 'client',
  ];
  return createElement('p', null, words.join(', '));
}

const within = (client: LamppostClient | undefined, bootstrap?: Bootstrap, children: ReactNode = createElement(Page)) =>
  renderToString(createElement(LamppostProvider, { client, bootstrap }, children));

const bootstrap: Bootstrap = {
  flags: { banner: 'hello', is_open: true, limit: 'of another type', theme: { size: 2 } },
  experiments: { offer: { variant_key: 'green', payload: {} } },
};

test('a server renders what the bootstrap says, without a client', () => {
  expect(within(undefined, bootstrap)).toBe('<p>hello, true, 3, 2, green, 4, ready, no client</p>');
});

test('without a bootstrap a server renders fallbacks, whatever its client knows: the browser could not know it', async () => {
  const world = new TestWorld();
  world.server.config.flags.banner = 'of the client';
  const { client } = world.launch();
  await world.clock.advance(1_000);
  expect(within(undefined)).toBe('<p>none, false, 3, 1, no variant, 0, waiting, no client</p>');
  expect(within(client)).toBe('<p>none, false, 3, 1, no variant, 0, waiting, client</p>');
});

test('rendering on a server sends no exposure', async () => {
  const world = new TestWorld();
  world.server.config = { ...bootstrap, config_version: '1' } as typeof world.server.config;
  const { client } = world.launch({ bootstrap });
  await world.clock.advance(1_000);
  expect(within(client, bootstrap)).toContain('hello');
  await world.clock.advance(60_000);
  expect([...world.server.events.values()].map(({ event }) => event)).toEqual(['$session_start']);
});

test('an error boundary lets a server render its children', () => {
  const guarded = createElement(LamppostErrorBoundary, { fallback: 'broken' }, createElement(Page));
  expect(within(undefined, bootstrap, guarded)).toContain('<p>hello');
});

test('without a provider there are fallbacks and one line for the developer, and nothing is thrown', () => {
  const lines: unknown[] = [];
  const { warn } = console;
  console.warn = (line) => lines.push(line);
  try {
    const html = renderToString(createElement(LamppostErrorBoundary, null, createElement(Page), createElement(Page)));
    expect(html).toBe('<p>none, false, 3, 1, no variant, 0, waiting, no client</p>'.repeat(2));
  } finally {
    console.warn = warn;
  }
  expect(lines).toEqual([expect.stringContaining('no LamppostProvider')]);
});
