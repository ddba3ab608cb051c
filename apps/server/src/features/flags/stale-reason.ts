import { isExpired } from './expiry/is-expired.ts';
import type { Flag, StaleReason, Targeting } from './flag-store.ts';

const STALE_AFTER_MS = 30 * 86_400_000;

/**
 * Why a flag looks forgotten, or null. Expired: the day of its expiry is over. Unseen: not asked for in 30 days. Settled: for 30 days the rollout of every
 * environment that has one has been at 0 or 100 %, with no rule that is enabled and no kill: it decides nothing.
 */
export function staleReason(
  flag: Pick<Flag, 'status' | 'createdAtMs' | 'expiresOn'>,
  targetings: readonly Pick<Targeting, 'rules' | 'rollout' | 'kill' | 'rolloutSinceMs'>[],
  lastSeenAtMs: number | null,
  nowMs: number,
  timezone: string,
): StaleReason | null {
  if (flag.status === 'archived') return null;
  if (isExpired(flag.expiresOn, nowMs, timezone)) return 'expired';
  const before = nowMs - STALE_AFTER_MS;
  if ((lastSeenAtMs ?? flag.createdAtMs) <= before) return 'unseen';
  const rolledOut = targetings.filter(({ rollout }) => rollout !== null);
  const isSettled =
    rolledOut.length > 0 &&
    targetings.every(({ rules, kill }) => kill === null && !rules.some(({ enabled }) => enabled)) &&
    rolledOut.every(
      ({ rollout, rolloutSinceMs }) =>
        (rollout?.percentage === 0 || rollout?.percentage === 100) && (rolloutSinceMs ?? nowMs) <= before,
    );
  return isSettled ? 'settled' : null;
}
