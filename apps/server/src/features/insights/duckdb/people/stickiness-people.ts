import { momentOf } from '../../queries/insight-params.ts';
import { stickinessPeriods } from '../../queries/kinds/stickiness.ts';
import type { BehindOf } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { periodEvents } from '../kinds/period-events.ts';

/** Who was active in exactly so many periods. */
export function stickinessPeople(
  { params, point }: BehindOf<'stickiness'>,
  { writeFilters, nowMs }: PeopleContext,
): string {
  const moment = momentOf(params, nowMs);
  const active = periodEvents(params, moment, stickinessPeriods(params, moment), writeFilters);
  return `SELECT person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, count(*) AS events
    FROM (${active}) GROUP BY person HAVING count(DISTINCT period) = ${point.periods}`;
}
