import type { DuckDBConnection } from '@duckdb/node-api';
import { type Conditions, inScope } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { type PageParams, pageOfRows, type Row } from '../../../analytics/duckdb/relations/page-of-rows.ts';
import {
  anyOf,
  eventsAbout,
  eventsOf,
  factsOf,
  linksOf,
  reportsOf,
} from '../../../analytics/duckdb/relations/person-ids.ts';
import { deviceColumns } from '../../../analytics/duckdb/store-schema.ts';
import type { JsonPage } from '../../../analytics/json-page.ts';
import type { PersonIds } from '../../../analytics/person-ref.ts';
import { jsonObject, jsonText, jsonTime, storedJson } from '../../../analytics/stored-json.ts';
import type { Scope } from '../../../edge/scope.ts';
import { eventColumns } from '../../events/duckdb/events.ts';
import { BOUNDED_RAW } from '../../events/failed/duckdb/failed-event-rows.ts';
import { eventJson } from '../../events/queries/event-json.ts';
import { type PersonRowsParams, type PersonTable, ROW_SEPARATOR, type TimelineParams } from '../queries/people.ts';

export function timeline(connection: DuckDBConnection, { scope, ids, page }: TimelineParams): Promise<JsonPage> {
  const events = { ...ofEvents, toJson: (row: Row, id: string) => withKind('event', eventJson(row, id)) };
  const crashes = {
    ...ofCrashes,
    columns: crashColumns,
    toJson: (row: Row, id: string) => withKind('crash', jsonObject(crashMembers(row, id))),
  };
  const queries = [
    ...eventsOf(scope, ids).map((conditions) => ({ ...events, conditions })),
    ...reportsOf(scope, ids).map((conditions) => ({ ...crashes, conditions })),
  ];
  return pageOfRows(connection, queries, page);
}

export function personRows(
  connection: DuckDBConnection,
  { scope, ids, table, page }: PersonRowsParams,
): Promise<JsonPage> {
  const { of, ...query } = sources[table];
  const queries = of(scope, ids).map((conditions) => ({ ...query, conditions }));
  return pageOfRows(connection, queries, page, ROW_SEPARATOR);
}

type Source = Omit<PageParams, 'conditions'>;

const withKind = (kind: string, json: string): string => `{"kind":"${kind}",${json.slice(1)}`;

const ofEvents: Source = { table: 'events', columns: eventColumns, timeColumn: 'ts', toJson: eventJson };

/** Without the report, which can be megabytes. */
const crashColumns = `crash_id::VARCHAR AS crash_id, exception_type, exception_message, platform, app_version, user_id,
  device_id, session_id, epoch_ms(ts) AS ts_ms, epoch_ms(received) AS received_ms`;

const ofCrashes: Source = {
  table: 'crashes',
  columns: `${crashColumns}, report`,
  timeColumn: 'ts',
  toJson: (row, id) => jsonObject({ ...crashMembers(row, id), report: storedJson(row.report, '{}') }),
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

const sources: {
  readonly [T in PersonTable]: Source & { of: (scope: Scope, ids: PersonIds) => readonly Conditions[] };
} = {
  events: { ...ofEvents, of: eventsAbout },
  crashes: { ...ofCrashes, of: reportsOf },
  metrics: {
    table: 'metrics',
    columns: `coalesce(id_uuid::VARCHAR, id_text) AS event_id, metric_type, metric_name, value_ms, status_code, is_error,
      attributes, context, epoch_ms(ts) AS ts_ms, epoch_ms(received) AS received_ms`,
    timeColumn: 'ts',
    toJson: (row, id) =>
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
    of: reportsOf,
  },
  failed_events: {
    table: 'failed_events',
    columns: `kind, name, reason, ${BOUNDED_RAW}, epoch_ms(received) AS received_ms`,
    timeColumn: 'received',
    toJson: (row, id) =>
      jsonObject({
        id: jsonText(id),
        kind: jsonText(row.kind),
        event: jsonText(row.name),
        reason: jsonText(row.reason),
        raw: storedJson(row.raw, 'null'),
        received_at: jsonTime(row.received_ms),
      }),
    of: failedOf,
  },
  links: {
    table: 'links',
    columns: 'anonymous_id, user_id, device_id, epoch_ms(linked_at) AS linked_ms',
    timeColumn: 'linked_at',
    toJson: (row) =>
      jsonObject({
        anonymous_id: jsonText(row.anonymous_id),
        user_id: jsonText(row.user_id),
        device_id: jsonText(row.device_id),
        linked_at: jsonTime(row.linked_ms),
      }),
    of: linksOf,
  },
  device_facts: {
    table: 'device_facts',
    columns: `${deviceColumns.join(', ')}, epoch_ms(received) AS received_ms`,
    timeColumn: 'received',
    toJson: (row) =>
      jsonObject({
        ...Object.fromEntries(deviceColumns.map((column) => [column, jsonText(row[column])])),
        received_at: jsonTime(row.received_ms),
      }),
    of: factsOf,
  },
};

/** What was refused is kept as it came, so the ids are looked for in it. */
function failedOf(scope: Scope, { userId, anonymousIds, deviceIds }: PersonIds): readonly Conditions[] {
  const ids = [...(userId === null ? [] : [userId]), ...anonymousIds, ...deviceIds];
  const places = ['/context/user/id', '/context/user/anonymous_id', '/context/device/id', '/context/user_id']
    .concat(['/context/device_id', '/user_id', '/device_id'])
    .map((path): [string, readonly string[]] => [`json_extract_string(raw, '${path}')`, ids]);
  // Of the batch that it came in.
  const columns: [string, readonly string[]][] = [
    ['user_id', userId === null ? [] : [userId]],
    ['anonymous_id', anonymousIds],
    ['device_id', deviceIds],
  ];
  return [anyOf(inScope(scope), [...columns, ...places])];
}
