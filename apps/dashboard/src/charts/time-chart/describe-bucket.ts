import { dateFormatter } from '../../design/format/format-time.ts';
import { DAY_MS, HOUR_MS } from '../../design/format/units.ts';

/** The time of a bucket in words, as exact as the bucket is wide. */
export function describeBucket(startMs: number, bucketMs: number, timeZone: string): string {
  const day = dateFormatter(timeZone, { weekday: 'short', day: 'numeric', month: 'short' });
  const time = dateFormatter(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (bucketMs >= 27 * DAY_MS) return dateFormatter(timeZone, { month: 'long', year: 'numeric' }).format(startMs);
  if (bucketMs >= 6 * DAY_MS) return `week of ${day.format(startMs)}`;
  if (bucketMs >= 23 * HOUR_MS) return day.format(startMs);
  if (bucketMs >= 5 * 60_000)
    return `${day.format(startMs)}, ${time.format(startMs)} – ${time.format(startMs + bucketMs)}`;
  return `${day.format(startMs)}, ${time.format(startMs)}`;
}

/** How wide most buckets are. Days of 23 and 25 hours exist. */
export function bucketWidth(times: readonly number[]): number {
  if (times.length < 2) return DAY_MS;
  const gaps = times.slice(1).map((ms, index) => ms - (times[index] as number));
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] as number;
}

/** Whether a range begins in the middle of its first bucket. */
export const beginsWithin = ([first]: readonly number[] = [], fromMs: number | undefined): boolean =>
  first !== undefined && fromMs !== undefined && first < fromMs;
