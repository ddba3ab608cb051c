import { dateFormatter } from '../format/format-time.ts';

const parts: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};

/** How far the clocks of a zone are ahead of UTC at a moment. */
function zoneOffsetMs(ms: number, timeZone: string): number {
  const found: Record<string, number> = {};
  for (const part of dateFormatter(timeZone, parts).formatToParts(ms)) found[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** What a clock in the zone shows, as a `datetime-local` field wants it: `2026-11-15T09:30`. */
export function toZonedInput(ms: number, timeZone: string): string {
  return new Date(ms + zoneOffsetMs(ms, timeZone)).toISOString().slice(0, 16);
}

/**
 * The moment at which a clock in the zone shows this. An hour that exists twice is the first one,
 * an hour that is skipped is taken as the clock would have gone on.
 */
export function fromZonedInput(text: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const early = asUtc - zoneOffsetMs(asUtc - 24 * 3600_000, timeZone);
  const late = asUtc - zoneOffsetMs(asUtc + 24 * 3600_000, timeZone);
  for (const candidate of [Math.min(early, late), Math.max(early, late)]) {
    if (candidate + zoneOffsetMs(candidate, timeZone) === asUtc) return candidate;
  }
  return early;
}
