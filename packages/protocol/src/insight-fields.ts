import { parseFieldPath } from './parse-field-path.ts';

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
] as const;

export type InsightField = (typeof insightFields)[number];

/** One of these, or a path into properties or context. */
export function isInsightField(name: string): boolean {
  return (insightFields as readonly string[]).includes(name) || parseFieldPath(name) !== undefined;
}
