import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { Conditions, millis } from '../../../analytics/duckdb/relations/event-conditions.ts';
import type { LedgerOutcome, LedgerParams, LedgerSum } from '../../../analytics/ledger.ts';

const intervalMs = { hour: 3_600_000, day: 86_400_000 } as const;

export async function ledgerSums(
  connection: DuckDBConnection,
  { projectId, environmentId, kind, fromMs, toMs, interval }: LedgerParams,
): Promise<readonly LedgerSum[]> {
  const conditions = new Conditions()
    .where('p = ?::UUID', projectId)
    .where('kind = ?', kind)
    .where('hour >= make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS', millis(fromMs))
    .where('hour < make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS', millis(toMs));
  if (environmentId !== undefined) conditions.where('e = ?::UUID', environmentId);
  const result = await connection.run(
    `SELECT e::VARCHAR, epoch_ms(hour) // ${intervalMs[interval]} AS start, outcome, reason, sum(items)
      FROM ${everywhere('ledger')} WHERE ${conditions.sql} GROUP BY ALL ORDER BY start, 1, outcome, reason`,
    conditions.values,
  );
  return (await result.getRowsJS()).map(([environment, start, outcome, reason, items]) => ({
    environmentId: String(environment),
    startMs: Number(start) * intervalMs[interval],
    outcome: outcome as LedgerOutcome,
    reason: String(reason),
    items: Number(items),
  }));
}
