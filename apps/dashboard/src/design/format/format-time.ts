import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './units.ts';

/** Times come from the wire as ISO strings, from charts as milliseconds. */
export type Instant = string | number | Date;

export function toMs(at: Instant): number {
  return typeof at === 'number' ? at : new Date(at).getTime();
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making an Intl formatter costs more than a thousand uses of it. */
export function dateFormatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const id = `${timeZone} ${JSON.stringify(options)}`;
  let formatter = formatters.get(id);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
    formatters.set(id, formatter);
  }
  return formatter;
}

const exact: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
};

export function formatExactTime(at: Instant, timeZone: string): string {
  const ms = toMs(at);
  return Number.isFinite(ms) ? dateFormatter(timeZone, exact).format(ms) : 'invalid time';
}

export function formatDay(at: Instant, timeZone: string, nowMs: number = Date.now()): string {
  const ms = toMs(at);
  if (!Number.isFinite(ms)) return 'invalid time';
  const year = dateFormatter(timeZone, { year: 'numeric' });
  const isThisYear = year.format(ms) === year.format(nowMs);
  return dateFormatter(timeZone, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }).format(
    ms,
  );
}

/** "just now", "12 s ago", "3 min ago", "in 2 h", "5 d ago"; after a month the day itself. */
export function formatRelativeTime(at: Instant, nowMs: number, timeZone: string): string {
  const ms = toMs(at);
  if (!Number.isFinite(ms)) return 'invalid time';
  const distance = Math.abs(nowMs - ms);
  if (distance < 5 * SECOND_MS) return 'just now';
  if (distance >= 30 * DAY_MS) return formatDay(ms, timeZone, nowMs);
  const words = distanceInWords(distance);
  return ms <= nowMs ? `${words} ago` : `in ${words}`;
}

function distanceInWords(distance: number): string {
  if (distance < MINUTE_MS) return `${Math.floor(distance / SECOND_MS)} s`;
  if (distance < HOUR_MS) return `${Math.floor(distance / MINUTE_MS)} min`;
  if (distance < DAY_MS) return `${Math.floor(distance / HOUR_MS)} h`;
  return `${Math.floor(distance / DAY_MS)} d`;
}

/** How long the words of `formatRelativeTime` stay true. */
export function relativeTimeStaysMs(at: Instant, nowMs: number): number {
  const distance = Math.abs(nowMs - toMs(at));
  if (distance < MINUTE_MS) return SECOND_MS;
  if (distance < HOUR_MS) return 15 * SECOND_MS;
  return 5 * MINUTE_MS;
}
