import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import { type InsightResult, MAX_VALUES, type Moment, momentOf } from '../queries/insight-params.ts';
import { COHORT_SIZE } from '../queries/kinds/retention-table.ts';
import { type RetentionParams, retentionOf, retentionPeriods } from '../queries/retention.ts';
import { isNamed } from './events-source.ts';
import { filtersSql } from './insight-filters.ts';
import { cohortOf, cohortPersons, cohortValue } from './kinds/retention-cohorts.ts';
import { placeOfValue } from './place-of-value.ts';

export async function retention(reader: ClickhouseReader, params: RetentionParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = retentionPeriods(params, moment);
  const isBrokenDown = params.breakdownField !== undefined;
  const values = isBrokenDown ? await shownValues(reader, params, moment, periods) : undefined;
  const isReturn = isNamed('name', params.returnEvents);
  const came = `arrayFilter(came -> came > first, groupUniqArrayIf(period, ${isReturn}))`;
  const counted = params.mode === 'on_or_after' ? `if(empty(${came}), [], [arrayMax(${came})])` : came;
  const place = values === undefined ? '0' : placeOfValue(cohortValue(params), values);
  const rows = await reader.rows(`
    SELECT place, first, later, count() FROM (
      SELECT ${cohortOf(params)} AS first, ${place} AS place,
        arrayJoin(arrayPushFront(arrayMap(came -> came - first, ${counted}), ${COHORT_SIZE})) AS later
      ${cohortPersons(params, moment, periods, filtersSql)})
    GROUP BY place, first, later`);
  const cells = rows.map(([at, period, later, persons]) => ({
    place: Number(at),
    period: Number(period),
    later: Number(later),
    persons: Number(persons),
  }));
  return retentionOf(params, moment, periods, cells, values);
}

async function shownValues(
  reader: ClickhouseReader,
  params: RetentionParams,
  moment: Moment,
  periods: TimeBuckets,
): Promise<readonly string[]> {
  const rows = await reader.rows(
    `SELECT value FROM (SELECT ${cohortValue(params)} AS value ${cohortPersons(params, moment, periods, filtersSql)})
      WHERE value IS NOT NULL GROUP BY value ORDER BY count() DESC, value LIMIT ${MAX_VALUES}`,
  );
  return rows.map(([value]) => String(value));
}
