import type { DigestFrequency, DigestPeriod } from '../digest-schedule.ts';

/** "Monday, 16 November 2026", "9 – 15 November 2026". */
export function periodWords(
  frequency: DigestFrequency,
  { fromMs, toMs }: Pick<DigestPeriod, 'fromMs' | 'toMs'>,
  timezone: string,
): string {
  if (frequency === 'daily') {
    return words(fromMs, timezone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  }
  const [first, last] = [fromMs, toMs - 1].map((ms) => ({
    day: words(ms, timezone, { day: 'numeric' }),
    month: words(ms, timezone, { month: 'long' }),
    year: words(ms, timezone, { year: 'numeric' }),
  }));
  if (first === undefined || last === undefined) return '';
  const end = `${last.day} ${last.month} ${last.year}`;
  if (first.year !== last.year) return `${first.day} ${first.month} ${first.year} – ${end}`;
  return first.month === last.month ? `${first.day} – ${end}` : `${first.day} ${first.month} – ${end}`;
}

/** Of a bucket: "06:00", "Mon 9", "9 Nov". */
export function bucketLabel(iso: string, interval: string, timezone: string): string {
  const ms = Date.parse(iso);
  switch (interval) {
    case 'minute':
    case 'hour':
      return words(ms, timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    case 'day': {
      const weekday = words(ms, timezone, { weekday: 'short' });
      return `${weekday} ${words(ms, timezone, { day: 'numeric' })}`;
    }
    case 'week':
      return words(ms, timezone, { day: 'numeric', month: 'short' });
    default:
      return words(ms, timezone, { month: 'short', year: 'numeric' });
  }
}

const words = (ms: number, timezone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: timezone, ...options }).format(ms);
