import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LivePace } from './live-pace.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

function outlet() {
  const sent: string[] = [];
  const skipped: number[] = [];
  const state = { isBehind: false };
  const pace = new LivePace({
    sendEvent: (json) => sent.push(json),
    sendSkipped: (count) => skipped.push(count),
    isBehind: () => state.isBehind,
  });
  return { pace, sent, skipped, state };
}
const rows = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test('200 pass at once, the rest of the second is counted and told once', () => {
  const { pace, sent, skipped } = outlet();
  pace.take({ rows: rows(150), skipped: 0 });
  pace.take({ rows: rows(150), skipped: 40 });
  expect(sent).toHaveLength(200);
  expect(skipped).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(skipped).toEqual([140]);
  vi.advanceTimersByTime(5_000);
  expect(skipped).toEqual([140]);
});

test('in no second are there more than 200, wherever it begins', () => {
  const { pace, sent } = outlet();
  const times: number[] = [];
  for (let step = 0; step < 50; step += 1) {
    const before = sent.length;
    pace.take({ rows: rows(30), skipped: 0 });
    times.push(...Array(sent.length - before).fill(performance.now()));
    vi.advanceTimersByTime(73);
  }
  for (const time of times) {
    expect(times.filter((other) => other >= time && other < time + 1_000).length).toBeLessThanOrEqual(200);
  }
  expect(times.length).toBeGreaterThan(600);
});

test('a client that is behind is sent nothing, and told how much when it reads again', () => {
  const { pace, sent, skipped, state } = outlet();
  state.isBehind = true;
  pace.take({ rows: rows(10), skipped: 0 });
  vi.advanceTimersByTime(3_000);
  pace.take({ rows: rows(5), skipped: 0 });
  expect([sent, skipped]).toEqual([[], []]);
  state.isBehind = false;
  vi.advanceTimersByTime(1_000);
  expect(skipped).toEqual([15]);
  pace.take({ rows: rows(2), skipped: 0 });
  expect(sent).toHaveLength(2);
});
