import { calendarStart, firstInstantOf } from '../../analytics/calendar.ts';
import { zoneOffset } from '../../analytics/zone-offset.ts';

export type DigestFrequency = 'daily' | 'weekly';

export interface DigestSchedule {
  readonly frequency: DigestFrequency;
  /** From 1, Monday, to 7; null when daily. */
  readonly weekday: number | null;
  /** `HH:MM` on the clocks of the project's time zone. */
  readonly time: string;
}

/** The last complete day or week, and where the one before it begins. */
export interface DigestPeriod {
  readonly fromMs: number;
  readonly toMs: number;
  readonly beforeFromMs: number;
}

/**
 * The first time after this one. A time of day that clocks skip is the moment at which they go on, and one that they show
 * twice is the first of the two, so there is one run on each day.
 */
export function nextRunAfter({ frequency, weekday, time }: DigestSchedule, timezone: string, afterMs: number): number {
  const shown = new Date(afterMs + zoneOffset(timezone, afterMs));
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  // One day earlier, because of zones that have skipped a date.
  for (let days = -1; ; days += 1) {
    const wall = new Date(
      Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate() + days, hours, minutes),
    );
    if (frequency === 'weekly' && (wall.getUTCDay() || 7) !== weekday) continue;
    const atMs = firstInstantOf(wall.getTime(), timezone);
    if (atMs > afterMs) return atMs;
  }
}

export function periodBefore(frequency: DigestFrequency, timezone: string, atMs: number): DigestPeriod {
  const unit = frequency === 'daily' ? 'day' : 'week';
  return {
    fromMs: calendarStart(atMs, unit, timezone, -1),
    toMs: calendarStart(atMs, unit, timezone),
    beforeFromMs: calendarStart(atMs, unit, timezone, -2),
  };
}
