const longestAskedMs = 3_600_000;

/**
 * How long to wait before the next attempt: 1, 5, 15 s, then doubling to 5 minutes, spread over half to one and a half
 * of it, so that clients that failed together do not come back together. A `Retry-After` (seconds or a date) is never
 * undercut, and spread upwards; of a mad one an hour is believed.
 */
export function retryDelayMs(attempt: number, retryAfter: string | null, nowMs: number, random: number): number {
  const plannedMs = [1e3, 5e3, 15e3][attempt] ?? Math.min(15e3 * 2 ** (attempt - 2), 3e5);
  const leastMs = Math.min(Number(retryAfter) * 1e3 || Date.parse(`${retryAfter}`) - nowMs || 0, longestAskedMs);
  return Math.max(leastMs, plannedMs / 2) + Math.max(leastMs / 2, plannedMs) * random;
}
