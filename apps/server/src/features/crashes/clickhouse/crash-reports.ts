import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope, millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { pageOfRows } from '../../../analytics/clickhouse/relations/page-of-rows.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { Scope } from '../../../edge/scope.ts';
import type {
  CrashReportParams,
  CrashReportsPage,
  CrashReportsParams,
  StoredCrashReport,
  UngroupedCrashesParams,
} from '../queries/crash-groups.ts';
import { crashReportPage, listedReport, storedReport } from '../queries/crash-report-page.ts';
import { crashesOf, latestGroupings, uuids } from './crash-groupings.ts';

export function crashReports(
  reader: ClickhouseReader,
  { scope, fingerprints, page }: CrashReportsParams,
): Promise<CrashReportsPage> {
  return reportPage(reader, scope, `crash_id IN ${crashesOf(scope, fingerprints)}`, 'ts_ms', page);
}

export async function crashReport(
  reader: ClickhouseReader,
  { scope, crashId }: CrashReportParams,
): Promise<StoredCrashReport | null> {
  const rows = await reportsOf(reader, scope, [crashId]);
  return rows.get(crashId.toLowerCase()) ?? null;
}

export function ungroupedCrashes(
  reader: ClickhouseReader,
  { scope, rule, symbols, symbolsSinceMs, beforeMs, page }: UngroupedCrashesParams,
): Promise<CrashReportsPage> {
  const grouped = `SELECT crash_id FROM ${latestGroupings(scope, ['rule', 'symbols'])} WHERE last_rule = ${Math.trunc(rule)}`;
  const conditions = `received_ms < ${millis(beforeMs)} AND (crash_id NOT IN (${grouped})
    OR (received_ms >= ${millis(symbolsSinceMs)} AND crash_id NOT IN
      (${grouped} AND last_symbols = ${Math.trunc(symbols)})))`;
  return reportPage(reader, scope, conditions, 'received_ms', page);
}

async function reportPage(
  reader: ClickhouseReader,
  scope: Scope,
  condition: string,
  timeColumn: 'ts_ms' | 'received_ms',
  page: CrashReportsParams['page'],
): Promise<CrashReportsPage> {
  const listed = await pageOfRows(
    reader,
    {
      table: 'crashes',
      columns: 'crash_id, length(report) AS bytes',
      timeColumn,
      conditions: `${inScope(scope)} AND ${condition}`,
      toJson: listedReport,
    },
    page,
  );
  return crashReportPage(listed, (crashIds) => reportsOf(reader, scope, crashIds));
}

async function reportsOf(
  reader: ClickhouseReader,
  scope: Scope,
  crashIds: readonly string[],
): Promise<ReadonlyMap<string, StoredCrashReport>> {
  if (crashIds.length === 0) return new Map();
  const isWanted = `crash_id IN ${uuids(crashIds)}`;
  const rows = await reader.objects(
    `SELECT toString(crash.crash_id) AS crash_id, toString(decided.last_fingerprint) AS fingerprint, crash.ts_ms AS ts,
        crash.received_ms AS received, crash.log_tag AS log_tag, crash.seq AS seq, crash.idx AS idx, crash.report AS report
      FROM (SELECT crash_id, ts_ms, received_ms, log_tag, seq, idx, report FROM ${visible('crashes')}
        WHERE ${inScope(scope)} AND ${isWanted}) AS crash
      LEFT JOIN ${latestGroupings(scope, ['fingerprint'], isWanted)} AS decided ON decided.crash_id = crash.crash_id`,
  );
  return new Map(rows.map(storedReport).map((row) => [row.crashId, row]));
}
