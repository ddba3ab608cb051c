const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const time = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[zZ]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const email = /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62})*$/i;
const uri = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;

/** Each takes time in proportion to the text: no part of a pattern can match the same stretch in two ways. */
export const formatChecks: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  [
    'date-time',
    (text) => (text[10] === 'T' || text[10] === 't') && isDate(text.slice(0, 10)) && time.test(text.slice(11)),
  ],
  ['uuid', (text) => uuid.test(text)],
  ['email', (text) => text.length <= 320 && email.test(text)],
  ['uri', (text) => uri.test(text)],
]);

function isDate(text: string): boolean {
  const [, year, month, day] = (date.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12 || day < 1)
    return false;
  // The day before the first of the next month.
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return day <= last.getUTCDate();
}
