import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { type PageParams, pageOfRows } from '../../../analytics/clickhouse/relations/page-of-rows.ts';
import {
  eventsAbout,
  eventsOf,
  factsOf,
  isOneOf,
  linksOf,
  reportsOf,
} from '../../../analytics/clickhouse/relations/person-ids.ts';
import { deviceColumns } from '../../../analytics/device-columns.ts';
import type { JsonPage } from '../../../analytics/json-page.ts';
import type { PersonIds } from '../../../analytics/person-ref.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { Row } from '../../../engines/clickhouse/clickhouse-client.ts';
import { eventColumns } from '../../events/clickhouse/events.ts';
import { BOUNDED_RAW, READS_RAW, rawTexts, withRaw } from '../../events/failed/clickhouse/failed-event-rows.ts';
import { type PersonRowsParams, type PersonTable, ROW_SEPARATOR, type TimelineParams } from '../queries/people.ts';
import { idPathsOfFailed, personRowJson, timelineJson } from '../queries/person-row-json.ts';

export function timeline(reader: ClickhouseReader, { scope, ids, page }: TimelineParams): Promise<JsonPage> {
  const events = { ...ofEvents, toJson: timelineJson.event };
  const crashes = { ...ofCrashes, columns: crashColumns, toJson: timelineJson.crash };
  const queries = [
    ...eventsOf(scope, ids).map((conditions) => ({ ...events, conditions })),
    ...reportsOf(scope, ids).map((conditions) => ({ ...crashes, conditions })),
  ];
  return pageOfRows(reader, queries, page);
}

export function personRows(reader: ClickhouseReader, { scope, ids, table, page }: PersonRowsParams): Promise<JsonPage> {
  const { of, ...query } = sources[table];
  const json = personRowJson[table];
  const toJson = table === 'failed_events' ? (row: Row, id: string) => json(withRaw(row), id) : json;
  const queries = of(scope, ids).map((conditions) => ({ ...query, toJson, conditions }));
  return pageOfRows(reader, queries, page, ROW_SEPARATOR);
}

type Source = Omit<PageParams, 'conditions' | 'toJson'>;

const ofEvents: Source = { table: 'events', columns: eventColumns, timeColumn: 'ts_ms' };

/** Without the report, which can be megabytes. */
const crashColumns = `toString(crash_id) AS crash_id, exception_type, exception_message, platform, app_version, user_id,
  device_id, session_id, ts_ms, received_ms`;

const ofCrashes: Source = { table: 'crashes', columns: `${crashColumns}, report`, timeColumn: 'ts_ms' };

const sources: {
  readonly [T in PersonTable]: Source & { of: (scope: Scope, ids: PersonIds) => readonly string[] };
} = {
  events: { ...ofEvents, of: eventsAbout },
  crashes: { ...ofCrashes, of: reportsOf },
  metrics: {
    table: 'metrics',
    columns: `coalesce(toString(id_uuid), id_text) AS event_id, metric_type, metric_name, value_ms, status_code, is_error,
      attributes, context, ts_ms, received_ms`,
    timeColumn: 'ts_ms',
    of: reportsOf,
  },
  failed_events: {
    table: 'failed_events',
    columns: `kind, name, reason, ${BOUNDED_RAW}, received_ms`,
    timeColumn: 'received_ms',
    settings: READS_RAW,
    of: failedOf,
  },
  links: {
    table: 'links',
    columns: 'anonymous_id, user_id, device_id, linked_at_ms AS linked_ms',
    timeColumn: 'linked_at_ms',
    of: linksOf,
  },
  device_facts: {
    table: 'device_facts',
    columns: `${deviceColumns.join(', ')}, received_ms`,
    timeColumn: 'received_ms',
    of: factsOf,
  },
};

/** What was refused is kept as it came, so the ids are looked for in it. */
function failedOf(scope: Scope, { userId, anonymousIds, deviceIds }: PersonIds): readonly string[] {
  const ids = [...(userId === null ? [] : [userId]), ...anonymousIds, ...deviceIds];
  if (ids.length === 0) return [`${inScope(scope)} AND false`];
  // Of the batch that it came in.
  const columns: [string, readonly string[]][] = [
    ['user_id', userId === null ? [] : [userId]],
    ['anonymous_id', anonymousIds],
    ['device_id', deviceIds],
  ];
  const isNamed = columns
    .filter(([, values]) => values.length > 0)
    .map(([column, values]) => `ifNull(${isOneOf(column, values)}, false)`);
  // hasAny would take NULL for an empty text, which can be an id.
  const isInside = `arrayExists(part -> ifNull(${isOneOf('part', ids)}, false), ${rawTexts(idPathsOfFailed)})`;
  return [`${inScope(scope)} AND (${[...isNamed, isInside].join(' OR ')})`];
}
