import { wilsonInterval } from '@lamppost/statistics';
import { shareRatio } from '../../analytics/share-ratio.ts';
import type { CrashShare } from './queries/crash-groups.ts';
import type { SessionCounts } from './queries/session-health.ts';

/** Four decimals: crash-free rates differ behind the second. */
const percent = (share: number): number => Number((100 * share).toFixed(4));
const factor = (ratio: number): number => Number(ratio.toFixed(4));

/** A share in percent with its interval; null of nothing. */
function rate(successes: number, trials: number) {
  const interval = wilsonInterval(successes, trials);
  if (interval === null) return null;
  return { rate: percent(successes / trials), lower: percent(interval.lower), upper: percent(interval.upper) };
}

export const healthRow = ({ sessions, crashedSessions, users, crashedUsers }: SessionCounts) => ({
  sessions,
  crashed_sessions: crashedSessions,
  crash_free_sessions: rate(sessions - crashedSessions, sessions),
  users,
  crashed_users: crashedUsers,
  crash_free_users: rate(users - crashedUsers, users),
});

type Part = Pick<CrashShare, 'sessions' | 'crashedSessions' | 'keySessions' | 'keyCrashedSessions'>;

/** How common a value is among crashed sessions, and among all. */
export function sharesOf({ sessions, crashedSessions, keySessions, keyCrashedSessions }: Part) {
  const ratio = shareRatio(crashedSessions, keyCrashedSessions, sessions, keySessions);
  return {
    share_of_crashed: keyCrashedSessions === 0 ? 0 : percent(crashedSessions / keyCrashedSessions),
    share_of_all: keySessions === 0 ? 0 : percent(sessions / keySessions),
    over_representation:
      ratio === null ? null : { ratio: factor(ratio.ratio), lower: factor(ratio.lower), upper: factor(ratio.upper) },
  };
}

export const shareRow = (share: CrashShare) => ({
  key: share.key,
  value: share.value,
  crashed_sessions: share.crashedSessions,
  sessions: share.sessions,
  crash_rate: rate(share.crashedSessions, share.sessions),
  ...sharesOf(share),
});
