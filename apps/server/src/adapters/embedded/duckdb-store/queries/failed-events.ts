import type { DuckDBConnection } from '@duckdb/node-api';
import type { JsonPage } from '../../../../analytics/json-page.ts';
import type { FailedEventsQuestion } from '../../../../analytics/queries/failed-events.ts';
import { inScope, millis } from '../event-conditions.ts';
import { jsonObject, jsonText, jsonTime, pageOfRows, storedJson } from '../page-of-rows.ts';

const FAILED_EVENTS_KEPT_MS = 30 * 86_400_000;

export function failedEventsPage(
  connection: DuckDBConnection,
  { scope, filter, page }: FailedEventsQuestion,
): Promise<JsonPage> {
  const conditions = inScope(scope).where(
    'received >= make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS',
    millis(Date.now() - FAILED_EVENTS_KEPT_MS),
  );
  if (filter.kind !== undefined) conditions.where('kind = ?', filter.kind);
  if (filter.reason !== undefined) conditions.where('reason = ?', filter.reason);
  if (filter.event !== undefined) conditions.where('name = ?', filter.event);
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
