import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { type Conditions, inScope } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { pageOfRows } from '../../../analytics/duckdb/relations/page-of-rows.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { Scope } from '../../../edge/scope.ts';
import type {
  CrashReportParams,
  CrashReportsPage,
  CrashReportsParams,
  StoredCrashReport,
  UngroupedCrashesParams,
} from '../queries/crash-groups.ts';
import { crashReportPage, listedReport, storedReport } from '../queries/crash-report-page.ts';
import { crashesOf, latestGroupings } from './crash-groupings.ts';

export function crashReports(
  connection: DuckDBConnection,
  { scope, fingerprints, page }: CrashReportsParams,
): Promise<CrashReportsPage> {
  const conditions = inScope(scope).where(`crash_id IN ${crashesOf(scope, fingerprints)}`);
  return reportPage(connection, scope, conditions, 'ts', page);
}

export async function crashReport(
  connection: DuckDBConnection,
  { scope, crashId }: CrashReportParams,
): Promise<StoredCrashReport | null> {
  const rows = await reportsOf(connection, scope, [crashId]);
  return rows.get(crashId.toLowerCase()) ?? null;
}

export function ungroupedCrashes(
  connection: DuckDBConnection,
  { scope, rule, symbols, symbolsSinceMs, beforeMs, page }: UngroupedCrashesParams,
): Promise<CrashReportsPage> {
  const grouped = `SELECT crash_id FROM ${latestGroupings(scope)} WHERE rule = ${Math.trunc(rule)}`;
  const conditions = inScope(scope)
    .where(`received < ${timeLiteral(beforeMs)}`)
    .where(`(crash_id NOT IN (${grouped})
      OR (received >= ${timeLiteral(symbolsSinceMs)} AND crash_id NOT IN
        (${grouped} AND symbols = ${Math.trunc(symbols)})))`);
  return reportPage(connection, scope, conditions, 'received', page);
}

async function reportPage(
  connection: DuckDBConnection,
  scope: Scope,
  conditions: Conditions,
  timeColumn: 'ts' | 'received',
  page: CrashReportsParams['page'],
): Promise<CrashReportsPage> {
  const columns = 'crash_id::VARCHAR AS crash_id, strlen(report) AS bytes';
  const params = { table: 'crashes', columns, timeColumn, conditions, toJson: listedReport };
  const listed = await pageOfRows(connection, params, page);
  return crashReportPage(listed, (crashIds) => reportsOf(connection, scope, crashIds));
}

async function reportsOf(
  connection: DuckDBConnection,
  scope: Scope,
  crashIds: readonly string[],
): Promise<ReadonlyMap<string, StoredCrashReport>> {
  if (crashIds.length === 0) return new Map();
  const wanted = crashIds.map((id) => `${quoted(id)}::UUID`).join(', ');
  const { sql, values } = inScope(scope).where(`crash_id IN (${wanted})`);
  const result = await connection.run(
    `SELECT crash.crash_id::VARCHAR AS crash_id, decided.fingerprint::VARCHAR AS fingerprint, epoch_ms(crash.ts) AS ts,
        epoch_ms(crash.received) AS received, crash.log_tag, crash.seq, crash.idx, crash.report::VARCHAR AS report
      FROM (SELECT * FROM ${everywhere('crashes')} WHERE ${sql}) AS crash LEFT JOIN (
        SELECT crash_id, arg_max(fingerprint, (received, seq)) AS fingerprint FROM ${everywhere('crash_groupings')}
        WHERE ${sql} GROUP BY crash_id) AS decided USING (crash_id)`,
    [...values, ...values],
  );
  const rows = (await result.getRowObjectsJS()).map(storedReport);
  return new Map(rows.map((row) => [row.crashId, row]));
}
