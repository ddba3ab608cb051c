import type { DuckDBConnection } from '@duckdb/node-api';
import { HOUR_MS } from '@lamppost/protocol';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import {
  type CrashGroupCounts,
  type CrashGroupsPage,
  type CrashGroupsParams,
  HOURS_BEFORE,
  SPARKLINE_BUCKETS,
} from '../queries/crash-groups.ts';
import { groupedReports } from './crash-groupings.ts';

/** Versions of one group that are told apart, those of most reports first. */
const MAX_VERSIONS = 200;

const sortColumns = { last_seen: 'last', first_seen: 'first', reports: 'reports', users: 'users' } as const;

type Totals = Omit<CrashGroupCounts, 'versions' | 'sparkline' | 'lastHour' | 'hoursBefore'>;

export async function crashGroups(connection: DuckDBConnection, params: CrashGroupsParams): Promise<CrashGroupsPage> {
  const { page, sort } = params;
  const sorted = sortColumns[sort];
  const behind =
    page.cursor === undefined
      ? ''
      : `WHERE (${sorted}, root) < (SELECT (${sorted}, root) FROM counted WHERE root = ${quoted(page.cursor)}::UUID)`;
  const result = await connection.run(`WITH ${reports(params).join(', ')},
    counted AS (SELECT root, count(*) FILTER (wanted) AS reports, count(DISTINCT session) FILTER (wanted) AS sessions,
        count(DISTINCT device) FILTER (wanted) AS devices, count(DISTINCT user_key) FILTER (wanted) AS users,
        epoch_ms(min(ts)) AS first, epoch_ms(max(ts)) AS last
      FROM report GROUP BY root HAVING reports > 0)
    SELECT root::VARCHAR, reports, sessions, devices, users, first, last FROM counted ${behind}
      ORDER BY ${sorted} DESC, root DESC LIMIT ${page.limit + 1}`);
  const found = (await result.getRowsJS()).map(([root, ...counts]): Totals => {
    const [all = 0, sessions = 0, devices = 0, users = 0, firstSeenMs = 0, lastSeenMs = 0] = counts.map(Number);
    return { fingerprint: String(root), reports: all, sessions, devices, users, firstSeenMs, lastSeenMs };
  });
  const shown = found.slice(0, page.limit);
  const nextCursor = found.length > page.limit ? (shown.at(-1)?.fingerprint ?? null) : null;
  return { rows: await withDetails(connection, params, shown), nextCursor };
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

async function withDetails(
  connection: DuckDBConnection,
  params: CrashGroupsParams,
  shown: readonly Totals[],
): Promise<readonly CrashGroupCounts[]> {
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
  const details = new Map(only.map((root) => [root, { version: [], part: [], hour: [] } as Details]));
  for (const [root, kind, name, count] of await result.getRowsJS()) {
    details.get(String(root))?.[kind as keyof Details].push([String(name), Number(count)]);
  }
  return shown.map((totals) => {
    const { version = [], part = [], hour: hours = [] } = details.get(totals.fingerprint) ?? {};
    const byHour = numbered(hours, HOURS_BEFORE + 1);
    return {
      ...totals,
      versions: version
        .toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
        .slice(0, MAX_VERSIONS)
        .map(([name, count]) => ({ version: name, reports: count })),
      sparkline: numbered(part, SPARKLINE_BUCKETS),
      lastHour: byHour[0] ?? 0,
      hoursBefore: byHour.slice(1),
    };
  });
}

type Details = Record<'version' | 'part' | 'hour', (readonly [name: string, count: number])[]>;

/** Counts by their numbers, 0 where there is none. */
function numbered(counts: Details[keyof Details], length: number): readonly number[] {
  const list = Array.from({ length }, () => 0);
  for (const [name, count] of counts) {
    const at = Math.min(length - 1, Number(name));
    list[at] = (list[at] ?? 0) + count;
  }
  return list;
}
