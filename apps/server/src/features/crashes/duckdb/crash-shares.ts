import type { DuckDBConnection } from '@duckdb/node-api';
import type { CrashShare, CrashSharesParams, CrashSharesResult } from '../queries/crash-groups.ts';
import type { HealthDimension } from '../queries/session-health.ts';
import { crashesOf } from './crash-groupings.ts';
import { countsByValue, sessionMembers } from './session-rows.ts';

const COUNTS = 'count(*) AS sessions, count(*) FILTER (crashed) AS crashed_sessions';

/** All dimensions from one look at the sessions. */
export async function crashShares(connection: DuckDBConnection, params: CrashSharesParams): Promise<CrashSharesResult> {
  const { scope, fingerprints, dimensions, limit } = params;
  const members = sessionMembers({ ...params, isCrash: `crash_id IN ${crashesOf(scope, fingerprints)}` });
  const result = await connection.run(`WITH ${members.join(', ')}
    SELECT NULL AS dimension, NULL AS key, NULL AS value, ${COUNTS}, 0 AS key_sessions, 0 AS key_crashed,
      count(DISTINCT person) AS users, count(DISTINCT person) FILTER (crashed) AS crashed_users FROM session
    ${dimensions.map((dimension) => `UNION ALL (${sharesOf(dimension, limit)})`).join(' ')}`);
  const [total = {}, ...rows] = (await result.getRowObjectsJS()).toSorted(byTotal);
  return {
    totals: {
      sessions: Number(total.sessions),
      crashedSessions: Number(total.crashed_sessions),
      users: Number(total.users),
      crashedUsers: Number(total.crashed_users),
    },
    rows: rows.map(shareOf).toSorted(byCrashes),
  };
}

function sharesOf(dimension: HealthDimension, limit: number): string {
  return `SELECT '${dimension}', key, value, sessions, crashed_sessions, sum(sessions) OVER (PARTITION BY key) AS key_sessions,
      sum(crashed_sessions) OVER (PARTITION BY key), 0, 0 FROM (${countsByValue(dimension, COUNTS)})
    ORDER BY crashed_sessions DESC, sessions DESC, key, value LIMIT ${limit}`;
}

type Row = Readonly<Record<string, unknown>>;

const byTotal = (a: Row, b: Row): number => Number(b.dimension === null) - Number(a.dimension === null);

const byCrashes = (a: CrashShare, b: CrashShare): number =>
  b.crashedSessions - a.crashedSessions || b.sessions - a.sessions || order(a.key, b.key) || order(a.value, b.value);

const order = (a: string | null, b: string | null): number => {
  const [left, right] = [a ?? '', b ?? ''];
  return left < right ? -1 : Number(left > right);
};

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const shareOf = (row: Row): CrashShare => ({
  dimension: row.dimension as HealthDimension,
  key: textOf(row.key),
  value: textOf(row.value),
  sessions: Number(row.sessions),
  crashedSessions: Number(row.crashed_sessions),
  keySessions: Number(row.key_sessions),
  keyCrashedSessions: Number(row.key_crashed),
});
