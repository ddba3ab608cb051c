import type { DuckDBConnection } from '@duckdb/node-api';
import { deviceColumns } from '../../../analytics/device-columns.ts';
import { type Conditions, inScope } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { type PageParams, pageOfRows } from '../../../analytics/duckdb/relations/page-of-rows.ts';
import {
  activityOf,
  anyOf,
  eventsAbout,
  eventsOf,
  factsOf,
  linksOf,
  reportsOf,
} from '../../../analytics/duckdb/relations/person-ids.ts';
import { activityEver } from '../../../analytics/duckdb/rollups/session-activity.ts';
import { timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { JsonPage } from '../../../analytics/json-page.ts';
import type { PersonIds } from '../../../analytics/person-ref.ts';
import type { Scope } from '../../../edge/scope.ts';
import { eventColumns } from '../../events/duckdb/events.ts';
import { BOUNDED_RAW } from '../../events/failed/duckdb/failed-event-rows.ts';
import { type PersonRowsParams, type PersonTable, ROW_SEPARATOR, type TimelineParams } from '../queries/people.ts';
import { idPathsOfFailed, personRowJson, timelineJson } from '../queries/person-row-json.ts';

export async function timeline(connection: DuckDBConnection, { scope, ids, page }: TimelineParams): Promise<JsonPage> {
  const events = { ...ofEvents, toJson: timelineJson.event };
  const crashes = { ...ofCrashes, columns: crashColumns, toJson: timelineJson.crash };
  const sinceMs = page.cursor === undefined ? await sinceWhen(connection, scope, ids, page.limit) : undefined;
  const queries = [
    ...eventsOf(scope, ids).map((conditions) => ({
      ...events,
      conditions: sinceMs === undefined ? conditions : conditions.where(`ts >= ${timeLiteral(sinceMs)}`),
    })),
    ...reportsOf(scope, ids).map((conditions) => ({ ...crashes, conditions })),
  ];
  return pageOfRows(connection, queries, page);
}

/** Since when a person has more events than fit on a page; undefined if there are not as many. */
async function sinceWhen(
  connection: DuckDBConnection,
  scope: Scope,
  ids: PersonIds,
  limit: number,
): Promise<number | undefined> {
  const parts = activityOf(scope, ids);
  if (parts.length === 0) return undefined;
  const rows = parts.map(({ sql }) => `SELECT slot, items FROM ${activityEver(scope)} WHERE ${sql}`);
  const result = await connection.run(
    `SELECT epoch_ms(max(slot)) FROM (SELECT slot, sum(items) OVER (ORDER BY slot DESC) AS until
      FROM (${rows.join(' UNION ALL ')})) WHERE until > ${limit}`,
    parts.flatMap(({ values }) => values),
  );
  const [[slot] = []] = await result.getRowsJS();
  return slot === null || slot === undefined ? undefined : Number(slot);
}

export function personRows(
  connection: DuckDBConnection,
  { scope, ids, table, page }: PersonRowsParams,
): Promise<JsonPage> {
  const { of, ...query } = sources[table];
  const toJson = personRowJson[table];
  const queries = of(scope, ids).map((conditions) => ({ ...query, toJson, conditions }));
  return pageOfRows(connection, queries, page, ROW_SEPARATOR);
}

type Source = Omit<PageParams, 'conditions' | 'toJson'>;

const ofEvents: Source = { table: 'events', columns: eventColumns, timeColumn: 'ts' };

/** Without the report, which can be megabytes. */
const crashColumns = `crash_id::VARCHAR AS crash_id, exception_type, exception_message, platform, app_version, user_id,
  device_id, session_id, epoch_ms(ts) AS ts_ms, epoch_ms(received) AS received_ms`;

const ofCrashes: Source = { table: 'crashes', columns: `${crashColumns}, report`, timeColumn: 'ts' };

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
    of: reportsOf,
  },
  failed_events: {
    table: 'failed_events',
    columns: `kind, name, reason, ${BOUNDED_RAW}, epoch_ms(received) AS received_ms`,
    timeColumn: 'received',
    of: failedOf,
  },
  links: {
    table: 'links',
    columns: 'anonymous_id, user_id, device_id, epoch_ms(linked_at) AS linked_ms',
    timeColumn: 'linked_at',
    of: linksOf,
  },
  device_facts: {
    table: 'device_facts',
    columns: `${deviceColumns.join(', ')}, epoch_ms(received) AS received_ms`,
    timeColumn: 'received',
    of: factsOf,
  },
};

/** What was refused is kept as it came, so the ids are looked for in it. */
function failedOf(scope: Scope, { userId, anonymousIds, deviceIds }: PersonIds): readonly Conditions[] {
  const ids = [...(userId === null ? [] : [userId]), ...anonymousIds, ...deviceIds];
  const places = idPathsOfFailed.map((path): [string, readonly string[]] => [
    `json_extract_string(raw, '/${path.join('/')}')`,
    ids,
  ]);
  // Of the batch that it came in.
  const columns: [string, readonly string[]][] = [
    ['user_id', userId === null ? [] : [userId]],
    ['anonymous_id', anonymousIds],
    ['device_id', deviceIds],
  ];
  return [anyOf(inScope(scope), [...columns, ...places])];
}
