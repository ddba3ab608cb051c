import type { DuckDBConnection } from '@duckdb/node-api';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { joinOwnersOfActivity, PERSON_OF_ACTIVITY } from '../../../analytics/duckdb/relations/persons.ts';
import { activityBetween } from '../../../analytics/duckdb/rollups/session-activity.ts';
import { type ActivityParams, type ActivityResult, activityBuckets, activityResult } from '../queries/activity.ts';

export async function activity(connection: DuckDBConnection, params: ActivityParams): Promise<ActivityResult> {
  const buckets = activityBuckets(params);
  const bucket = buckets === undefined ? 'NULL::SMALLINT' : bucketIndexSql(buckets, 'epoch_ms(ev.first)');
  const { scope } = params;
  const result = await connection.run(`SELECT bucket, count(DISTINCT person), sum(items)::BIGINT
    FROM (SELECT ${bucket} AS bucket, ${PERSON_OF_ACTIVITY} AS person, items
      FROM ${activityBetween(scope, params, { tables: ['events'], buckets })} AS ev ${joinOwnersOfActivity(scope)})
    GROUP BY ${buckets === undefined ? 'bucket' : 'GROUPING SETS ((bucket), ())'}`);
  const counted = (await result.getRowsJS()).map(([at, people, events]) => ({
    bucket: at === null || at === undefined ? null : Number(at),
    people: Number(people),
    events: Number(events),
  }));
  return activityResult(buckets, counted);
}
