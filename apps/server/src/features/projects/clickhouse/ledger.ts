import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { LedgerOutcome, LedgerParams, LedgerSum } from '../../../analytics/ledger.ts';
import { quoted, uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';

const intervalMs = { hour: 3_600_000, day: 86_400_000 } as const;

export async function ledgerSums(
  reader: ClickhouseReader,
  { projectId, environmentId, kind, fromMs, toMs, interval }: LedgerParams,
): Promise<readonly LedgerSum[]> {
  const ofEnvironment = environmentId === undefined ? '' : `AND e = ${uuid(environmentId)}`;
  const rows = await reader.rows(
    `SELECT toString(e) AS environment, intDiv(hour_ms, ${intervalMs[interval]}) AS start, outcome, reason, sum(items)
      FROM ${visible('ledger')} WHERE p = ${uuid(projectId)} ${ofEnvironment} AND kind = ${quoted(kind)}
        AND hour_ms >= ${millis(fromMs)} AND hour_ms < ${millis(toMs)}
      GROUP BY e, start, outcome, reason ORDER BY start, environment, outcome, reason`,
  );
  return rows.map(([environment, start, outcome, reason, items]) => ({
    environmentId: String(environment),
    startMs: Number(start) * intervalMs[interval],
    outcome: outcome as LedgerOutcome,
    reason: String(reason),
    items: Number(items),
  }));
}
