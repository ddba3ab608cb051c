import type { DuckDBConnection } from '@duckdb/node-api';
import { HOUR_MS } from '@lamppost/protocol';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { type CrashGroupTotals, crashGroupTotals, withDetails } from '../queries/crash-group-details.ts';
import {
  type CrashGroupsPage,
  type CrashGroupsParams,
  HOURS_BEFORE,
  SPARKLINE_BUCKETS,
} from '../queries/crash-groups.ts';
import { groupedReports } from './crash-groupings.ts';

const sortColumns = { last_seen: 'last', first_seen: 'first', reports: 'reports', users: 'users' } as const;

export async function crashGroups(connection: DuckDBConnection, params: CrashGroupsParams): Promise<CrashGroupsPage> {
  const { page, sort } = params;
  const sorted = sortColumns[sort];
  const behind =
    page.cursor === undefined
      ? ''
      : `WHERE (${sorted}, root) < (SELECT (${sorted}, root) FROM counted WHERE root = ${quoted(page.cursor)}::UUID)`;
  const isNew = params.firstSeenSinceMs === undefined ? '' : ` AND first >= ${Math.trunc(params.firstSeenSinceMs)}`;
  const result = await connection.run(`WITH ${reports(params).join(', ')},
    counted AS (SELECT root, count(*) FILTER (wanted) AS reports, count(DISTINCT session) FILTER (wanted) AS sessions,
        count(DISTINCT device) FILTER (wanted) AS devices, count(DISTINCT user_key) FILTER (wanted) AS users,
        epoch_ms(min(ts)) AS first, epoch_ms(max(ts)) AS last
      FROM report GROUP BY root HAVING reports > 0${isNew})
    SELECT root::VARCHAR, reports, sessions, devices, users, first, last FROM counted ${behind}
      ORDER BY ${sorted} DESC, root DESC LIMIT ${page.limit + 1}`);
  const found = (await result.getRowsJS()).map(crashGroupTotals);
  const shown = found.slice(0, page.limit);
  const nextCursor = found.length > page.limit ? (shown.at(-1)?.fingerprint ?? null) : null;
  return { rows: withDetails(shown, await detailRows(connection, params, shown)), nextCursor };
}

/** What is counted of a report: hashes of one size take less memory than texts. */
function reports({ scope, selection, fromMs, toMs, platform, appVersion }: CrashGroupsParams): readonly string[] {
  const key = (column: string): string => `CASE WHEN ${column} <> '' THEN hash(${column}) END`;
  const wanted = [
    `ts >= ${timeLiteral(fromMs)} AND ts < ${timeLiteral(toMs)}`,
    ...(platform === undefined ? [] : [`platform = ${quoted(platform)}`]),
    ...(appVersion === undefined ? [] : [`app_version = ${quoted(appVersion)}`]),
  ].join(' AND ');
  const columns = `ts, app_version, (${wanted}) IS TRUE AS wanted, ${key('session_id')} AS session,
    ${key('device_id')} AS device,
    CASE WHEN user_id <> '' THEN hash(user_id) WHEN device_id <> '' THEN hash(device_id, 'device') END AS user_key`;
  return groupedReports(scope, selection, columns);
}

async function detailRows(
  connection: DuckDBConnection,
  params: CrashGroupsParams,
  shown: readonly CrashGroupTotals[],
): Promise<readonly (readonly unknown[])[]> {
  if (shown.length === 0) return [];
  const { fromMs, toMs, nowMs, selection } = params;
  const only = shown.map(({ fingerprint }) => fingerprint);
  const widthMs = Math.max(1, Math.ceil((toMs - fromMs) / SPARKLINE_BUCKETS));
  const hour = `(${Math.trunc(nowMs)} - epoch_ms(ts)) // ${HOUR_MS}`;
  const result = await connection.run(`WITH ${reports({ ...params, selection: { ...selection, only } }).join(', ')}
    SELECT root::VARCHAR, 'version', app_version, count(*) FROM report WHERE app_version <> '' GROUP BY ALL
    UNION ALL SELECT root::VARCHAR, 'part', ((epoch_ms(ts) - ${Math.trunc(fromMs)}) // ${widthMs})::VARCHAR, count(*)
      FROM report WHERE wanted GROUP BY ALL
    UNION ALL SELECT root::VARCHAR, 'hour', (${hour})::VARCHAR, count(*) FROM report
      WHERE ts <= ${timeLiteral(nowMs)} AND ts > ${timeLiteral(nowMs - (HOURS_BEFORE + 1) * HOUR_MS)} GROUP BY ALL`);
  return await result.getRowsJS();
}
