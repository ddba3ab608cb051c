import type { Wire } from '@lamppost/protocol';

type PersonRow = Wire['PersonRow'];
type Served = Wire['PersonAssignmentsAnswer']['data'];

/** What a person is called, when an attribute says so; the id stands below it then. */
export function personName(attributes: Readonly<Record<string, unknown>>): string | undefined {
  const { name, full_name: fullName, email } = attributes;
  return [name, fullName, email].find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

export const kindWords: Readonly<Record<PersonRow['kind'], { readonly label: string; readonly hint: string }>> = {
  user: { label: 'User', hint: 'Identified by a user id' },
  anonymous: { label: 'Anonymous', hint: "Has an anonymous id that isn't linked to a user" },
  device: { label: 'Device only', hint: 'Only has a device id' },
};

/** Why a flag has its value, in a few words. */
export function flagReason({
  reason,
  rule_name: ruleName,
}: Pick<Served['flags'][number], 'reason' | 'rule_name'>): string {
  switch (reason) {
    case 'KILLED':
      return 'The flag is killed';
    case 'RULE_MATCH':
      return ruleName === null || ruleName === '' ? 'A rule matches' : `Rule “${ruleName}” matches`;
    case 'ROLLOUT':
      return 'In the rollout';
    case 'DEFAULT':
      return 'No match: default served';
    case 'NOT_FOUND':
      return 'Not for this platform';
    case 'ERROR':
      return 'Invalid rule: default served';
  }
}

export function experimentOutcome({ outcome }: Pick<Served['experiments'][number], 'outcome'>): string {
  switch (outcome) {
    case 'assigned':
      return 'In the experiment';
    case 'winner':
      return 'All users get the winner';
    case 'forced':
      return 'Tester';
    case 'outside_audience':
      return 'Not in the audience';
    case 'held_out':
      return 'In the holdout';
    case 'outside_layer':
      return 'Excluded by the layer';
    case 'outside_traffic':
      return 'Outside the traffic';
    case 'no_identity':
      return 'Missing the id type of this experiment';
    case 'not_running':
      return 'Not running';
  }
}

/** A value of a flag in one line. */
export function valueWords(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty string' : value;
  return JSON.stringify(value);
}

const countNames: Readonly<Record<string, string>> = {
  users: 'Users',
  devices: 'Devices',
  control_links: 'Id links',
  links: 'Stored links',
  group_members: 'Group memberships',
  changes: 'Change log entries (anonymized)',
  rules_naming_the_user: 'Flag rules with this id (not changed)',
  experiments_naming_the_user: 'Experiments with this tester (not changed)',
  events: 'Events',
  crashes: 'Crash reports',
  metrics: 'Performance metrics',
  failed_events: 'Failed events',
  device_facts: 'Device properties',
};

export function countName(count: string): string {
  const known = countNames[count];
  if (known !== undefined) return known;
  const words = count.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
