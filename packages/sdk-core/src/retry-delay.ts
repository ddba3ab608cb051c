const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * How long to wait before the next attempt: 1, 5, 15 s, then doubling to 5 minutes, spread over half to one and a half
 * of it, so that clients that failed together do not come back together. A `Retry-After` (seconds or a date) is never
 * undercut, and spread upwards; of a mad one an hour is believed.
 */
export function retryDelayMs(attempt: number, retryAfter: string | null, nowMs: number, random: number): number {
  const plannedMs = Math.min([1e3, 5e3][attempt] ?? 15e3 * 2 ** (attempt - 2), 3e5);
  // A text, or null: both become a number by themselves.
  const askedSeconds = retryAfter as unknown as number;
  const minMs = Math.min(askedSeconds * 1e3 || Date.parse(`${retryAfter}`) - nowMs || 0, MAX_RETRY_AFTER_MS);
  return Math.max(minMs, plannedMs / 2) + Math.max(minMs / 2, plannedMs) * random;
}
