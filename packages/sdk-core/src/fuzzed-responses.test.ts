import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Fault, TestWorld } from './testing/index.ts';

const odd = fc.oneof(
  fc.string(),
  fc.json(),
  fc.json().map((text) => text.slice(0, -1)),
  fc.record({ data: fc.jsonValue() }).map((value) => JSON.stringify(value)),
  fc
    .record({
      data: fc.record({
        flags: fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.array(fc.integer())),
        experiments: fc.jsonValue(),
        etag: fc.jsonValue(),
        config_version: fc.jsonValue(),
      }),
    })
    .map((value) => JSON.stringify(value)),
  fc.record({ error: fc.jsonValue() }).map((value) => JSON.stringify(value)),
);
const answer = fc.record({
  status: fc.oneof(
    fc.integer({ min: 200, max: 400 }),
    fc.integer({ min: 402, max: 402 }),
    fc.integer({ min: 404, max: 599 }),
  ),
  body: odd,
  retryAfter: fc.oneof(fc.constantFrom('1', '', 'NaN', 'Thu, 01 Jan 1970 00:00:00 GMT'), fc.string()),
});

test('of 1,000 fuzzed answers none throws, and the last good flags stay', async () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  const world = new TestWorld();
  world.server.config.flags = { banner: 'good' };
  const { client, core } = world.launch();
  await world.clock.advance(1_000);
  let answers = 0;
  await fc.assert(
    fc.asyncProperty(answer, async (fuzzed) => {
      world.server.fault = (): Fault => {
        answers += 1;
        return fuzzed;
      };
      client.track('event');
      client.flush();
      core.refresh();
      await world.clock.advance(100);
      expect(client.flag('banner', 'fallback')).toBe('good');
      expect(() => client.experiment('checkout')).not.toThrow();
      expect(() => client.inspect('banner')).not.toThrow();
    }),
    { numRuns: 1_000 },
  );
  expect(answers).toBeGreaterThanOrEqual(1_000);
  world.server.fault = undefined;
  await world.clock.advance(2 * 3_600_000);
  client.track('after all that');
  await world.clock.advance(60_000);
  expect(world.server.named('after all that')).toHaveLength(1);
  process.off('unhandledRejection', onRejection);
  expect(rejections).toEqual([]);
});

test('whatever an app hands over, nothing throws', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  await fc.assert(
    fc.property(fc.string(), fc.anything({ withBigInt: true, withNullPrototype: true }), (key, value) => {
      const any = value as never;
      client.track(any, any);
      client.track('event', { value });
      client.identify(any, any);
      client.flag(key, any);
      client.experiment(key);
      client.inspect(key);
      client.captureError(any, { custom: { value } });
      client.breadcrumb(any, any);
      client.measure({ type: any, name: any, value: any });
      client.override(key, any);
    }),
    { numRuns: 300 },
  );
  client.reset();
  client.track('after all that');
  await world.clock.advance(3_600_000);
  expect(world.server.named('after all that')).toHaveLength(1);
});
