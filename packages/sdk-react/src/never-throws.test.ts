import { expectQuiet, hostileValues } from '@lamppost/sdk-core/testing';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { createFlagStore } from './create-flag-store.ts';
import {
  type LamppostClient,
  LamppostErrorBoundary,
  LamppostProvider,
  useExperiment,
  useFlag,
  useFlags,
  useReady,
  useTrack,
} from './index.ts';
import { isSame } from './is-same.ts';

const fail = (): never => {
  throw new Error('injected');
};

/** As a test of an app might put it in the place of a client, or a client that is broken. */
const brokenClient = new Proxy({} as LamppostClient, {
  get: (_, name) => (name === 'ready' ? Promise.reject(new Error('injected')) : fail),
});

function Page({ flagKey, fallback }: { flagKey: never; fallback: never }): ReactElement {
  useTrack();
  const words = [typeof useFlag(flagKey, fallback), typeof useExperiment(flagKey), typeof useFlags(), useReady()];
  return createElement('p', null, words.join(' '));
}

describe('no component fails because of Lamppost:', () => {
  for (const [name, make] of hostileValues)
    test(`given ${name}`, () =>
      expectQuiet(() => {
        const value = make() as never;
        const page = createElement(
          LamppostErrorBoundary,
          null,
          createElement(Page, { flagKey: value, fallback: value }),
        );
        const bootstraps = [value, { flags: value, experiments: value }, { flags: { a: value } }] as never[];
        for (const bootstrap of bootstraps)
          for (const client of [undefined, null, value, brokenClient])
            expect(renderToString(createElement(LamppostProvider, { client, bootstrap }, page))).toContain('<p>');
      }));

  test('with a client whose every method throws', () =>
    expectQuiet(() => {
      const { now, subscribe } = createFlagStore(brokenClient, undefined);
      expect([now.flag('a'), now.flags(), now.experiment('a'), now.isReady()]).toEqual([undefined, {}, null, false]);
      subscribe(() => {})();
    }));
});

describe('fallbacks are compared without an end that nobody waits for:', () => {
  for (const [name, make] of hostileValues)
    test(name, () => {
      expect(() => isSame(make(), make())).not.toThrow();
      expect(() => isSame({ inside: make() }, { inside: make() })).not.toThrow();
    });

  test('a graph in which everything knows everything', () => {
    const graph = (): unknown => {
      const nodes: Record<string, unknown>[] = Array.from({ length: 50 }, () => ({}));
      for (const node of nodes) for (const [at, other] of nodes.entries()) node[`n${at}`] = other;
      return nodes[0];
    };
    const startedMs = performance.now();
    expect(isSame(graph(), graph())).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});
