import { formatPercent, formatShortNumber } from './format-number.ts';

export interface ChangeWords {
  readonly direction: 'up' | 'down' | 'same' | 'unknown';
  /** Short, for a tile: "12 %", "no change", "new". */
  readonly text: string;
  /** Whole, for a tooltip and screen readers: "up 12 % from 1.2 k". */
  readonly sentence: string;
}

/** Changes below this share are called "no change": nobody should act on them. */
const NOTHING = 0.05;

export function describeChange(
  now: number | null | undefined,
  before: number | null | undefined,
  format: (value: number) => string = formatShortNumber,
): ChangeWords {
  if (now === null || now === undefined || before === null || before === undefined) {
    return { direction: 'unknown', text: 'no comparison', sentence: 'there is nothing to compare with' };
  }
  const from = `from ${format(before)}`;
  if (now === before) return { direction: 'same', text: 'no change', sentence: `no change ${from}` };
  if (before === 0) {
    const direction = now > 0 ? 'up' : 'down';
    return { direction, text: 'new', sentence: `${direction} to ${format(now)} ${from}` };
  }
  const percent = ((now - before) / Math.abs(before)) * 100;
  if (Math.abs(percent) < NOTHING)
    return { direction: 'same', text: 'no change', sentence: `almost no change ${from}` };
  const direction = percent > 0 ? 'up' : 'down';
  const size = Math.abs(percent);
  const text =
    size >= 1000 ? `${formatShortNumber(size / 100 + (percent > 0 ? 1 : 0))}×` : formatPercent(size, size < 10 ? 1 : 0);
  return { direction, text, sentence: `${direction} ${text} ${from}` };
}
