import type { Wire } from '@lamppost/protocol';
import { DAY_MS } from '../../design/format/units.ts';

export type Usage = Wire['UsageAnswer']['data'];
export type WindowUse = Usage['events_today'];

export interface MeterWords {
  /** 0 to 100, of the limit; null where there is none. */
  readonly percent: number | null;
  readonly tone: 'calm' | 'near' | 'full';
}

const nearPercent = 80;

export function meterOf({ used, limit }: Pick<WindowUse, 'used' | 'limit'>): MeterWords {
  if (limit === null) return { percent: null, tone: 'calm' };
  const percent = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return { percent, tone: percent >= 100 ? 'full' : percent >= nearPercent ? 'near' : 'calm' };
}

/** "in 3 h 20 min", for windows of a minute or a day. */
export function resetWords(seconds: number): string {
  if (seconds < 60) return `in ${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `in ${minutes} min`;
  return minutes % 60 === 0 ? `in ${hours} h` : `in ${hours} h ${minutes % 60} min`;
}

export interface StoredDays {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

const MIN_DAYS = 14;

/** Days on which nothing came are zero, not left out: from the first that is told to the last, two weeks at least. */
export function storedDays(days: Usage['stored']['days']): StoredDays {
  const byTime = new Map(days.map(({ date, events }) => [Date.parse(`${date.slice(0, 10)}T00:00:00Z`), events]));
  const known = [...byTime.keys()].filter(Number.isFinite);
  if (known.length === 0) return { times: [], values: [] };
  const last = Math.max(...known);
  const first = Math.min(...known, last - (MIN_DAYS - 1) * DAY_MS);
  const count = (last - first) / DAY_MS + 1;
  const times = Array.from({ length: count }, (_, index) => first + index * DAY_MS);
  return { times, values: times.map((time) => byTime.get(time) ?? 0) };
}
