import { deviceColumns } from '../../../analytics/device-columns.ts';
import { jsonObject, jsonText, jsonTime, storedJson } from '../../../analytics/stored-json.ts';
import { eventJson } from '../../events/queries/event-json.ts';
import type { PersonTable } from './people.ts';

type Row = Readonly<Record<string, unknown>>;
type RowJson = (row: Row, id: string) => string;

const withKind = (kind: string, json: string): string => `{"kind":"${kind}",${json.slice(1)}`;

/** Rows of a timeline. */
export const timelineJson: { readonly event: RowJson; readonly crash: RowJson } = {
  event: (row, id) => withKind('event', eventJson(row, id)),
  crash: (row, id) => withKind('crash', jsonObject(crashMembers(row, id))),
};

/** Rows of each table, as they are exported: from columns of the same names, times as `<name>_ms`. */
export const personRowJson: Readonly<Record<PersonTable, RowJson>> = {
  events: eventJson,
  crashes: (row, id) => jsonObject({ ...crashMembers(row, id), report: storedJson(row.report, '{}') }),
  metrics: (row, id) =>
    jsonObject({
      id: jsonText(id),
      event_id: jsonText(row.event_id),
      metric_type: jsonText(row.metric_type),
      metric_name: jsonText(row.metric_name),
      value_ms: JSON.stringify(row.value_ms ?? null),
      status_code: JSON.stringify(row.status_code ?? null),
      is_error: JSON.stringify(row.is_error ?? null),
      attributes: storedJson(row.attributes, '{}'),
      context: storedJson(row.context, '{}'),
      timestamp: jsonTime(row.ts_ms),
      received_at: jsonTime(row.received_ms),
    }),
  failed_events: (row, id) =>
    jsonObject({
      id: jsonText(id),
      kind: jsonText(row.kind),
      event: jsonText(row.name),
      reason: jsonText(row.reason),
      raw: storedJson(row.raw, 'null'),
      received_at: jsonTime(row.received_ms),
    }),
  links: (row) =>
    jsonObject({
      anonymous_id: jsonText(row.anonymous_id),
      user_id: jsonText(row.user_id),
      device_id: jsonText(row.device_id),
      linked_at: jsonTime(row.linked_ms),
    }),
  device_facts: (row) =>
    jsonObject({
      ...Object.fromEntries(deviceColumns.map((column) => [column, jsonText(row[column])])),
      received_at: jsonTime(row.received_ms),
    }),
};

const crashMembers = (row: Row, id: string) => ({
  id: jsonText(id),
  crash_id: jsonText(row.crash_id),
  exception_type: jsonText(row.exception_type),
  exception_message: jsonText(row.exception_message),
  platform: jsonText(row.platform),
  app_version: jsonText(row.app_version),
  user_id: jsonText(row.user_id),
  device_id: jsonText(row.device_id),
  session_id: jsonText(row.session_id),
  timestamp: jsonTime(row.ts_ms),
  received_at: jsonTime(row.received_ms),
});

/** Where an event that failed may name its person: it is kept as it came. */
export const idPathsOfFailed: readonly (readonly string[])[] = [
  ['context', 'user', 'id'],
  ['context', 'user', 'anonymous_id'],
  ['context', 'device', 'id'],
  ['context', 'user_id'],
  ['context', 'device_id'],
  ['user_id'],
  ['device_id'],
];
