import type { DuckDBConnection } from '@duckdb/node-api';
import { QuestionRefused } from '../../../../../analytics/analytics-store.ts';
import {
  MOST_HEALTH_POINTS,
  type SessionHealthPoint,
  type SessionHealthSeriesQuestion,
} from '../../../../../analytics/queries/session-health.ts';
import { timeBuckets } from '../../../../../analytics/time-buckets.ts';
import { bucketIndexSql } from '../bucket-index.ts';
import { SESSION_COUNTS, sessionCountsOf } from '../session-counts.ts';
import { sessionMembers } from '../session-rows.ts';

/** Stretches without a session are told with zeros. */
export async function sessionHealthSeries(
  connection: DuckDBConnection,
  question: SessionHealthSeriesQuestion,
): Promise<readonly SessionHealthPoint[]> {
  const { fromMs, toMs, interval, timezone } = question;
  const buckets = timeBuckets(fromMs, toMs, interval, timezone, MOST_HEALTH_POINTS);
  if (buckets === undefined) {
    const message = `makes more than ${MOST_HEALTH_POINTS} points: take a longer interval or a shorter range`;
    throw new QuestionRefused('interval', message);
  }
  const bucket = bucketIndexSql(buckets, 'epoch_ms(ts)');
  const members = sessionMembers({ ...question, dimensions: [], isCrash: 'true', bucket });
  const result = await connection.run(
    `WITH ${members.join(', ')} SELECT bucket, ${SESSION_COUNTS} FROM session GROUP BY bucket`,
  );
  const counted = new Map((await result.getRowObjectsJS()).map((row) => [Number(row.bucket), row]));
  return buckets.starts.map((bucketMs, index) => ({ bucketMs, ...sessionCountsOf(counted.get(index) ?? {}) }));
}
