import { expect, test, vi } from 'vitest';
import { Heartbeat } from './heartbeat.ts';

const watched = (stalledAfterMs = 1_000) => {
  const news: string[] = [];
  const heartbeat = new Heartbeat({
    stalledAfterMs,
    lostAfterMs: 3 * stalledAfterMs,
    onStalled: () => news.push('stalled'),
    onLost: () => news.push('lost'),
  });
  return { heartbeat, news };
};

test('a silence is reported once as a stall and once as a loss, and a beat ends it', () => {
  vi.useFakeTimers();
  try {
    const { heartbeat, news } = watched();
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(900);
      heartbeat.beat();
    }
    expect([news, heartbeat.isStalled]).toEqual([[], false]);
    vi.advanceTimersByTime(2_000);
    expect([news, heartbeat.isStalled]).toEqual([['stalled'], true]);
    heartbeat.beat();
    expect(heartbeat.isStalled).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(news).toEqual(['stalled', 'stalled', 'lost']);
  } finally {
    vi.useRealTimers();
  }
});

test('a process that was stopped itself does not take the other one for silent', () => {
  const { heartbeat, news } = watched(300);
  const until = performance.now() + 1_000;
  while (performance.now() < until);
  return new Promise<void>((resolve) => {
    setImmediate(() => {
      expect([news, heartbeat.isStalled]).toEqual([[], false]);
      heartbeat.stop();
      resolve();
    });
  });
});
