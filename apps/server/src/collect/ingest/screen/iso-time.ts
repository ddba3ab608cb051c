/** What every engine behind the log reads alike: extended form, whole seconds or up to nine digits, with a zone. */
const canonical =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

const lenient =
  /^(\d{4})(?:-(\d\d)-(\d\d)|(\d\d)(\d\d))(?:[Tt ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

export function isCanonicalTime(text: string): boolean {
  return canonical.test(text) && (text.charCodeAt(8) < 0x33 || isDayOfMonth(text)) && !isLateFebruary(text);
}

/** Milliseconds since 1970 of an ISO 8601 time in extended or basic form; without a zone it is UTC. Undefined: not a time. */
export function parseIsoTime(text: string): number | undefined {
  const parts = lenient.exec(text);
  if (parts === null) return undefined;
  const [, year, m1, d1, m2, d2, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = parts;
  const month = Number(m1 ?? m2);
  const day = Number(d1 ?? d2);
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(Number(year), month)) return undefined;
  const isMidnightAtEnd = h === 24 && m === 0 && s === 0;
  if ((h > 23 && !isMidnightAtEnd) || m > 59 || s > 60) return undefined;
  const offset = offsetMinutes(zone);
  if (offset === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month - 1, day);
  date.setUTCHours(h, m - offset, s, Math.floor(Number(`0.${fraction || '0'}`) * 1000));
  return date.getTime();
}

function offsetMinutes(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

const daysIn = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
    ? 29
    : ([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0);

function isDayOfMonth(text: string): boolean {
  return Number(text.slice(8, 10)) <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

/** The 29th passes the shape in every February. */
function isLateFebruary(text: string): boolean {
  return text.startsWith('02-29', 5) && !isDayOfMonth(text);
}
