import { bucketIndexSql } from '../../../../analytics/duckdb/relations/bucket-index.ts';
import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import { unionOf } from '../../queries/event-selection.ts';
import type { WriteFilters } from '../../queries/filter-conditions.ts';
import { MAX_VALUES, MISSING_PLACE, type Moment, REST_PLACE } from '../../queries/insight-params.ts';
import { sinceEver } from '../../queries/kinds/since-ever.ts';
import type { RetentionParams } from '../../queries/retention.ts';
import { countedUnit } from '../counted-unit.ts';
import { eventsSource, isNamed } from '../events-source.ts';
import { requiredField } from '../insight-fields.ts';

/**
 * `active`: in which periods persons did something of it, and when; -1 is all that was before the range. `placed`: the
 * cohort of each person, their value of the breakdown and its place.
 */
export function retentionCohorts(
  params: RetentionParams,
  moment: Moment,
  periods: TimeBuckets,
  writeFilters: WriteFilters,
): string {
  const { scope, cohortEvents, returnEvents, breakdownField } = params;
  const [isCohort, isReturn] = [isNamed('name', cohortEvents), isNamed('name', returnEvents)];
  const isFirstTime = params.start === 'first_time';
  const field = breakdownField === undefined ? undefined : requiredField(breakdownField, 'query.breakdownProperty');
  const unit = countedUnit(params);
  const window = isFirstTime ? sinceEver(moment) : moment;
  const from = eventsSource(scope, writeFilters(params.filters, 'query.filters'), window, {
    events: unionOf([cohortEvents, returnEvents]),
    person: unit.person,
    uses: field === undefined ? unit.uses : [field, ...unit.uses],
  });
  const index = bucketIndexSql(periods, 'epoch_ms(ev.ts)');
  const period = isFirstTime ? `CASE WHEN epoch_ms(ev.ts) < ${moment.fromMs} THEN -1 ELSE ${index} END` : index;
  const value = field === undefined ? '' : `, ${field.text} AS v`;
  // Of two values at one moment, the smaller.
  const entry =
    field === undefined
      ? ''
      : `, min({'ms': at_ms, 'missing': v IS NULL, 'v': coalesce(v, '')}) FILTER (WHERE ${isCohort}) AS entry`;
  return `active AS MATERIALIZED (
      SELECT person, period, bool_or(${isCohort}) AS began, bool_or(${isReturn}) AS came,
        min(at_ms) AS first_ms, max(at_ms) AS last_ms, count(*) AS events ${entry}
      FROM (SELECT ${unit.key} AS person, ${period} AS period, epoch_ms(ev.ts) AS at_ms, ev.name AS name ${value} ${from})
      WHERE person IS NOT NULL ${isFirstTime ? `AND (period >= 0 OR ${isCohort})` : ''} GROUP BY person, period),
    cohort AS MATERIALIZED (
      SELECT person, min(period) AS first ${field === undefined ? '' : ', min(entry) AS entry'}
      FROM active WHERE began GROUP BY person HAVING min(period) >= 0),
    ${field === undefined ? 'placed AS (SELECT person, first, 0 AS place, NULL AS v FROM cohort)' : PLACED}`;
}

const PLACED = `valued AS (
      SELECT person, first, CASE WHEN NOT entry.missing THEN entry.v END AS v FROM cohort),
    top AS MATERIALIZED (
      SELECT v, row_number() OVER (ORDER BY persons DESC, v) - 1 AS place FROM (
        SELECT v, count(*) AS persons FROM valued WHERE v IS NOT NULL GROUP BY v
        ORDER BY persons DESC, v LIMIT ${MAX_VALUES})),
    placed AS MATERIALIZED (
      SELECT person, first, valued.v AS v, CASE WHEN valued.v IS NULL THEN ${MISSING_PLACE}
        ELSE coalesce(top.place, ${REST_PLACE}) END AS place
      FROM valued LEFT JOIN top ON top.v = valued.v)`;
