import { MAX_VALUES, momentOf } from '../../queries/insight-params.ts';
import type { BehindOf } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { retentionCell } from '../../queries/people/retention-cell.ts';
import { retentionPeriods } from '../../queries/retention.ts';
import { retentionCohorts } from '../kinds/retention-cohorts.ts';
import { hasValue } from './has-value.ts';

/** Who began in a period, and came back so many later or did not. */
export function retentionPeople(
  { params, point }: BehindOf<'retention'>,
  { writeFilters, nowMs }: PeopleContext,
): string {
  const moment = momentOf(params, nowMs);
  const periods = retentionPeriods(params, moment);
  const cohorts = retentionCell(periods, point, moment);
  // Whoever began is there at once.
  const isThen = params.mode === 'on_or_after' ? '>=' : '=';
  const came = point.index === 0 ? 'true' : `bool_or(came AND period ${isThen} first + ${point.index})`;
  const isOfValue =
    point.value === undefined
      ? 'true'
      : hasValue('v', point.value, () => `SELECT v FROM placed WHERE place < ${MAX_VALUES}`);
  return `WITH ${retentionCohorts(params, moment, periods, writeFilters)}
    SELECT person, min(first_ms) AS first_ms, max(last_ms) AS last_ms, sum(events)::BIGINT AS events
    FROM active JOIN (SELECT person, first FROM placed WHERE first BETWEEN ${cohorts.first} AND ${cohorts.last} AND ${isOfValue})
      USING (person)
    WHERE period >= 0 GROUP BY person, first HAVING ${point.hasReturned ? came : `NOT (${came})`}`;
}
