import { dateFormatter } from '../format/format-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../format/units.ts';
import { calendarBounds } from './calendar-bounds.ts';
import type { CalendarUnit } from './calendar-unit.ts';

export type TimeRange =
  /** `90m`, `24h`, `7d`, `4w`, `3mo`, `2q`, `1y`. */
  | { readonly kind: 'relative'; readonly last: string }
  | { readonly kind: 'current' | 'previous'; readonly unit: CalendarUnit }
  /** `fromIso` is when it was released, where that is known. */
  | { readonly kind: 'since_release'; readonly releaseId: string; readonly fromIso?: string | undefined }
  | { readonly kind: 'absolute'; readonly fromIso: string; readonly toIso: string };

export interface RangePreset {
  readonly last: string;
  readonly words: string;
}

export const rangePresets: readonly RangePreset[] = [
  { last: '1h', words: 'Last hour' },
  { last: '24h', words: 'Last 24 hours' },
  { last: '7d', words: 'Last 7 days' },
  { last: '30d', words: 'Last 30 days' },
  { last: '90d', words: 'Last 90 days' },
];

export interface SpanUnit {
  readonly unit: string;
  readonly one: string;
  readonly many: string;
  readonly ms: number;
}

export const spanUnits: readonly SpanUnit[] = [
  { unit: 'm', one: 'minute', many: 'minutes', ms: MINUTE_MS },
  { unit: 'h', one: 'hour', many: 'hours', ms: HOUR_MS },
  { unit: 'd', one: 'day', many: 'days', ms: DAY_MS },
  { unit: 'w', one: 'week', many: 'weeks', ms: 7 * DAY_MS },
  { unit: 'mo', one: 'month', many: 'months', ms: 30 * DAY_MS },
  { unit: 'q', one: 'quarter', many: 'quarters', ms: 91 * DAY_MS },
  { unit: 'y', one: 'year', many: 'years', ms: 365 * DAY_MS },
];

const MAX_SPAN_MS = 20 * 366 * DAY_MS;
const unitDays: Readonly<Record<CalendarUnit, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };
/** Of a release whose time is not known here. */
const USUAL_SINCE_MS = 30 * DAY_MS;

/** A number and its unit; undefined for what is no span. */
export function spanOf(last: string): { readonly count: number; readonly unit: SpanUnit } | undefined {
  const [, digits, letters] = /^([1-9]\d{0,6})(m|h|d|w|mo|q|y)$/.exec(last) ?? [];
  const unit = spanUnits.find((known) => known.unit === letters);
  if (digits === undefined || unit === undefined || Number(digits) * unit.ms > MAX_SPAN_MS) return undefined;
  return { count: Number(digits), unit };
}

/** "30 d", where there is no room for more. */
export function shortWords(range: TimeRange): string | undefined {
  if (range.kind === 'relative') return `${Number.parseInt(range.last, 10)}\u202f${range.last.replace(/^\d+/, '')}`;
  if (range.kind === 'current') return range.unit === 'day' ? 'Today' : capital(range.unit);
  return range.kind === 'since_release' ? 'Release' : undefined;
}

/** About how long it is, for choices that depend on that. */
export function rangeLength(range: TimeRange, nowMs = Date.now()): number {
  switch (range.kind) {
    case 'relative': {
      const span = spanOf(range.last);
      return span === undefined ? 7 * DAY_MS : span.count * span.unit.ms;
    }
    case 'current':
    case 'previous':
      return unitDays[range.unit] * DAY_MS;
    default: {
      const { fromMs, toMs } = rangeBounds(range, nowMs, 'UTC');
      return toMs - fromMs;
    }
  }
}

export function rangeBounds(range: TimeRange, nowMs: number, timeZone: string): { fromMs: number; toMs: number } {
  switch (range.kind) {
    case 'relative':
      return { fromMs: nowMs - rangeLength(range), toMs: nowMs };
    case 'current':
      return { fromMs: calendarBounds(range.unit, nowMs, timeZone).startMs, toMs: nowMs };
    case 'previous': {
      const { previousMs, startMs } = calendarBounds(range.unit, nowMs, timeZone);
      return { fromMs: previousMs, toMs: startMs };
    }
    case 'since_release': {
      const fromMs = range.fromIso === undefined ? nowMs - USUAL_SINCE_MS : Date.parse(range.fromIso);
      return { fromMs: Math.min(fromMs, nowMs - MINUTE_MS), toMs: nowMs };
    }
    case 'absolute':
      return { fromMs: Date.parse(range.fromIso), toMs: Date.parse(range.toIso) };
  }
}

/** Whether it ends now: its last bucket is not over. */
export const endsNow = ({ kind }: TimeRange): boolean => kind !== 'absolute' && kind !== 'previous';

export function rangeWords(range: TimeRange, timeZone: string): string {
  const day = dateFormatter(timeZone, { day: 'numeric', month: 'short' });
  switch (range.kind) {
    case 'relative':
      return relativeWords(range.last);
    case 'current':
      return range.unit === 'day' ? 'Today' : `This ${range.unit}`;
    case 'previous':
      return range.unit === 'day' ? 'Yesterday' : `Previous ${range.unit}`;
    case 'since_release':
      return range.fromIso === undefined
        ? 'Since a release'
        : `Since release, ${day.format(Date.parse(range.fromIso))}`;
    case 'absolute':
      return absoluteWords(Date.parse(range.fromIso), Date.parse(range.toIso), timeZone);
  }
}

function relativeWords(last: string): string {
  const span = spanOf(last);
  if (span === undefined) return last;
  return span.count === 1 ? `Last ${span.unit.one}` : `Last ${span.count} ${span.unit.many}`;
}

function absoluteWords(fromMs: number, toMs: number, timeZone: string): string {
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

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
