import { bucketIndexSql } from '../../../../analytics/clickhouse/relations/bucket-index.ts';
import { millis } from '../../../../analytics/clickhouse/relations/conditions.ts';
import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import { unionOf } from '../../queries/event-selection.ts';
import type { WriteFilters } from '../../queries/filter-conditions.ts';
import type { Moment } from '../../queries/insight-params.ts';
import { sinceEver } from '../../queries/kinds/since-ever.ts';
import type { RetentionParams } from '../../queries/retention.ts';
import { countedUnit } from '../counted-unit.ts';
import { eventsSource, isNamed } from '../events-source.ts';
import { requiredField } from '../insight-fields.ts';

/** The number of the period of a person's cohort, over the rows of `cohortPersons`. */
export const cohortOf = ({ cohortEvents }: RetentionParams): string =>
  `minIf(period, ${isNamed('name', cohortEvents)})`;

/** That of the event which put them into their cohort; of two at one moment, the smaller. NULL when it has none. */
export const cohortValue = ({ cohortEvents }: RetentionParams): string =>
  `tupleElement(argMinIf(tuple(v), (at, v IS NULL, ifNull(v, '')), ${isNamed('name', cohortEvents)}), 1)`;

/** `FROM …` that leaves a group for each person who is in a cohort. Period -1 is all that was before the range. */
export function cohortPersons(
  params: RetentionParams,
  moment: Moment,
  periods: TimeBuckets,
  writeFilters: WriteFilters,
): string {
  const { scope, cohortEvents, returnEvents, breakdownField } = params;
  const isCohort = isNamed('name', cohortEvents);
  const isFirstTime = params.start === 'first_time';
  const field = breakdownField === undefined ? undefined : requiredField(breakdownField, 'query.breakdownProperty');
  const unit = countedUnit(params);
  const window = isFirstTime ? sinceEver(moment) : moment;
  const from = eventsSource(scope, writeFilters(params.filters, 'query.filters'), window, {
    events: unionOf([cohortEvents, returnEvents]),
    needsPerson: unit.needsPerson,
    uses: field === undefined ? unit.uses : [field, ...unit.uses],
  });
  const index = bucketIndexSql(periods, 'ev.ts_ms');
  const period = isFirstTime ? `if(ev.ts_ms < ${millis(moment.fromMs)}, toInt32(-1), ${index})` : index;
  const value = field === undefined ? '' : `, ${field.text} AS v`;
  return `FROM (SELECT ${unit.key} AS person, ${period} AS period, ev.ts_ms AS at, ev.name AS name ${value} ${from})
    WHERE person IS NOT NULL ${isFirstTime ? `AND (period >= 0 OR ${isCohort})` : ''}
    GROUP BY person HAVING countIf(${isCohort}) > 0 AND ${cohortOf(params)} >= 0`;
}
