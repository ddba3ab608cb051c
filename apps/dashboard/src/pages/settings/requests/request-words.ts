import type { Wire } from '@lamppost/protocol';

type ChangeRequest = Pick<Wire['ChangeRequestRow'], 'status' | 'is_outdated' | 'entity_type' | 'action'>;

const titles: Readonly<Record<string, string>> = {
  rules_replaced: 'Change rules of',
  rollout_set: 'Set rollout of',
  targeting_set: 'Change targeting of',
  copied: 'Copy targeting of',
  guardrails_set: 'Set guardrails of',
  ramp_started: 'Start ramp of',
  ramp_resumed: 'Resume ramp of',
  archived: 'Archive',
  started: 'Start experiment',
  resumed: 'Resume experiment',
  completed: 'Complete experiment',
  schedule_created: 'Schedule changes of',
};

/** What the request wants, in front of the name of the flag or experiment. */
export const requestTitle = ({ entity_type: type, action }: ChangeRequest): string =>
  titles[action] ?? (type === 'experiment' ? 'Change experiment' : 'Change');

interface StatusWords {
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'neutral';
}

export function requestStatus({ status, is_outdated: isOutdated }: ChangeRequest): StatusWords {
  if (isOutdated) return { label: 'Out of date', tone: 'warn' };
  switch (status) {
    case 'pending':
      return { label: 'Pending', tone: 'warn' };
    case 'approved':
      return { label: 'Approved', tone: 'good' };
    case 'rejected':
      return { label: 'Rejected', tone: 'bad' };
    case 'withdrawn':
      return { label: 'Withdrawn', tone: 'neutral' };
  }
}
