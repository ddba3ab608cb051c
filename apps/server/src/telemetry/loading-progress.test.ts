import { expect, test } from 'vitest';
import { LoadingProgress, type LoadingSources } from './loading-progress.ts';

/** A log and a store over so many seconds; `step` says what each second does. */
function after(
  seconds: number,
  step: (second: number, now: LoadingSources) => LoadingSources,
  first: LoadingSources = { unloadedBytes: 0, loadedBytes: 0 },
) {
  let [nowMs, now] = [1_000_000, first];
  const progress = new LoadingProgress(
    () => now,
    () => nowMs,
  );
  progress.sample();
  for (let second = 1; second <= seconds; second++) {
    nowMs += 1_000;
    now = step(second, now);
    progress.sample();
  }
  return { report: progress.report(), notice: progress.notice() };
}

const MB = 1e6;

test('while loading keeps up nothing is said', () => {
  const { report, notice } = after(120, (second, { loadedBytes }) => ({
    unloadedBytes: MB,
    loadedBytes: loadedBytes + 10 * MB,
    visibleUpToMs: 1_000_000 + (second - 1) * 1_000,
  }));
  expect(report.behindSeconds).toBe(1);
  expect(report.arrivalBytesPerSecond).toBeCloseTo(10 * MB, -6);
  expect(notice).toBeUndefined();
});

test('when events arrive faster than they are loaded it says so, with how old the newest visible one is', () => {
  const { report, notice } = after(100, (second, { unloadedBytes, loadedBytes }) => ({
    unloadedBytes: unloadedBytes + 6 * MB,
    loadedBytes: loadedBytes + 4 * MB,
    visibleUpToMs: 1_000_000 + second * 400,
  }));
  expect(report).toMatchObject({ behindSeconds: 60, arrivalBytesPerSecond: 10 * MB, loadingBytesPerSecond: 4 * MB });
  expect(report.caughtUpInSeconds).toBeUndefined();
  expect(notice).toBe(
    'Loading is behind: the newest visible event is 60 s old, 600 MB are waiting to be loaded; events arrive faster than they are loaded (10 MB/s against 4.0)',
  );
});

test('while a backlog shrinks it says when it will be gone', () => {
  const step = (_: number, { unloadedBytes, loadedBytes }: LoadingSources): LoadingSources => ({
    unloadedBytes: unloadedBytes - 5 * MB,
    loadedBytes: loadedBytes + 8 * MB,
    visibleUpToMs: 1_000_000 - 300_000,
  });
  const { report, notice } = after(60, step, { unloadedBytes: 1_000 * MB, loadedBytes: 0 });
  expect(report.caughtUpInSeconds).toBeCloseTo(140, 0);
  expect(notice).toContain('caught up in about 2 min at the current rate');
});

test('a first event after a quiet hour is not an hour old, and a store that starts again does not count backwards', () => {
  const { report } = after(3_600, (second) => ({
    unloadedBytes: second === 3_600 ? 500 : 0,
    loadedBytes: second < 1_800 ? second : 0,
    visibleUpToMs: 1_000_000,
  }));
  expect(report.behindSeconds).toBe(1);
  expect(report.arrivalBytesPerSecond).toBeGreaterThanOrEqual(0);
});

test('a backlog that a start finds is as old as its events', () => {
  const step = (): LoadingSources => ({ unloadedBytes: MB, loadedBytes: MB, visibleUpToMs: 1_000_000 - 3_600_000 });
  expect(after(5, step, { unloadedBytes: MB, loadedBytes: 0 }).report.behindSeconds).toBe(3_605);
  expect(after(5, (_, now) => now, { unloadedBytes: MB, loadedBytes: 0 }).report.behindSeconds).toBe(5);
});
