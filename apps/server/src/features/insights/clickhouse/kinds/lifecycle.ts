import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { type InsightResult, momentOf } from '../../queries/insight-params.ts';
import { type LifecycleParams, lifecycleOf, lifecyclePeriods } from '../../queries/kinds/lifecycle.ts';
import { sinceEver } from '../../queries/kinds/since-ever.ts';
import { filtersSql } from '../insight-filters.ts';
import { periodEvents } from './period-events.ts';

export async function lifecycle(reader: ClickhouseReader, params: LifecycleParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = lifecyclePeriods(params, moment);
  const last = periods.starts.length - 1;
  const rows = await reader.rows(`
    SELECT state.1, state.2, count() FROM (
      SELECT arrayJoin(arrayConcat(
        arrayMap((x, at) -> (multiIf(at = 1, 0, active[at - 1] = x - 1, 1, 2), x), active, arrayEnumerate(active)),
        arrayMap(x -> (3, x + 1), arrayFilter(x -> NOT has(active, x + 1), active)))) AS state
      FROM (
        SELECT arraySort(groupUniqArray(period)) AS active
        FROM (${periodEvents(params, sinceEver(moment), periods, filtersSql)}) GROUP BY who))
    WHERE state.2 BETWEEN 1 AND ${last}
    GROUP BY state`);
  const counted = rows.map(([state, period, persons]) => ({
    state: Number(state),
    period: Number(period),
    persons: Number(persons),
  }));
  return lifecycleOf(params, moment, periods, counted);
}
