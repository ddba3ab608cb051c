import { isJsonObject, type JsonObject } from '@lamppost/protocol';

export const FORMATS = ['ndjson', 'csv', 'parquet', 'posthog', 'mixpanel', 'amplitude', 'segment'] as const;
export type Format = (typeof FORMATS)[number];
export type Container = 'ndjson' | 'csv' | 'parquet';

/** Whose export a row is, by fields that only that product writes. */
export function detectFormat(row: JsonObject, container: Container): Format {
  const has = (...names: string[]): boolean => names.every((name) => row[name] !== undefined);
  if (has('messageId') && (has('type') || has('anonymousId') || has('userId'))) return 'segment';
  if (has('event_type') && (has('amplitude_id') || has('$insert_id') || has('event_time', 'event_properties')))
    return 'amplitude';
  if (has('uuid', 'event', 'distinct_id', 'timestamp')) return 'posthog';
  const { properties } = row;
  if (
    has('event') &&
    isJsonObject(properties) &&
    properties.time !== undefined &&
    properties.distinct_id !== undefined
  ) {
    return 'mixpanel';
  }
  return container;
}
