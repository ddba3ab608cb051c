import { DAY_MS, MINUTE_MS } from '@lamppost/protocol';

/** What a wall-clock time is in a time zone. `skipped`: clocks were put forward over it; `nextMs` is when they go on. */
export type LocalTime =
  | { readonly kind: 'instant'; readonly ms: number }
  | { readonly kind: 'skipped'; readonly nextMs: number };

/** `wallMs`: the time as if it were UTC. A time that happens twice, when clocks go back, is the first of the two. */
export function localTime(wallMs: number, timezone: string): LocalTime {
  const offsets = [offsetAt(wallMs - DAY_MS, timezone), offsetAt(wallMs + DAY_MS, timezone)];
  const found = offsets
    .map((offset) => wallMs - offset)
    .filter((ms) => ms + offsetAt(ms, timezone) === wallMs)
    .sort((a, b) => a - b)[0];
  if (found !== undefined) return { kind: 'instant', ms: found };
  return { kind: 'skipped', nextMs: transitionNear(wallMs, timezone) };
}

/** The moment within a day of it at which the offset changes, by halving. */
function transitionNear(wallMs: number, timezone: string): number {
  let before = wallMs - 2 * DAY_MS;
  let after = wallMs + 2 * DAY_MS;
  const offset = offsetAt(before, timezone);
  while (after - before > MINUTE_MS / 60) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, timezone) === offset) before = middle;
    else after = middle;
  }
  return Math.round(after / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that the clocks of the time zone are ahead of UTC. */
function offsetAt(ms: number, timezone: string): number {
  return wallAt(ms, timezone) - Math.floor(ms / 1000) * 1000;
}

/** The time that clocks show, as if it were UTC. */
function wallAt(ms: number, timezone: string): number {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** "2026-11-23 09:00" */
export function wallText(ms: number, timezone: string): string {
  return new Date(wallAt(ms, timezone)).toISOString().slice(0, 16).replace('T', ' ');
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  });
  formats.set(timezone, format);
  return format;
}
