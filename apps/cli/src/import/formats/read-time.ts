const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i;
const DIGITS = /^\d{9,19}(?:\.\d+)?$/;
/** Beyond these a number is of the next smaller unit: seconds, milliseconds, microseconds, nanoseconds. */
const UNITS = [
  [1e11, 1000],
  [1e14, 1],
  [1e17, 1e-3],
  [Number.POSITIVE_INFINITY, 1e-6],
] as const;
const FUTURE_MS = 86_400_000;

export type ReadTime = { readonly iso: string } | { readonly fault: string };

/** The time of an event as exports write it: ISO 8601, with a space too, or a number since 1970. Without a zone it is UTC. */
export function readTime(value: unknown, field: string, nowMs = Date.now()): ReadTime {
  if (value === undefined || value === null || value === '')
    return { fault: `"${field}" is missing: the time of the event` };
  if (typeof value === 'string' && isAsWritten(value, nowMs)) return { iso: value };
  const ms = typeof value === 'number' ? ofNumber(value) : typeof value === 'string' ? ofText(value) : Number.NaN;
  if (Number.isNaN(ms)) return { fault: `"${field}" is not a time: ${shown(value)}` };
  if (ms > nowMs + FUTURE_MS) return { fault: `"${field}" is in the future: ${shown(value)}` };
  return { iso: new Date(ms).toISOString() };
}

/** As this writes it itself; most exports do, and it takes a tenth of the time. */
function isAsWritten(text: string, nowMs: number): boolean {
  if (text.length !== 24 || !text.endsWith('Z')) return false;
  const ms = Date.parse(text);
  return ms <= nowMs + FUTURE_MS && new Date(ms).toISOString() === text;
}

function ofNumber(value: number): number {
  const [, factor] = UNITS.find(([below]) => Math.abs(value) < below) ?? [0, Number.NaN];
  const ms = Math.round(value * factor);
  // What a Date can hold.
  return Math.abs(ms) <= 8.64e15 ? ms : Number.NaN;
}

function ofText(text: string): number {
  if (DIGITS.test(text)) return ofNumber(Number(text));
  const parts = ISO.exec(text.trim());
  if (parts === null) return Number.NaN;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((at) => Number(parts[at] ?? 0)) as Six;
  const millis = Math.floor(Number(`0.${parts[7] ?? '0'}`) * 1000);
  const offset = offsetMinutes(parts[8]);
  if (hour > 23 || minute > 59 || second > 60 || Number.isNaN(offset)) return Number.NaN;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return Number.NaN;
  const ms = Date.UTC(year, month - 1, day, hour, minute - offset, second, millis);
  // Years below 100 mean the 20th century to it.
  return year < 100 ? new Date(ms).setUTCFullYear(year) : ms;
}

type Six = [number, number, number, number, number, number];

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || /^(?:Z|UTC)$/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);
