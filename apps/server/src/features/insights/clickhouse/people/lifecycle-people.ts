import { momentOf } from '../../queries/insight-params.ts';
import { lifecyclePeriods } from '../../queries/kinds/lifecycle.ts';
import { sinceEver } from '../../queries/kinds/since-ever.ts';
import { lifecycleCell, lifecycleCondition } from '../../queries/people/lifecycle-cell.ts';
import type { BehindOf } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { periodEvents } from '../kinds/period-events.ts';

/** Who was new, returning, resurrecting or dormant in a period. */
export function lifecyclePeople(
  { params, point }: BehindOf<'lifecycle'>,
  { writeFilters, nowMs }: PeopleContext,
): string {
  const moment = momentOf(params, nowMs);
  const periods = lifecyclePeriods(params, moment);
  const { period, hasBegun, eventsIn } = lifecycleCell(periods, point, moment);
  const did = (at: number): string => `(countIf(period = ${at}) > 0)`;
  const isThen = `period = ${eventsIn}`;
  return `SELECT assumeNotNull(who) AS person, minIf(at_ms, ${isThen}) AS first_ms, maxIf(at_ms, ${isThen}) AS last_ms, countIf(${isThen}) AS events
    FROM (${periodEvents(params, sinceEver(moment), periods, writeFilters)})
    WHERE ${hasBegun} AND period <= ${period} GROUP BY who
    HAVING ${lifecycleCondition(point.state, period, did, 'min(period)')}`;
}
