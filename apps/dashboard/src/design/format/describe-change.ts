import { formatPercent, formatShortNumber } from './format-number.ts';

export interface ChangeWords {
  readonly direction: 'up' | 'down' | 'same' | 'unknown';
  /** Short, for a tile: "up 12 %", "no change", "new". */
  readonly text: string;
  /** Whole, for a tooltip and screen readers: "up 12 % from 1.2 k". */
  readonly sentence: string;
}

/** Changes below this share are called "no change": nobody should act on them. */
const NOTHING = 0.05;

/** `points` for what is a share itself: from 99.9 % to 99.8 % is 0.1 points less, not 0.1 % less. */
export type ChangeIn = 'percent' | 'points';

export function describeChange(
  now: number | null | undefined,
  before: number | null | undefined,
  format: (value: number) => string = formatShortNumber,
  changeIn: ChangeIn = 'percent',
): ChangeWords {
  if (now === null || now === undefined || before === null || before === undefined) {
    return { direction: 'unknown', text: 'no comparison', sentence: 'no earlier data to compare with' };
  }
  const from = `from ${format(before)}`;
  if (now === before) return { direction: 'same', text: 'no change', sentence: `no change ${from}` };
  if (changeIn === 'points') return inPoints(now - before, from);
  if (before === 0) {
    const direction = now > 0 ? 'up' : 'down';
    return { direction, text: 'new', sentence: `${direction} to ${format(now)} ${from}` };
  }
  const percent = ((now - before) / Math.abs(before)) * 100;
  if (Math.abs(percent) < NOTHING)
    return { direction: 'same', text: 'no change', sentence: `almost no change ${from}` };
  const direction = percent > 0 ? 'up' : 'down';
  const words = `${direction} ${sizeOf(percent)}`;
  return { direction, text: words, sentence: `${words} ${from}` };
}

/** From a certain size on, people think in times and not in percent. */
function sizeOf(percent: number): string {
  const size = Math.abs(percent);
  if (size < 1000) return formatPercent(size, size < 10 ? 1 : 0);
  return `${formatShortNumber(size / 100 + (percent > 0 ? 1 : 0))}×`;
}

function inPoints(points: number, from: string): ChangeWords {
  const size = Math.abs(points);
  if (size < 0.005) return { direction: 'same', text: 'no change', sentence: `almost no change ${from}` };
  const direction = points > 0 ? 'up' : 'down';
  const amount = size.toLocaleString('en', { maximumFractionDigits: size < 1 ? 2 : 1 });
  const words = `${direction} ${amount} ${amount === '1' ? 'point' : 'points'}`;
  return { direction, text: words, sentence: `${words} ${from}` };
}
