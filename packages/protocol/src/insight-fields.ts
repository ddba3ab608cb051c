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

/** `event_properties.<path>` and `event_context.<path>`, up to five deep; no part of a path is empty. */
const path = /^(?:event_properties|event_context)(?:\.[^.]{1,128}){1,5}$/su;

export function isInsightField(name: string): boolean {
  return (insightFields as readonly string[]).includes(name) || path.test(name);
}
