import type { DuckDBConnection } from '@duckdb/node-api';
import { columnsEverywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { eventConditions } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { pageOfRows } from '../../../analytics/duckdb/relations/page-of-rows.ts';
import type { JsonPage } from '../../../analytics/json-page.ts';
import { eventJson } from '../queries/event-json.ts';
import type { CountEventsParams, EventsParams } from '../queries/events.ts';

const idText = 'coalesce(id_uuid::VARCHAR, id_text)';

export const eventColumns = `${idText} AS event_id, name, type, properties, context, user_id, anonymous_id, device_id,
  session_id, epoch_ms(ts) AS ts_ms, epoch_ms(received) AS received_ms`;

export const eventsPage = (connection: DuckDBConnection, { scope, filter, page }: EventsParams): Promise<JsonPage> =>
  pageOfRows(
    connection,
    {
      table: 'events',
      columns: eventColumns,
      timeColumn: 'ts',
      conditions: eventConditions(scope, filter),
      isCostly: filter.search !== undefined,
      toJson: eventJson,
    },
    page,
  );

export async function countEvents(connection: DuckDBConnection, { scope, filter }: CountEventsParams): Promise<number> {
  const { sql, values } = eventConditions(scope, filter);
  const counted = columnsEverywhere('events', '1', sql);
  const result = await connection.run(`SELECT count(*) FROM ${counted}`, [...values, ...values]);
  return Number((await result.getRowsJS())[0]?.[0] ?? 0);
}
