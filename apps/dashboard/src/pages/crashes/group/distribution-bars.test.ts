import { expect, test } from 'vitest';
import type { Share } from '../stands-out.ts';
import { distributionBars } from './distribution-bars.ts';

const share = (key: string | null, value: string | null, crashed: number, all: number, lower = 0.5): Share => ({
  key,
  value,
  crashed_sessions: crashed,
  sessions: 100,
  crash_rate: { rate: 1, lower: 0, upper: 2 },
  share_of_crashed: crashed,
  share_of_all: all,
  over_representation: { ratio: all === 0 ? 0 : crashed / all, lower, upper: 9 },
});

test('flags stand apart by key, those that differ most first; a flag with one value says nothing', () => {
  const bars = distributionBars({
    app_version: [share(null, '4.11.0', 60, 20, 2), share(null, '4.10.0', 0, 80)],
    platform: [],
    os: [share(null, null, 40, 40)],
    device_model: [],
    country: [],
    flag: [
      share('calm', 'true', 50, 45),
      share('calm', 'false', 50, 55),
      share('photo', 'true', 90, 20, 4),
      share('photo', 'false', 10, 80),
      share('always', 'on', 100, 100),
    ],
    experiment: [],
  });
  expect(bars.map(({ label }) => label)).toEqual(['Version', 'Operating system', 'Flag photo', 'Flag calm']);
  expect(bars.map(({ isQuiet }) => isQuiet)).toEqual([false, false, false, true]);
  expect(bars[0]?.items).toEqual([{ name: '4.11.0', count: 60, share: 60, shareOfAll: 20, isOver: true }]);
  expect(bars[1]?.items[0]).toMatchObject({ name: '(not set)', isOver: false });
});
