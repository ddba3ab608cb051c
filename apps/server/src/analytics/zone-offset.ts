const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: timezone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timezone, format);
  }
  return format;
}

/** What the zone's clocks show at this instant, minus UTC, in milliseconds. */
export function zoneOffset(timezone: string, atMs: number): number {
  if (timezone === 'UTC') return 0;
  const wholeSecond = Math.floor(atMs / 1000) * 1000;
  const shown: Record<string, string> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(wholeSecond)) shown[type] = value;
  const year = shown.era?.startsWith('B') ? 1 - Number(shown.year) : Number(shown.year);
  // Date.UTC takes the years 0 to 99 for those of the last century.
  const date = new Date(0).setUTCFullYear(year, Number(shown.month) - 1, Number(shown.day));
  const time = (Number(shown.hour) * 60 + Number(shown.minute)) * 60_000 + Number(shown.second) * 1000;
  return date + time - wholeSecond;
}

/** The first instant after `fromMs` with another offset; there must be one by `toMs`, and one only. */
export function offsetChange(timezone: string, fromMs: number, toMs: number): number {
  const before = zoneOffset(timezone, fromMs);
  let [low, high] = [fromMs, toMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(timezone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
