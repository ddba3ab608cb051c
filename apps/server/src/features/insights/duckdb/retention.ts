import type { DuckDBConnection } from '@duckdb/node-api';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import { unionOf } from '../queries/event-selection.ts';
import {
  type InsightResult,
  MAX_VALUES,
  MISSING_PLACE,
  type Moment,
  momentOf,
  REST_PLACE,
} from '../queries/insight-params.ts';
import { COHORT_SIZE } from '../queries/kinds/retention-table.ts';
import { sinceEver } from '../queries/kinds/since-ever.ts';
import { type RetentionParams, retentionOf, retentionPeriods } from '../queries/retention.ts';
import { countedUnit } from './counted-unit.ts';
import { isNamed } from './events-source.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';

export async function retention(connection: DuckDBConnection, params: RetentionParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = retentionPeriods(params, moment);
  const result = await connection.run(`
    WITH ${cohortsSql(params, moment, periods)}
    SELECT place, any_value(v), first, ${COHORT_SIZE}, count(*) FROM placed GROUP BY place, first
    UNION ALL
    SELECT place, NULL, first, later, count(*) FROM (${returnsSql(params)}) GROUP BY place, first, later`);
  const rows = (await result.getRowsJS()).map(([place, value, period, later, persons]) => ({
    place: Number(place),
    value,
    period: Number(period),
    later: Number(later),
    persons: Number(persons),
  }));
  if (params.breakdownField === undefined) return retentionOf(params, moment, periods, rows);
  const values: string[] = [];
  for (const { place, value } of rows) {
    if (place < MAX_VALUES && value !== null) values[place] = String(value);
  }
  return retentionOf(params, moment, periods, rows, values);
}

/**
 * `active`: in which periods persons did something of it; -1 is all that was before the range. `placed`: the cohort of
 * each person, and their place in the breakdown.
 */
function cohortsSql(params: RetentionParams, moment: Moment, periods: TimeBuckets): string {
  const { cohortEvents, returnEvents, breakdownField } = params;
  const [isCohort, isReturn] = [isNamed('name', cohortEvents), isNamed('name', returnEvents)];
  const isFirstTime = params.start === 'first_time';
  const field = breakdownField === undefined ? undefined : requiredField(breakdownField, 'query.breakdownProperty');
  const unit = countedUnit(params);
  const from = insightEvents(params, isFirstTime ? sinceEver(moment) : moment, {
    events: unionOf([cohortEvents, returnEvents]),
    person: unit.person,
    uses: field === undefined ? unit.uses : [field, ...unit.uses],
  });
  const index = bucketIndexSql(periods, 'epoch_ms(ev.ts)');
  const period = isFirstTime ? `CASE WHEN epoch_ms(ev.ts) < ${moment.fromMs} THEN -1 ELSE ${index} END` : index;
  const value = field === undefined ? '' : `, epoch_ms(ev.ts) AS ms, ${field.text} AS v`;
  // Of two values at one moment, the smaller.
  const entry =
    field === undefined
      ? ''
      : `, min({'ms': ms, 'missing': v IS NULL, 'v': coalesce(v, '')}) FILTER (WHERE ${isCohort}) AS entry`;
  return `active AS MATERIALIZED (
      SELECT person, period, bool_or(${isCohort}) AS began, bool_or(${isReturn}) AS came ${entry}
      FROM (SELECT ${unit.key} AS person, ${period} AS period, ev.name AS name ${value} ${from})
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
      SELECT person, first, top.v AS v, CASE WHEN valued.v IS NULL THEN ${MISSING_PLACE}
        ELSE coalesce(top.place, ${REST_PLACE}) END AS place
      FROM valued LEFT JOIN top ON top.v = valued.v)`;

/** Each time that persons came back, or the last one. */
function returnsSql({ mode }: RetentionParams): string {
  const rows = 'FROM placed JOIN active USING (person) WHERE came AND period > first';
  if (mode !== 'on_or_after') return `SELECT place, first, period - first AS later ${rows}`;
  return `SELECT place, first, max(period) - first AS later ${rows} GROUP BY person, place, first`;
}
