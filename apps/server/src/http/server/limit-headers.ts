import type { LimitState } from '../../collect/limits/rate-limiter.ts';

/** `RateLimit` and `RateLimit-Policy` as structured fields (draft-ietf-httpapi-ratelimit-headers). */
export function limitHeaders(states: readonly LimitState[]): Record<string, string> {
  if (states.length === 0) return {};
  return {
    'RateLimit-Policy': states
      .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
      .join(', '),
    RateLimit: states
      .map(({ name, limit, used, resetsInSeconds }) => `"${name}";r=${Math.max(0, limit - used)};t=${resetsInSeconds}`)
      .join(', '),
  };
}
