import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Fault, type TestClient, TestWorld } from './testing/index.ts';

const minute = 60_000;

const fault = fc.oneof(
  fc.constantFrom<Fault>(429, 500, 502, 503, 'network', 'hang', 'lost-answer', 'garbage', 'html', 'truncated'),
  fc.record({ status: fc.constantFrom(429, 503), retryAfter: fc.constantFrom('0', '3', '45', 'soon', '-1') }),
  fc.record({ status: fc.constantFrom(403, 404, 406, 408), body: fc.constantFrom('', '<html>', 'null') }),
);

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('track' as const), count: fc.integer({ min: 1, max: 30 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 2 * minute }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('flush' as const, 'leave' as const, 'return' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('crash' as const, 'tab' as const, 'close' as const) }) },
);

test('whatever goes wrong, every event is stored once, in the order of its client, and nothing throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 6 }),
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.integer(),
      async (faults, steps, seed) => {
        const world = new TestWorld(seed);
        world.server.script.push(...faults);
        const tabs: TestClient[] = [world.launch()];
        const tracked: string[] = [];
        for (const { kind, ...about } of steps) {
          const tab = tabs.at(-1) as TestClient;
          if (kind === 'track')
            for (let index = 0; index < (about as { count: number }).count && tracked.length < 900; index += 1) {
              tracked.push(`event ${tracked.length}`);
              tab.client.track(tracked.at(-1) as string);
            }
          if (kind === 'wait') await world.clock.advance((about as { ms: number }).ms);
          if (kind === 'flush') tab.client.flush();
          if (kind === 'leave') tab.platform.emit('background');
          if (kind === 'return') tab.platform.emit('foreground');
          if (kind === 'crash') tab.platform.kill();
          if (kind === 'close') tab.client.close().then(() => tab.platform.kill());
          if (kind === 'crash' || kind === 'close' || kind === 'tab') {
            await world.clock.advance(15_000);
            tabs.push(world.launch());
          }
        }
        for (let turn = 0; turn < 4; turn += 1) {
          await world.clock.advance(30 * minute);
          for (const { platform } of tabs) platform.emit('foreground');
        }
        const stored = [...world.server.events.values()].filter(({ event }) => event.startsWith('event '));
        expect(stored.map(({ event }) => event).sort()).toEqual([...tracked].sort());
      },
    ),
    { numRuns: 100 },
  );
});

test('while nothing crashes, events arrive in the order in which they were tracked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 40 }),
      async (faults, pauses) => {
        const world = new TestWorld();
        world.server.script.push(...faults);
        const { client } = world.launch();
        for (const [index, ms] of pauses.entries()) {
          client.track(`event ${index}`);
          await world.clock.advance(ms);
        }
        await world.clock.advance(120 * minute);
        const names = [...world.server.events.values()]
          .map(({ event }) => event)
          .filter((name) => name.startsWith('event'));
        expect(names).toEqual(pauses.map((_, index) => `event ${index}`));
      },
    ),
    { numRuns: 100 },
  );
});

test('the check of exactly once can fail: a server that forgets ids stores repeats', async () => {
  const world = new TestWorld();
  world.server.script.push('lost-answer');
  const { client } = world.launch();
  client.track('counted');
  await world.clock.advance(minute);
  const sent = world.server.of('/v1/ingest').flatMap(({ body }) => JSON.parse(body).batch);
  expect(sent.filter(({ event }) => event === 'counted')).toHaveLength(2);
  expect(world.server.named('counted')).toHaveLength(1);
});
