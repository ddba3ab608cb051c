import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { type Conditions, inScope } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { pageOfRows } from '../../../analytics/duckdb/relations/page-of-rows.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { rowIdOf } from '../../../analytics/row-id.ts';
import { jsonObject, jsonText } from '../../../analytics/stored-json.ts';
import type { Scope } from '../../../edge/scope.ts';
import type {
  CrashReportParams,
  CrashReportsPage,
  CrashReportsParams,
  StoredCrashReport,
  UngroupedCrashesParams,
} from '../queries/crash-groups.ts';
import { crashesOf, latestGroupings } from './crash-groupings.ts';

/** Of the reports of a page together, unless one alone has more. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

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

/** First which reports and how large they are, then as many of them as fit. */
async function reportPage(
  connection: DuckDBConnection,
  scope: Scope,
  conditions: Conditions,
  timeColumn: 'ts' | 'received',
  page: CrashReportsParams['page'],
): Promise<CrashReportsPage> {
  const { rowsJson, nextCursor } = await pageOfRows(
    connection,
    {
      table: 'crashes',
      columns: 'crash_id::VARCHAR AS crash_id, strlen(report) AS bytes',
      timeColumn,
      conditions,
      toJson: (row, id) => jsonObject({ id: jsonText(id), crashId: jsonText(row.crash_id), bytes: String(row.bytes) }),
    },
    page,
  );
  const listed: readonly { id: string; crashId: string; bytes: number }[] = JSON.parse(rowsJson);
  let spent = 0;
  const fitting = listed.filter(({ bytes }, at) => {
    spent += bytes;
    return at === 0 || spent <= MAX_PAGE_BYTES;
  });
  const reports = await reportsOf(
    connection,
    scope,
    fitting.map(({ crashId }) => crashId),
  );
  const rows = fitting.flatMap(({ crashId }) => reports.get(crashId) ?? []);
  return { rows, nextCursor: fitting.length < listed.length ? (fitting.at(-1)?.id ?? null) : nextCursor };
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
  const rows = (await result.getRowObjectsJS()).map((row): StoredCrashReport => {
    const { log_tag, seq, idx } = row;
    return {
      id: rowIdOf({ logTag: Number(log_tag), sequence: Number(seq), index: Number(idx) }),
      crashId: String(row.crash_id),
      fingerprint: row.fingerprint === null ? null : String(row.fingerprint),
      happenedAtMs: Number(row.ts),
      receivedAtMs: Number(row.received),
      reportJson: String(row.report),
    };
  });
  return new Map(rows.map((row) => [row.crashId, row]));
}
