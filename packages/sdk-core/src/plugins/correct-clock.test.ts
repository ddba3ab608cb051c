import { expect, test } from 'vitest';
import { TestWorld } from '../testing/index.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const offBy = (timestamp: string | undefined, ms: number): number => Math.abs(Date.parse(timestamp ?? '') - ms);

for (const [name, errorMs] of [
  ['a day ahead', day],
  ['a day behind', -day],
  ['ten seconds ahead', 10_000],
] as const)
  test(`the time of events is right within a second on a device that is ${name}`, async () => {
    const world = new TestWorld();
    world.device.clockErrorMs = errorMs;
    const { client } = world.launch();
    const beforeMs = world.clock.nowMs;
    client.track('before the first answer');
    await world.clock.advance(minute);
    const afterMs = world.clock.nowMs;
    client.track('after it');
    await world.clock.advance(minute);
    expect(offBy(world.server.named('before the first answer')[0]?.timestamp, beforeMs)).toBeLessThanOrEqual(1_100);
    expect(offBy(world.server.named('after it')[0]?.timestamp, afterMs)).toBeLessThanOrEqual(1_100);
    expect(Math.abs(client.status().clockErrorMs + errorMs)).toBeLessThanOrEqual(1_100);
  });

test('a clock that is right is left alone, however slow the answers', async () => {
  const world = new TestWorld();
  const { client } = world.launch();
  const nowMs = world.clock.nowMs;
  client.track('exact');
  await world.clock.advance(10 * minute);
  expect(client.status().clockErrorMs).toBe(0);
  expect(world.server.named('exact')[0]?.timestamp).toBe(new Date(nowMs).toISOString());
});

test('what is known of a clock is used by the next start, before any answer', async () => {
  const world = new TestWorld();
  world.device.clockErrorMs = day;
  const first = world.launch();
  await world.clock.advance(minute);
  first.platform.kill();
  world.server.fault = () => 'network';
  const second = world.launch();
  const trackedMs = world.clock.nowMs;
  second.client.track('offline');
  await world.clock.advance(minute);
  second.platform.kill();
  world.server.fault = undefined;
  world.launch();
  await world.clock.advance(10 * minute);
  expect(offBy(world.server.named('offline')[0]?.timestamp, trackedMs)).toBeLessThanOrEqual(1_100);
});

test("a page of somebody else's does not set the clock", async () => {
  const world = new TestWorld();
  world.server.clockErrorMs = -day;
  world.server.fault = () => 'html';
  const { client } = world.launch();
  await world.clock.advance(minute);
  expect(client.status().clockErrorMs).toBe(0);
});
