import { dateFormatter } from '../format/format-time.ts';
import { HOUR_MS } from '../format/units.ts';

export type RelativeLast = '1h' | '24h' | '7d' | '30d' | '90d';

export type TimeRange =
  | { readonly kind: 'relative'; readonly last: RelativeLast }
  | { readonly kind: 'absolute'; readonly fromIso: string; readonly toIso: string };

export interface RangePreset {
  readonly last: RelativeLast;
  readonly words: string;
  readonly ms: number;
}

export const rangePresets: readonly RangePreset[] = [
  { last: '1h', words: 'Last hour', ms: HOUR_MS },
  { last: '24h', words: 'Last 24 hours', ms: 24 * HOUR_MS },
  { last: '7d', words: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  { last: '30d', words: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
  { last: '90d', words: 'Last 90 days', ms: 90 * 24 * HOUR_MS },
];

function presetOf(last: RelativeLast): RangePreset {
  const found = rangePresets.find((preset) => preset.last === last);
  if (found === undefined) throw new Error(`There is no range "${last}".`);
  return found;
}

/** "30 d", where there is no room for more. */
export const shortWords = (last: RelativeLast): string => `${Number.parseInt(last, 10)}\u202f${last.at(-1)}`;

export function rangeBounds(range: TimeRange, nowMs: number): { fromMs: number; toMs: number } {
  if (range.kind === 'relative') return { fromMs: nowMs - presetOf(range.last).ms, toMs: nowMs };
  return { fromMs: Date.parse(range.fromIso), toMs: Date.parse(range.toIso) };
}

export function rangeWords(range: TimeRange, timeZone: string): string {
  if (range.kind === 'relative') return presetOf(range.last).words;
  const { fromMs, toMs } = rangeBounds(range, 0);
  const day = dateFormatter(timeZone, { day: 'numeric', month: 'short' });
  const time = dateFormatter(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const isWhole = time.format(fromMs) === '00:00' && time.format(toMs) === '00:00';
  if (isWhole) {
    const lastDay = day.format(toMs - 1);
    return day.format(fromMs) === lastDay ? lastDay : `${day.format(fromMs)} – ${lastDay}`;
  }
  const from = `${day.format(fromMs)}, ${time.format(fromMs)}`;
  if (day.format(fromMs) === day.format(toMs)) return `${from} – ${time.format(toMs)}`;
  return `${from} – ${day.format(toMs)}, ${time.format(toMs)}`;
}
