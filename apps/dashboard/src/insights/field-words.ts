import type { InsightField } from '@lamppost/protocol';

export interface FieldWords {
  readonly label: string;
  readonly detail: string;
}

/** Fields that every event has a place for. What is sent along is named by its path instead. */
export const fieldWords: Readonly<Record<InsightField, FieldWords>> = {
  event_name: { label: 'Event name', detail: 'the name of the event' },
  type: { label: 'Event type', detail: 'track, screen, identify …' },
  user_id: { label: 'User id', detail: 'the signed-in user' },
  device_id: { label: 'Device id', detail: 'the installation' },
  anonymous_id: { label: 'Anonymous id', detail: 'before sign-in' },
  person_id: { label: 'Person', detail: 'one person, signed in or not' },
  session_id: { label: 'Session id', detail: 'one visit' },
  platform: { label: 'Platform', detail: 'ios, android, web …' },
  country: { label: 'Country', detail: 'two letters' },
  locale: { label: 'Locale', detail: 'language and region' },
  timezone: { label: 'Time zone', detail: 'of the device' },
  app_version: { label: 'App version', detail: 'such as 4.12.0' },
  release_id: { label: 'Release', detail: 'id of the release' },
  build_channel: { label: 'Build channel', detail: 'internal, beta, production …' },
  os_name: { label: 'Operating system', detail: 'iOS, Android, macOS …' },
  os_version: { label: 'OS version', detail: 'such as 18.1' },
  device_model: { label: 'Device model', detail: 'such as iPhone16,2' },
  device_type: { label: 'Device type', detail: 'phone, tablet, desktop' },
  sdk_name: { label: 'SDK', detail: 'the SDK that sent the event' },
  sdk_version: { label: 'SDK version', detail: 'of the SDK' },
  active_experiments: { label: 'Experiment variants', detail: 'key:variant of each running experiment' },
  timestamp: { label: 'Time', detail: 'when it happened' },
  received_at: { label: 'Received at', detail: 'when the server received it' },
  'person.first_seen': { label: 'First seen', detail: "time of the person's first event" },
};

/** What only filters can ask: whether the person is in one. */
export const membershipWords: Readonly<Record<'cohort' | 'group', FieldWords>> = {
  cohort: { label: 'Cohort', detail: 'people in a cohort' },
  group: { label: 'Group', detail: 'users in a group' },
};

export const isMembershipField = (field: string): field is 'cohort' | 'group' => field in membershipWords;

const paths = [
  { start: 'event_properties.', of: 'property' },
  { start: 'event_context.', of: 'context' },
] as const;

const ofPersons = [
  { start: 'user.', label: (name: string) => `User ${name}` },
  { start: 'user_then.', label: (name: string) => `User ${name} at the time` },
  { start: 'flag.', label: (name: string) => `Flag ${name}` },
  { start: 'experiment.', label: (name: string) => `Variant of ${name}` },
] as const;

export const isPersonField = (field: string): boolean => ofPersons.some(({ start }) => field.startsWith(start));

/** A field as people read it: `Platform`, `plan`, `context os.name`. */
export function fieldLabel(field: string): string {
  const known = fieldWords[field as InsightField];
  if (known !== undefined) return known.label;
  if (isMembershipField(field)) return membershipWords[field].label;
  for (const { start, of } of paths) {
    if (field.startsWith(start))
      return of === 'property' ? field.slice(start.length) : `context ${field.slice(start.length)}`;
  }
  const ofPerson = ofPersons.find(({ start }) => field.startsWith(start));
  return ofPerson === undefined ? field : ofPerson.label(field.slice(ofPerson.start.length));
}

/** What somebody typed as a field: a name that is no field of every event is that of a property. */
export function fieldOf(typed: string): string {
  const isPath = paths.some(({ start }) => typed.startsWith(start));
  return isPath || isPersonField(typed) || isMembershipField(typed) || typed in fieldWords
    ? typed
    : `event_properties.${typed}`;
}
