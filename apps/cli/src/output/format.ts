const KILO = 1000;
const KIBI = 1024;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Made when it is needed: it takes a tenth of the time of a short command. */
let grouped: Intl.NumberFormat | undefined;

/** 12345.678 as 12,345.68. */
export function formatNumber(value: number): string {
  grouped ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  return grouped.format(value);
}

/** 12345 as 12.3 k. */
export function formatShort(value: number): string {
  const size = Math.abs(value);
  for (const [unit, name] of [
    [KILO ** 3, 'B'],
    [KILO ** 2, 'M'],
    [KILO, 'k'],
  ] as const) {
    if (size >= unit) return `${round(value / unit, 1)} ${name}`;
  }
  return String(round(value, 2));
}

export function formatBytes(bytes: number): string {
  for (const [unit, name] of [
    [KIBI ** 3, 'GiB'],
    [KIBI ** 2, 'MiB'],
    [KIBI, 'KiB'],
  ] as const) {
    if (bytes >= unit) return `${round(bytes / unit, 1)} ${name}`;
  }
  return `${bytes} B`;
}

/** A length of time: 1.2 s, 3 min 5 s, 2 h 10 min, 4 d. */
export function formatDuration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${round(ms / SECOND_MS, 1)} s`;
  if (ms < HOUR_MS) return both(ms, MINUTE_MS, 'min', SECOND_MS, 's');
  if (ms < DAY_MS) return both(ms, HOUR_MS, 'h', MINUTE_MS, 'min');
  return both(ms, DAY_MS, 'd', HOUR_MS, 'h');
}

/** How long ago, in one unit; `never` for null. */
export function formatAgo(iso: string | null, nowMs = Date.now()): string {
  if (iso === null) return 'never';
  const ms = nowMs - Date.parse(iso);
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`;
  return `${Math.floor(ms / DAY_MS)} d ago`;
}

/** Percents as they come of the server: 0 to 100. */
export const formatPercent = (percent: number | null): string => (percent === null ? '–' : `${round(percent, 2)} %`);

/** Minutes are enough of a time: 2026-11-15 07:45 UTC. */
export const formatTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

function both(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** `1 file`, `2 files`. */
export const countOf = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
