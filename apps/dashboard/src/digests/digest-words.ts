import type { AnswerOf as ResultOf } from '../api/route-types.ts';
import { formatCount } from '../design/format/format-count.ts';

export type DigestRow = ResultOf<'GET', '/v1/digests'>['data'][number];
export type DigestRun = DigestRow['runs'][number];
type Weekday = NonNullable<DigestRow['weekday']>;

export const weekdayWords: Readonly<Record<Weekday, string>> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

export const targetKindWords: Readonly<Record<DigestRow['targets'][number]['kind'], string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  email: 'Email',
};

/** "Every day at 09:00", "Mondays at 09:00". */
export function scheduleWords({ frequency, weekday, time }: Pick<DigestRow, 'frequency' | 'weekday' | 'time'>): string {
  return frequency === 'weekly' && weekday !== null ? `${weekdayWords[weekday]}s at ${time}` : `Every day at ${time}`;
}

export const pauseWords: Readonly<Record<NonNullable<DigestRow['paused_reason']>, string>> = {
  user: 'Paused by a member',
  dashboard_deleted: 'Its dashboard was deleted. Choose another dashboard to resume the digest.',
  targets_deleted: 'All its recipients were deleted. Choose new ones to resume the digest.',
};

export interface RunWords {
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'neutral';
  readonly detail: string | undefined;
}

/** How a run went, with what came of its deliveries. */
export function runWords({ state, reason, deliveries }: DigestRun): RunWords {
  const detail = reason ?? undefined;
  if (state === 'pending') return { label: reason === null ? 'Preparing' : 'Retrying', tone: 'neutral', detail };
  if (state === 'skipped') return { label: 'Skipped', tone: 'warn', detail };
  if (state === 'failed') return { label: 'Failed', tone: 'bad', detail };
  const failed = deliveries.filter((each) => each.state === 'failed').length;
  if (failed > 0) {
    const label = deliveries.some((each) => each.state === 'delivered') ? 'Partly delivered' : 'Not delivered';
    return {
      label,
      tone: 'bad',
      detail: `${failed} of ${formatCount(deliveries.length, 'delivery', 'deliveries')} failed`,
    };
  }
  if (deliveries.some((each) => each.state === 'pending')) return { label: 'Sending', tone: 'neutral', detail };
  return { label: 'Delivered', tone: detail === undefined ? 'good' : 'warn', detail };
}
