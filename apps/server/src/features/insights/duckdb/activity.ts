import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import type { ActivityCounts, ActivityParams, ActivityResult } from '../queries/activity.ts';
import { MAX_BUCKETS } from '../queries/timeseries.ts';
import { insightEvents } from './insight-events.ts';

export async function activity(connection: DuckDBConnection, params: ActivityParams): Promise<ActivityResult> {
  const buckets = bucketsOf(params);
  const bucket = buckets === undefined ? 'NULL::SMALLINT' : bucketIndexSql(buckets, 'epoch_ms(ev.ts)');
  const from = insightEvents({ ...params, filters: [] }, params, { person: 'key' });
  const result = await connection.run(`SELECT bucket, count(DISTINCT person), count(*)
    FROM (SELECT ${bucket} AS bucket, ${PERSON_KEY} AS person ${from})
    GROUP BY ${buckets === undefined ? 'bucket' : 'GROUPING SETS ((bucket), ())'}`);
  const counted = new Map<number | null, ActivityCounts>();
  for (const [at, people, events] of await result.getRowsJS()) {
    counted.set(at === null || at === undefined ? null : Number(at), {
      people: Number(people),
      events: Number(events),
    });
  }
  const countsOf = (at: number | null): ActivityCounts => counted.get(at) ?? { people: 0, events: 0 };
  return {
    ...countsOf(null),
    points: (buckets?.starts ?? []).map((bucketMs, at) => ({ bucketMs, ...countsOf(at) })),
  };
}

function bucketsOf({ fromMs, toMs, over }: ActivityParams): TimeBuckets | undefined {
  if (over === undefined) return undefined;
  const buckets = timeBuckets(fromMs, toMs, over.interval, over.timezone, MAX_BUCKETS);
  if (buckets !== undefined) return buckets;
  const message = `makes more than ${MAX_BUCKETS} points of this range: take a longer interval or a shorter range`;
  throw new QueryRejected('interval', message);
}
