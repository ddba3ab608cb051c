import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { eventConditions } from '../../../analytics/clickhouse/relations/conditions.ts';
import { pageOfRows } from '../../../analytics/clickhouse/relations/page-of-rows.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { JsonPage } from '../../../analytics/json-page.ts';
import { eventJson } from '../queries/event-json.ts';
import type { CountEventsParams, EventsParams } from '../queries/events.ts';

export const eventColumns = `coalesce(toString(id_uuid), id_text) AS event_id, name, type, properties, context, user_id,
  anonymous_id, device_id, session_id, ts_ms, received_ms`;

export const eventsPage = (reader: ClickhouseReader, { scope, filter, page }: EventsParams): Promise<JsonPage> =>
  pageOfRows(
    reader,
    {
      table: 'events',
      columns: eventColumns,
      timeColumn: 'ts_ms',
      conditions: eventConditions(scope, filter),
      toJson: eventJson,
    },
    page,
  );

export async function countEvents(reader: ClickhouseReader, { scope, filter }: CountEventsParams): Promise<number> {
  const rows = await reader.rows(`SELECT count() FROM ${visible('events')} WHERE ${eventConditions(scope, filter)}`);
  return Number(rows[0]?.[0] ?? 0);
}
