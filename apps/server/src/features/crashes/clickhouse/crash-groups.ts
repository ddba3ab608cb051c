import { HOUR_MS } from '@lamppost/protocol';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { type CrashGroupTotals, crashGroupTotals, withDetails } from '../queries/crash-group-details.ts';
import {
  type CrashGroupsPage,
  type CrashGroupsParams,
  HOURS_BEFORE,
  SPARKLINE_BUCKETS,
} from '../queries/crash-groups.ts';
import { groupedReports } from './crash-groupings.ts';

const sortColumns = { last_seen: 'last_ms', first_seen: 'first_ms', reports: 'reports', users: 'users' } as const;
const COUNTED = ['reports', 'sessions', 'devices', 'users', 'first_ms', 'last_ms'] as const;

export async function crashGroups(reader: ClickhouseReader, params: CrashGroupsParams): Promise<CrashGroupsPage> {
  const { page, sort } = params;
  const sorted = sortColumns[sort];
  const behind = page.cursor === undefined ? '' : await behindGroup(reader, params, page.cursor);
  if (behind === undefined) return { rows: [], nextCursor: null };
  const rows = await reader.rows(
    `SELECT id, ${COUNTED.join(', ')} FROM ${countedGroups(params)} ${behind}
      ORDER BY ${sorted} DESC, id DESC LIMIT ${page.limit + 1}`,
  );
  const found = rows.map(crashGroupTotals);
  const shown = found.slice(0, page.limit);
  const nextCursor = found.length > page.limit ? (shown.at(-1)?.fingerprint ?? null) : null;
  return { rows: withDetails(shown, await detailRows(reader, params, shown)), nextCursor };
}

/** Groups `(id, <COUNTED>)`. As texts ids are ordered as elsewhere; UUIDs of ClickHouse are ordered by their last half. */
const countedGroups = (params: CrashGroupsParams): string => `(
  SELECT toString(root) AS id, countIf(wanted) AS reports, uniqExactIf(session, wanted) AS sessions,
    uniqExactIf(device, wanted) AS devices, uniqExactIf(user_key, wanted) AS users, min(ts_ms) AS first_ms,
    max(ts_ms) AS last_ms
  FROM ${reports(params)} GROUP BY root HAVING reports > 0${firstSeen(params)})`;

const firstSeen = ({ firstSeenSinceMs }: CrashGroupsParams): string =>
  firstSeenSinceMs === undefined ? '' : ` AND first_ms >= ${millis(firstSeenSinceMs)}`;

/** The condition for groups behind this one; undefined when there is none such. */
async function behindGroup(
  reader: ClickhouseReader,
  params: CrashGroupsParams,
  cursor: string,
): Promise<string | undefined> {
  const sorted = sortColumns[params.sort];
  const id = cursor.toLowerCase();
  const [row] = await reader.rows(`SELECT ${sorted} FROM ${countedGroups(params)} WHERE id = ${quoted(id)}`);
  return row === undefined ? undefined : `WHERE (${sorted}, id) < (${Number(row[0])}, ${quoted(id)})`;
}

/** What is counted of a report: hashes of one size take less memory than texts. */
function reports({ scope, selection, fromMs, toMs, platform, appVersion }: CrashGroupsParams): string {
  const key = (column: string): string => `if(${column} != '', sipHash64(${column}), NULL)`;
  const wanted = [
    `ts_ms >= ${millis(fromMs)} AND ts_ms < ${millis(toMs)}`,
    ...(platform === undefined ? [] : [`platform = ${quoted(platform)}`]),
    ...(appVersion === undefined ? [] : [`app_version = ${quoted(appVersion)}`]),
  ].join(' AND ');
  const columns = `ts_ms, app_version, ifNull(${wanted}, false) AS wanted, ${key('session_id')} AS session,
    ${key('device_id')} AS device,
    multiIf(user_id != '', sipHash64(user_id), device_id != '', sipHash64('device', device_id), NULL) AS user_key`;
  return groupedReports(scope, selection, columns);
}

/** Rows `(root, kind, name, count)`, as withDetails reads them. */
async function detailRows(
  reader: ClickhouseReader,
  params: CrashGroupsParams,
  shown: readonly CrashGroupTotals[],
): Promise<readonly (readonly unknown[])[]> {
  if (shown.length === 0) return [];
  const { fromMs, toMs, nowMs, selection } = params;
  const only = shown.map(({ fingerprint }) => fingerprint);
  const widthMs = Math.max(1, Math.ceil((toMs - fromMs) / SPARKLINE_BUCKETS));
  const now = millis(nowMs);
  const isRecent = `ts_ms <= ${now} AND ts_ms > ${millis(nowMs - (HOURS_BEFORE + 1) * HOUR_MS)}`;
  return await reader.rows(
    `SELECT toString(root), detail.1 AS kind, detail.2 AS name, count()
      FROM ${reports({ ...params, selection: { ...selection, only } })}
      ARRAY JOIN arrayFilter(one -> one.2 != '', [
        ('version', ifNull(CAST(app_version AS Nullable(String)), '')),
        ('part', if(wanted, toString(intDiv(ts_ms - ${millis(fromMs)}, ${widthMs})), '')),
        ('hour', if(${isRecent}, toString(intDiv(${now} - ts_ms, ${HOUR_MS})), ''))]) AS detail
      GROUP BY root, kind, name`,
  );
}
