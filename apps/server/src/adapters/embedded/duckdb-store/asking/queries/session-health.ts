import type { DuckDBConnection } from '@duckdb/node-api';
import type {
  SessionHealthAnswer,
  SessionHealthQuestion,
  SessionHealthRow,
} from '../../../../../analytics/queries/session-health.ts';
import { everywhere } from '../../recent-rows.ts';
import { SESSION_COUNTS, sessionCountsOf } from '../session-counts.ts';
import { countsByValue, inRange, sessionMembers } from '../session-rows.ts';

export async function sessionHealth(
  connection: DuckDBConnection,
  question: SessionHealthQuestion,
): Promise<SessionHealthAnswer> {
  const { dimension, limit } = question;
  const byValue =
    dimension === undefined
      ? `SELECT NULL::VARCHAR AS key, NULL::VARCHAR AS value, ${SESSION_COUNTS} FROM session HAVING false`
      : countsByValue(dimension, SESSION_COUNTS);
  const members = sessionMembers({
    ...question,
    dimensions: dimension === undefined ? [] : [dimension],
    isCrash: 'true',
  });
  const rows = await connection.run(`WITH ${members.join(', ')},
    counted AS (SELECT true AS is_total, NULL::VARCHAR AS key, NULL::VARCHAR AS value, ${SESSION_COUNTS}, 0 AS key_sessions,
        0 AS key_crashed FROM session
      UNION ALL
      (SELECT false, *, sum(sessions) OVER of_key AS key_sessions, sum(crashed_sessions) OVER of_key
        FROM (${byValue}) WINDOW of_key AS (PARTITION BY key)
        ORDER BY key_sessions DESC, key, sessions DESC, value LIMIT ${limit}))
    SELECT * FROM counted ORDER BY is_total DESC, key_sessions DESC, key, sessions DESC, value`);
  const [total, ...values] = await rows.getRowObjectsJS();
  const reports = await connection.run(`SELECT count(*), count(*) FILTER (session_id IS NULL OR session_id = '')
    FROM ${everywhere('crashes')} WHERE ${inRange(question)}`);
  const [[all, without] = []] = await reports.getRowsJS();
  return {
    totals: sessionCountsOf(total ?? {}),
    reports: Number(all),
    reportsWithoutSession: Number(without),
    rows: values.map(rowOf),
  };
}

type Row = Readonly<Record<string, unknown>>;

const rowOf = (row: Row): SessionHealthRow => ({
  key: textOf(row.key),
  value: textOf(row.value),
  ...sessionCountsOf(row),
  keySessions: Number(row.key_sessions),
  keyCrashedSessions: Number(row.key_crashed),
});

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
