/** What a number counts or measures. */
export type FigureUnit = 'number' | 'percent' | 'ms' | 'mb' | 'score';

const NO_VALUE = '–';

const SPACE = '\u202f';
const SIZES = [
  { size: 1e12, sign: 'T' },
  { size: 1e9, sign: 'B' },
  { size: 1e6, sign: 'M' },
  { size: 1e3, sign: 'k' },
] as const;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** In a sentence: 12,408, 3.05 M, 45.2 %, 1.24 s. */
export function formatFigure(value: number | null, unit: FigureUnit = 'number'): string {
  if (value === null || !Number.isFinite(value)) return NO_VALUE;
  if (unit !== 'number' || Math.abs(value) >= 1e6) return formatShort(value, unit);
  return value.toLocaleString('en', { maximumFractionDigits: fractionDigits(value) });
}

/** On an axis: 12.4 k. */
export function formatShort(value: number, unit: FigureUnit = 'number'): string {
  if (unit === 'percent') return `${withDigits(value, percentDigits(value))}${SPACE}%`;
  if (unit === 'ms') return formatDuration(value);
  if (unit === 'mb') return `${withDigits(value, fractionDigits(value))}${SPACE}MB`;
  const size = Math.abs(value);
  for (const step of SIZES) {
    if (size < step.size * 0.9995) continue;
    const scaled = value / step.size;
    return `${withDigits(scaled, fractionDigits(scaled))}${SPACE}${step.sign}`;
  }
  return size >= 1 || size === 0
    ? withDigits(value, fractionDigits(value))
    : value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

function formatDuration(ms: number): string {
  const size = Math.abs(ms);
  if (size < SECOND_MS) return `${withDigits(ms, size < 10 ? 1 : 0)}${SPACE}ms`;
  if (size < MINUTE_MS) return `${withDigits(ms / SECOND_MS, size < 10 * SECOND_MS ? 2 : 1)}${SPACE}s`;
  if (size < HOUR_MS) return `${withDigits(ms / MINUTE_MS, 1)}${SPACE}min`;
  return size < DAY_MS ? `${withDigits(ms / HOUR_MS, 1)}${SPACE}h` : `${withDigits(ms / DAY_MS, 1)}${SPACE}d`;
}

const withDigits = (value: number, digits: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, useGrouping: false });

/** Three digits that matter. */
function fractionDigits(value: number): number {
  const size = Math.abs(value);
  if (size >= 100) return 0;
  return size >= 10 ? 1 : 2;
}

/** What is not quite all never looks like all. */
function percentDigits(value: number): number {
  const size = Math.abs(value);
  return (size > 99 && size < 100) || size < 1 ? 2 : 1;
}

export interface FigureChange {
  readonly direction: 'up' | 'down' | 'same' | 'unknown';
  /** `▲ 12 %`, `no change`, `new`; empty when there is nothing to compare with. */
  readonly text: string;
}

/** A share changes in points: from 99.9 % to 99.8 % is 0.1 points less, not 0.1 % less. */
export function changeOf(value: number | null, before: number | null, unit: FigureUnit = 'number'): FigureChange {
  if (value === null || before === null) return { direction: 'unknown', text: '' };
  if (unit !== 'percent' && before === 0) {
    return value === 0 ? { direction: 'same', text: 'no change' } : { direction: 'up', text: 'new' };
  }
  const size = unit === 'percent' ? value - before : ((value - before) / Math.abs(before)) * 100;
  if (Math.abs(size) < 0.05) return { direction: 'same', text: 'no change' };
  const isUp = size > 0;
  return { direction: isUp ? 'up' : 'down', text: `${isUp ? '▲' : '▼'} ${amountOf(Math.abs(size), unit)}` };
}

function amountOf(size: number, unit: FigureUnit): string {
  if (unit === 'percent') {
    const amount = withDigits(size, size < 1 ? 2 : 1);
    return `${amount} ${amount === '1' ? 'point' : 'points'}`;
  }
  if (size >= 1_000) return `${withDigits(size / 100 + 1, 1)}×`;
  return `${withDigits(size, size < 10 ? 1 : 0)}${SPACE}%`;
}
