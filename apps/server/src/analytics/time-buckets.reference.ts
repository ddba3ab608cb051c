import type { Interval } from './time-buckets.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timezone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timezone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'longOffset',
    });
  clocks.set(timezone, clock);
  return clock;
}

/** What names the bucket of a moment: what a clock on the wall there shows of it. */
export function bucketLabel(atMs: number, interval: Interval, timezone: string): string {
  const clock = clockOf(timezone).format(atMs);
  const [date = '', time = '', ...zone] = clock.split(' ');
  if (interval === 'minute') return clock;
  if (interval === 'hour') return `${date} ${time.slice(0, 2)} ${zone.join(' ')}`;
  if (interval === 'day') return date;
  if (interval === 'month') return date.slice(0, 7);
  if (interval === 'quarter') return `${date.slice(0, 4)} ${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
  if (interval === 'year') return date.slice(0, 4);
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/** Starts of the buckets of a range, found by looking at the clock again and again. */
export function referenceBuckets(fromMs: number, toMs: number, interval: Interval, timezone: string): number[] {
  const step = interval === 'minute' ? 60_000 : 900_000;
  let at = Math.floor(fromMs / step) * step;
  const first = bucketLabel(fromMs, interval, timezone);
  while (bucketLabel(at - step, interval, timezone) === first) at -= step;
  const starts: number[] = [];
  for (let label = ''; at < toMs; at += step) {
    const shown = bucketLabel(at, interval, timezone);
    if (shown !== label) starts.push(at);
    label = shown;
  }
  return starts;
}
