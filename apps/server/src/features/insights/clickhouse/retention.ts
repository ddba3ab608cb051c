import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import { unionOf } from '../queries/event-selection.ts';
import { type InsightResult, MAX_VALUES, type Moment, momentOf } from '../queries/insight-params.ts';
import { COHORT_SIZE } from '../queries/kinds/retention-table.ts';
import { sinceEver } from '../queries/kinds/since-ever.ts';
import { type RetentionParams, retentionOf, retentionPeriods } from '../queries/retention.ts';
import { countedUnit } from './counted-unit.ts';
import { isNamed } from './events-source.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';
import { placeOfValue } from './place-of-value.ts';

export async function retention(reader: ClickhouseReader, params: RetentionParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = retentionPeriods(params, moment);
  const isBrokenDown = params.breakdownField !== undefined;
  const values = isBrokenDown ? await shownValues(reader, params, moment, periods) : undefined;
  const isReturn = isNamed('name', params.returnEvents);
  const came = `arrayFilter(came -> came > first, groupUniqArrayIf(period, ${isReturn}))`;
  const counted = params.mode === 'on_or_after' ? `if(empty(${came}), [], [arrayMax(${came})])` : came;
  const place = values === undefined ? '0' : placeOfValue(valueOfPerson(params), values);
  const rows = await reader.rows(`
    SELECT place, first, later, count() FROM (
      SELECT ${firstOf(params)} AS first, ${place} AS place,
        arrayJoin(arrayPushFront(arrayMap(came -> came - first, ${counted}), ${COHORT_SIZE})) AS later
      ${personsSql(params, moment, periods)})
    GROUP BY place, first, later`);
  const cells = rows.map(([at, period, later, persons]) => ({
    place: Number(at),
    period: Number(period),
    later: Number(later),
    persons: Number(persons),
  }));
  return retentionOf(params, moment, periods, cells, values);
}

const firstOf = ({ cohortEvents }: RetentionParams): string => `minIf(period, ${isNamed('name', cohortEvents)})`;

/** That of the event which put them into their cohort; of two at one moment, the smaller. NULL when it has none. */
const valueOfPerson = ({ cohortEvents }: RetentionParams): string =>
  `tupleElement(argMinIf(tuple(v), (at, v IS NULL, ifNull(v, '')), ${isNamed('name', cohortEvents)}), 1)`;

/** `FROM …` that leaves a group for each person who is in a cohort. Period -1 is all that was before the range. */
function personsSql(params: RetentionParams, moment: Moment, periods: TimeBuckets): string {
  const { cohortEvents, returnEvents, breakdownField } = params;
  const isCohort = isNamed('name', cohortEvents);
  const isFirstTime = params.start === 'first_time';
  const field = breakdownField === undefined ? undefined : requiredField(breakdownField, 'query.breakdownProperty');
  const unit = countedUnit(params);
  const from = insightEvents(params, isFirstTime ? sinceEver(moment) : moment, {
    events: unionOf([cohortEvents, returnEvents]),
    needsPerson: unit.needsPerson,
    uses: field === undefined ? unit.uses : [field, ...unit.uses],
  });
  const index = bucketIndexSql(periods, 'ev.ts_ms');
  const period = isFirstTime ? `if(ev.ts_ms < ${millis(moment.fromMs)}, toInt32(-1), ${index})` : index;
  const value = field === undefined ? '' : `, ev.ts_ms AS at, ${field.text} AS v`;
  return `FROM (SELECT ${unit.key} AS person, ${period} AS period, ev.name AS name ${value} ${from})
    WHERE person IS NOT NULL ${isFirstTime ? `AND (period >= 0 OR ${isCohort})` : ''}
    GROUP BY person HAVING countIf(${isCohort}) > 0 AND ${firstOf(params)} >= 0`;
}

async function shownValues(
  reader: ClickhouseReader,
  params: RetentionParams,
  moment: Moment,
  periods: TimeBuckets,
): Promise<readonly string[]> {
  const rows = await reader.rows(
    `SELECT value FROM (SELECT ${valueOfPerson(params)} AS value ${personsSql(params, moment, periods)})
      WHERE value IS NOT NULL GROUP BY value ORDER BY count() DESC, value LIMIT ${MAX_VALUES}`,
  );
  return rows.map(([value]) => String(value));
}
