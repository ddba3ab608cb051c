import { expectQuiet, hostileValues, TestWorld } from '@lamppost/sdk-core/testing';
import { describe, expect, test } from 'vitest';
import { LamppostServerProvider, type ServerClient } from './server-provider.ts';
import { LamppostWebProvider, type WebClient } from './web-provider.ts';

const fail = (): never => {
  throw new Error('injected');
};

const broken = {
  get: (_: object, name: string) => (name === 'ready' ? Promise.resolve() : fail),
} as ProxyHandler<object>;
const noFlag = { value: undefined, reason: 'NOT_FOUND', isFallback: true, configVersion: '1' };
const serverClient = {
  ready: Promise.resolve(),
  details: () => noFlag,
  experiment: () => null,
  track: () => {},
  onChange: () => () => {},
  onState: () => () => {},
  status: () => ({ rulesetState: 'current', configVersion: '1' }),
  flush: async () => {},
} as unknown as ServerClient;

describe('providers answer, and never throw into the app:', () => {
  for (const [name, make] of hostileValues)
    test(`given ${name}`, () =>
      expectQuiet(async () => {
        const value = make() as never;
        const contexts = [value, { targetingKey: value }, { plan: value }] as never[];
        const server = new LamppostServerProvider(serverClient);
        const web = new LamppostWebProvider(new TestWorld().launch().client as WebClient);
        for (const context of contexts) {
          server.track(value, context, value);
          web.track(value, context, value);
          expect(await server.resolveBooleanEvaluation(value, true, context)).toMatchObject({ value: true });
          expect(await server.resolveStringEvaluation(value, 'a', context)).toMatchObject({ value: 'a' });
          expect(await server.resolveObjectEvaluation(value, [], context)).toMatchObject({ value: [] });
          await Promise.race([web.onContextChange(context, context), Promise.resolve()]);
        }
        expect(web.resolveBooleanEvaluation(value, true)).toMatchObject({ value: true });
        expect(web.resolveStringEvaluation(value, 'a')).toMatchObject({ value: 'a' });
        expect(web.resolveNumberEvaluation(value, 5)).toMatchObject({ value: 5 });
        expect(web.resolveObjectEvaluation(value, [])).toMatchObject({ value: [] });
      }));

  test('with a client whose every method throws', () =>
    expectQuiet(async () => {
      const server = new LamppostServerProvider(new Proxy({}, broken) as ServerClient);
      const web = new LamppostWebProvider(new Proxy({}, broken) as WebClient);
      const failed = { value: true, reason: 'ERROR', errorCode: 'GENERAL' };
      expect(await server.resolveBooleanEvaluation('a', true, {})).toMatchObject(failed);
      expect(web.resolveBooleanEvaluation('a', true)).toMatchObject(failed);
      server.track('a', {}, {});
      web.track('a', {}, {});
      await web.onContextChange({ targetingKey: 'ada' }, {});
      await web.onContextChange({}, { targetingKey: 'ada' });
      await server.onClose();
      await web.onClose();
    }));
});

test('a date in a context is a text, and one that is none is left out', async () => {
  const seen: unknown[] = [];
  const client = { ...serverClient, track: (_name: string, _details: unknown, user: unknown) => seen.push(user) };
  const context = { since: new Date(0), never: new Date(Number.NaN) };
  new LamppostServerProvider(client as unknown as ServerClient).track('a', context, {});
  expect(seen).toMatchObject([{ attributes: { since: '1970-01-01T00:00:00.000Z' } }]);
});
