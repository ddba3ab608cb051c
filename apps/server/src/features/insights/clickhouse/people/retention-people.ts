import { MAX_VALUES, momentOf } from '../../queries/insight-params.ts';
import type { BehindOf } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { retentionCell } from '../../queries/people/retention-cell.ts';
import { retentionPeriods } from '../../queries/retention.ts';
import { isNamed } from '../events-source.ts';
import { cohortOf, cohortPersons, cohortValue } from '../kinds/retention-cohorts.ts';
import { hasValue } from './has-value.ts';

/** Who began in a period, and came back so many later or did not. */
export function retentionPeople(
  { params, point }: BehindOf<'retention'>,
  { writeFilters, nowMs }: PeopleContext,
): string {
  const moment = momentOf(params, nowMs);
  const periods = retentionPeriods(params, moment);
  const cohorts = retentionCell(periods, point, moment);
  const from = cohortPersons(params, moment, periods, writeFilters);
  // Whoever began is there at once.
  const isThen = params.mode === 'on_or_after' ? '>=' : '=';
  const came = point.index === 0 ? 'true' : `arrayExists(x -> x ${isThen} first + ${point.index}, returned)`;
  const isOfValue =
    point.value === undefined
      ? 'true'
      : hasValue(
          'v',
          point.value,
          () => `SELECT shown FROM (SELECT ${cohortValue(params)} AS shown ${from})
            WHERE shown IS NOT NULL GROUP BY shown ORDER BY count() DESC, shown LIMIT ${MAX_VALUES}`,
        );
  return `SELECT assumeNotNull(who) AS person, first_ms, last_ms, events FROM (
      SELECT person AS who, ${cohortOf(params)} AS first, groupUniqArrayIf(period, ${isNamed('name', params.returnEvents)}) AS returned,
        minIf(at, period >= 0) AS first_ms, maxIf(at, period >= 0) AS last_ms, countIf(period >= 0) AS events
        ${point.value === undefined ? '' : `, ${cohortValue(params)} AS v`} ${from})
    WHERE first BETWEEN ${cohorts.first} AND ${cohorts.last} AND ${isOfValue} AND ${point.hasReturned ? came : `NOT (${came})`}`;
}
