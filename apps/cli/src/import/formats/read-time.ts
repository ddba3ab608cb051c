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
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    parts;
  const date = `${year}-${month}-${day}`;
  const ms = Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zoneOf(zone)}`);
  // Date takes the 31st of every month.
  return Number.isNaN(ms) || new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date ? Number.NaN : ms;
}

function zoneOf(zone: string): string {
  if (/^(?:Z|UTC)$/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);
