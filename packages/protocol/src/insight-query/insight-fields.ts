import { parseFieldPath } from './parse-field-path.ts';
import { FIRST_SEEN_FIELD, parsePersonField } from './person-fields.ts';

/** What insights can filter, break down and aggregate by, beside paths into properties and context. */
export const insightFields = [
  'event_name',
  'type',
  'user_id',
  'device_id',
  'anonymous_id',
  'person_id',
  'session_id',
  'platform',
  'country',
  'locale',
  'timezone',
  'app_version',
  'release_id',
  'build_channel',
  'os_name',
  'os_version',
  'device_model',
  'device_type',
  'sdk_name',
  'sdk_version',
  'active_experiments',
  'timestamp',
  'received_at',
  FIRST_SEEN_FIELD,
] as const;

export type InsightField = (typeof insightFields)[number];

/** One of these, a path into properties or context, or a field of the person. */
export function isInsightField(name: string): boolean {
  return isEventField(name) || parsePersonField(name) !== undefined;
}

/** Those that an event says by itself: nothing has to be known of its person but who it is. */
export function isEventField(name: string): boolean {
  const { of } = parsePersonField(name) ?? {};
  if (of !== undefined) return of === 'flag' || of === 'experiment';
  return (insightFields as readonly string[]).includes(name) || parseFieldPath(name) !== undefined;
}

/** What filters can ask beside fields: whether the user is in a group, by its key, or the person in a cohort, by its id or key. */
export const membershipFields = ['group', 'cohort'] as const;
export const membershipOps = ['eq', 'neq', 'in', 'not_in'] as const;

export const isMembershipField = (name: string): boolean => (membershipFields as readonly string[]).includes(name);
