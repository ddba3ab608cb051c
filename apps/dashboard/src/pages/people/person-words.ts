import type { Wire } from '@lamppost/protocol';

type PersonRow = Wire['PersonRow'];
type Served = Wire['PersonAssignmentsAnswer']['data'];

/** What a person is called, when an attribute says so; the id stands below it then. */
export function personName(attributes: Readonly<Record<string, unknown>>): string | undefined {
  const { name, full_name: fullName, email } = attributes;
  return [name, fullName, email].find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

export const kindWords: Readonly<Record<PersonRow['kind'], { readonly label: string; readonly hint: string }>> = {
  user: { label: 'User', hint: 'Known by a user id.' },
  anonymous: { label: 'Anonymous', hint: 'Known by an anonymous id that is linked to no user.' },
  device: { label: 'Device only', hint: 'Events came with a device id and nothing else.' },
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
      return 'Inside the rollout';
    case 'DEFAULT':
      return 'No rule matches: the default';
    case 'NOT_FOUND':
      return 'Not for this platform';
    case 'ERROR':
      return 'A rule cannot be read: the default';
  }
}

export function experimentOutcome({ outcome }: Pick<Served['experiments'][number], 'outcome'>): string {
  switch (outcome) {
    case 'assigned':
      return 'Takes part';
    case 'winner':
      return 'The winner is with everybody';
    case 'forced':
      return 'A tester: gets the variant by name';
    case 'held_out':
      return 'Held out of all experiments';
    case 'outside_layer':
      return 'Another part of the layer';
    case 'outside_traffic':
      return 'Outside of the traffic';
    case 'no_identity':
      return 'Has no id of the kind that is counted';
    case 'not_running':
      return 'Not running';
  }
}

/** A value of a flag in one line. */
export function valueWords(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty text' : value;
  return JSON.stringify(value);
}

const countNames: Readonly<Record<string, string>> = {
  users: 'Users',
  devices: 'Devices',
  control_links: 'Links between ids',
  links: 'Links in the store',
  group_members: 'Memberships of groups',
  changes: 'Entries of the change log, made anonymous',
  rules_naming_the_user: 'Rules of flags that name the id; they stay as they are',
  experiments_naming_the_user: 'Experiments that name the id as a tester; they stay as they are',
  events: 'Events',
  crashes: 'Crash reports',
  metrics: 'Performance metrics',
  failed_events: 'Failed events',
  device_facts: 'Facts of devices',
};

export function countName(count: string): string {
  const known = countNames[count];
  if (known !== undefined) return known;
  const words = count.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
