import type { DuckDBConnection } from '@duckdb/node-api';
import type {
  DayCount,
  EventFilter,
  FailedEventFilter,
  JsonPage,
  PageRequest,
  Scope,
} from '../../../analytics/analytics-store.ts';
import { eventConditions, inScope, millis } from './event-conditions.ts';
import { jsonObject, jsonText, jsonTime, pageOfRows, storedJson } from './page-of-rows.ts';
import { everywhere } from './recent-rows.ts';

const FAILED_EVENTS_KEPT_MS = 30 * 86_400_000;
const idText = 'coalesce(id_uuid::VARCHAR, id_text)';

export const eventsPage = (
  connection: DuckDBConnection,
  scope: Scope,
  filter: EventFilter,
  page: PageRequest,
): Promise<JsonPage> =>
  pageOfRows(
    connection,
    {
      table: 'events',
      columns: `${idText} AS event_id, name, type, properties, context, user_id, anonymous_id, device_id, session_id,
        epoch_ms(ts) AS ts_ms, epoch_ms(received) AS received_ms`,
      timeColumn: 'ts',
      conditions: eventConditions(scope, filter),
      toJson: (row, id) =>
        jsonObject({
          id: jsonText(id),
          event_id: jsonText(row.event_id),
          event: jsonText(row.name),
          type: jsonText(row.type),
          properties: storedJson(row.properties, '{}'),
          context: storedJson(row.context, '{}'),
          user_id: jsonText(row.user_id),
          anonymous_id: jsonText(row.anonymous_id),
          device_id: jsonText(row.device_id),
          session_id: jsonText(row.session_id),
          timestamp: jsonTime(row.ts_ms),
          received_at: jsonTime(row.received_ms),
        }),
    },
    page,
  );

export async function countEvents(connection: DuckDBConnection, scope: Scope, filter: EventFilter): Promise<number> {
  const { sql, values } = eventConditions(scope, filter);
  const result = await connection.run(`SELECT count(*) FROM ${everywhere('events')} WHERE ${sql}`, values);
  return Number((await result.getRowsJS())[0]?.[0] ?? 0);
}

export function failedEventsPage(
  connection: DuckDBConnection,
  scope: Scope,
  filter: FailedEventFilter,
  page: PageRequest,
): Promise<JsonPage> {
  const conditions = inScope(scope).where(
    'received >= make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS',
    millis(Date.now() - FAILED_EVENTS_KEPT_MS),
  );
  if (filter.kind !== undefined) conditions.where('kind = ?', filter.kind);
  if (filter.reason !== undefined) conditions.where('reason = ?', filter.reason);
  return pageOfRows(
    connection,
    {
      table: 'failed_events',
      columns: 'kind, name, reason, raw, epoch_ms(received) AS received_ms',
      timeColumn: 'received',
      conditions,
      toJson: (row, id) =>
        jsonObject({
          id: jsonText(id),
          kind: jsonText(row.kind),
          event: jsonText(row.name),
          reason: jsonText(row.reason),
          raw: storedJson(row.raw, 'null'),
          received_at: jsonTime(row.received_ms),
          replayed_at: 'null',
        }),
    },
    page,
  );
}

export async function storedPerDay(
  connection: DuckDBConnection,
  projectId: string,
  fromMs: number,
  toMs: number,
): Promise<readonly DayCount[]> {
  const result = await connection.run(
    `SELECT epoch_ms(received) // 86400000 AS day, count(*) FROM ${everywhere('events')}
      WHERE p = ?::UUID AND received >= make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS
        AND received < make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS
      GROUP BY day ORDER BY day`,
    [projectId, millis(fromMs), millis(toMs)],
  );
  return (await result.getRowsJS()).map(([day, events]) => ({ day: dayText(Number(day)), events: Number(events) }));
}

const dayText = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);
