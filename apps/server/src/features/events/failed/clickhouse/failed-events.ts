import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { pageOfRows } from '../../../../analytics/clickhouse/relations/page-of-rows.ts';
import type { JsonPage } from '../../../../analytics/json-page.ts';
import { failedEventJson } from '../queries/failed-event-json.ts';
import type { FailedEventsParams } from '../queries/failed-events.ts';
import { BOUNDED_RAW, failedEventConditions, READS_RAW, withRaw } from './failed-event-rows.ts';
import { withReplays } from './replays.ts';

export const failedEventsPage = (
  reader: ClickhouseReader,
  { scope, filter, page }: FailedEventsParams,
): Promise<JsonPage> =>
  pageOfRows(
    reader,
    {
      table: 'failed_events',
      columns: `kind, name, reason, ${BOUNDED_RAW}, received_ms`,
      timeColumn: 'received_ms',
      conditions: failedEventConditions(scope, filter),
      complete: (rows) => withReplays(reader, scope, rows),
      toJson: (row, id) => failedEventJson(withRaw(row), id),
      settings: READS_RAW,
    },
    page,
  );
