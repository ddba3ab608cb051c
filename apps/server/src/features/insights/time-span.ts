import { DAY_MS, HOUR_MS } from '@lamppost/protocol';

/** So long before a moment: a duration, or units of the calendar. */
export type TimeSpan =
  | { readonly kind: 'last'; readonly ms: number }
  | { readonly kind: 'calendar'; readonly unit: 'month' | 'quarter' | 'year'; readonly units: number };

const durations: Readonly<Record<string, number>> = { m: 60_000, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };
const calendarUnits = { mo: 'month', q: 'quarter', y: 'year' } as const;
const unitYears = { month: 1 / 12, quarter: 1 / 4, year: 1 } as const;

/** Of `90m`, `24h`, `7d`, `4w`, `3mo`, `2q`, `1y`. */
export function parseTimeSpan(text: string): TimeSpan {
  const units = Number.parseInt(text, 10);
  const unit = text.replace(/^\d+/, '');
  const ms = durations[unit];
  if (ms !== undefined) return { kind: 'last', ms: units * ms };
  return { kind: 'calendar', unit: calendarUnits[unit as keyof typeof calendarUnits], units };
}

export const spanYears = (span: TimeSpan): number =>
  span.kind === 'last' ? span.ms / (365.25 * DAY_MS) : span.units * unitYears[span.unit];

const relativeTime = /^now(?:([+-])(\d{1,6})([mhdw]))?$/;

/** Of `now`, `now-7d`, `now+1h`; undefined when it is none of these. */
export function parseRelativeTime(text: string, nowMs: number): number | undefined {
  const [, sign, units, unit] = relativeTime.exec(text) ?? [];
  if (unit === undefined) return text === 'now' ? nowMs : undefined;
  return nowMs + (sign === '-' ? -1 : 1) * Number(units) * (durations[unit] ?? 0);
}
