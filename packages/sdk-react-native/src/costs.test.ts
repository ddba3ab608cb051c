import { createGuard, sampleSpans } from '@lamppost/sdk-core';
import { TestWorld } from '@lamppost/sdk-core/testing';
import { expect, test } from 'vitest';
import type { HostFetch } from './host.ts';
import { measureFrames } from './measure-frames.ts';
import { createMockHost } from './mock/create-mock-host.ts';
import { templateUrl } from './template-url.ts';
import { watchRequests } from './watch-requests.ts';

const guard = createGuard(console.error);
const count = 100_000;

/** Microseconds of CPU for each of many turns, after a warm-up. */
async function costOf(turns: (count: number) => unknown): Promise<number> {
  await turns(count / 5);
  const { user } = process.cpuUsage();
  await turns(count);
  return (process.cpuUsage().user - user) / count;
}

test('a frame that is looked at costs less than 5 µs', async () => {
  const host = createMockHost();
  let nowMs = 0;
  let task = (): void => {};
  Object.assign(host.global, {
    performance: { now: () => nowMs },
    requestAnimationFrame: (next: () => void) => {
      task = next;
      return 1;
    },
  });
  let sent = 0;
  const measure = (): void => {
    sent += 1;
  };
  measureFrames(host, { share: 1, measure, screen: () => 'Home', later: () => () => {}, guard });
  const cost = await costOf((frames) => {
    for (let frame = 0; frame < frames; frame += 1) {
      nowMs += frame % 100 === 0 ? 40 : 16.7;
      task();
    }
  });
  process.stdout.write(`frame: ${cost.toFixed(3)} µs of CPU each\n`);
  expect(sent).toBeGreaterThan(count / 400);
  expect(cost).toBeLessThan(5);
});

test('a request that is measured costs less than 20 µs more than one that is not', async () => {
  const world = new TestWorld();
  const { core } = world.launch();
  const sample = sampleSpans(core, 'network', 20);
  const answer = Promise.resolve({ status: 200, headers: { get: () => null }, text: async () => '' });
  const bare: HostFetch = () => answer;
  const host = createMockHost({ fetch: bare });
  let noted = 0;
  const off = watchRequests(host.global, guard, (method, url, status, durationMs) => {
    noted += 1;
    if (url.startsWith('https://lamppost.test')) return;
    sample.add(() => templateUrl(url), durationMs, status, status >= 400, { method });
  });
  const ask = (fetch: HostFetch | undefined) => async (requests: number) => {
    for (let request = 0; request < requests; request += 1) await fetch?.(`https://api.test/items/${request}?q=1`);
  };
  const watched = await costOf(ask(host.global.fetch));
  const plain = await costOf(ask(bare));
  off();
  process.stdout.write(`request: ${(watched - plain).toFixed(3)} µs of CPU each\n`);
  expect(noted).toBeGreaterThanOrEqual(count);
  expect(watched - plain).toBeLessThan(20);
});
