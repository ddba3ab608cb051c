import type { Wire } from '@lamppost/protocol';
import { formatShortCount } from '../../design/format/format-count.ts';
import { formatPercent, formatShortNumber } from '../../design/format/format-number.ts';
import type { Tone } from '../../design/primitives/status-badge.tsx';

export type Release = Wire['ReleaseRow'];
export type ReleaseStatus = Release['status'];
export type Regression = Wire['RegressionsAnswer']['data']['regressions'][number];

interface Words {
  readonly tone: Tone;
  readonly text: string;
}

const statuses: Readonly<Record<ReleaseStatus, Words>> = {
  created: { tone: 'neutral', text: 'Created' },
  deploying: { tone: 'accent', text: 'Deploying' },
  rolling_out: { tone: 'accent', text: 'Rolling out' },
  active: { tone: 'good', text: 'Active' },
  paused: { tone: 'warn', text: 'Paused' },
  rolled_back: { tone: 'bad', text: 'Rolled back' },
  superseded: { tone: 'neutral', text: 'Superseded' },
};

export const statusText = (status: ReleaseStatus): string => statuses[status].text;

/** "Rolling out to 80 %": a share is said while it is one. */
export function releaseStatus({ status, rollout_pct }: Pick<Release, 'status' | 'rollout_pct'>): Words {
  const { tone, text } = statuses[status];
  const isShare = (status === 'rolling_out' || status === 'paused' || status === 'deploying') && rollout_pct < 100;
  return { tone, text: isShare ? `${text} ${status === 'paused' ? 'at' : 'to'} ${formatPercent(rollout_pct)}` : text };
}

const healths: Readonly<Record<NonNullable<Release['health_status']>, Words>> = {
  healthy: { tone: 'good', text: 'Healthy' },
  degraded: { tone: 'warn', text: 'Degraded' },
  critical: { tone: 'bad', text: 'Critical' },
  unknown: { tone: 'neutral', text: 'Too few sessions' },
};

export const healthWords = (status: Release['health_status']): Words =>
  status === null ? { tone: 'neutral', text: 'No data' } : healths[status];

const points = (value: number): string =>
  `${Math.abs(value).toLocaleString('en', { maximumFractionDigits: 2 })} points`;
const rate = (value: number): string => formatPercent(value, 2);

/** The evidence of a regression of a release, in words. */
export function evidenceSentence(
  release: Pick<Release, 'regression_tier' | 'regression_evidence'>,
): string | undefined {
  const { regression_tier: tier, regression_evidence: evidence } = release;
  if (tier === null || evidence === null) return undefined;
  const sure =
    tier === 'confirmed'
      ? "The 95 % intervals don't overlap, so this is unlikely to be chance."
      : 'The 95 % intervals overlap, so this may be chance.';
  return `${rate(evidence.crash_free_rate)} of ${formatShortCount(evidence.total_sessions, 'session')} were crash-free, ${points(evidence.crash_free_delta)} less than in ${evidence.prev_version} (${formatShortCount(evidence.prev_sessions, 'session')}). ${formatShortCount(evidence.total_crashes, 'session')} crashed. ${sure}`;
}

/** What a regression says, in one sentence without its subject. */
export function regressionSentence(regression: Regression): string {
  if (regression.kind === 'change') {
    const { pre_crash_free_rate: before, post_crash_free_rate: after, pre_sessions, post_sessions } = regression;
    if (before !== null && after !== null) {
      return `Crash-free sessions fell from ${rate(before)} of ${formatShortNumber(pre_sessions)} in the hour before to ${rate(after)} of ${formatShortNumber(post_sessions)} in the hour after.`;
    }
  }
  return `${rate(regression.crash_free_rate)} of ${formatShortCount(regression.total_sessions, 'session')} are crash-free, ${points(regression.crash_free_delta)} less than before.`;
}

export const tierWords: Readonly<Record<'emerging' | 'confirmed', Words>> = {
  emerging: { tone: 'warn', text: 'Possible regression' },
  confirmed: { tone: 'bad', text: 'Confirmed regression' },
};

/** The release of the same platform and channel that was deployed before, as far as the list has it. */
export function releaseBefore(release: Release, all: readonly Release[]): Release | undefined {
  const { deployed_at: at } = release;
  if (at === null) return undefined;
  return all
    .filter(
      (other) =>
        other.id !== release.id &&
        other.platform === release.platform &&
        other.channel === release.channel &&
        other.deployed_at !== null &&
        other.deployed_at < at,
    )
    .toSorted((a, b) => (b.deployed_at ?? '').localeCompare(a.deployed_at ?? ''))[0];
}
