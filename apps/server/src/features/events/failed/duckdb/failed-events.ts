import type { DuckDBConnection } from '@duckdb/node-api';
import { pageOfRows } from '../../../../analytics/duckdb/relations/page-of-rows.ts';
import type { JsonPage } from '../../../../analytics/json-page.ts';
import { failedEventJson } from '../queries/failed-event-json.ts';
import type { FailedEventsParams } from '../queries/failed-events.ts';
import { BOUNDED_RAW, failedEventConditions, replayedAt } from './failed-event-rows.ts';

export const failedEventsPage = (
  connection: DuckDBConnection,
  { scope, filter, page }: FailedEventsParams,
): Promise<JsonPage> =>
  pageOfRows(
    connection,
    {
      table: 'failed_events',
      columns: `kind, name, reason, ${BOUNDED_RAW}, epoch_ms(received) AS received_ms, ${replayedAt('failed_events')} AS replayed_ms`,
      timeColumn: 'received',
      conditions: failedEventConditions(scope, filter),
      toJson: failedEventJson,
    },
    page,
  );
