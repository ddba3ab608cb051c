import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { type ActivityParams, type ActivityResult, activityBuckets, activityResult } from '../queries/activity.ts';
import { insightEvents } from './insight-events.ts';

export async function activity(reader: ClickhouseReader, params: ActivityParams): Promise<ActivityResult> {
  const buckets = activityBuckets(params);
  const bucket = buckets === undefined ? "CAST(NULL, 'Nullable(Int32)')" : bucketIndexSql(buckets, 'ev.ts_ms');
  const from = insightEvents({ ...params, filters: [] }, params, { needsPerson: true });
  const rows = await reader.rows(
    `SELECT bucket, uniqExact(person), count() FROM (SELECT ${bucket} AS bucket, ${PERSON_KEY} AS person ${from})
      GROUP BY ${buckets === undefined ? 'bucket' : 'GROUPING SETS ((bucket), ())'}`,
    { settings: { group_by_use_nulls: 1 } },
  );
  const counted = rows.map(([at, people, events]) => ({
    bucket: at === null ? null : Number(at),
    people: Number(people),
    events: Number(events),
  }));
  return activityResult(buckets, counted);
}
