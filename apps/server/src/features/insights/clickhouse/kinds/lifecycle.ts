import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../../analytics/clickhouse/relations/bucket-index.ts';
import { millis } from '../../../../analytics/clickhouse/relations/conditions.ts';
import { type InsightResult, momentOf } from '../../queries/insight-params.ts';
import { type LifecycleParams, lifecycleOf, lifecyclePeriods } from '../../queries/kinds/lifecycle.ts';
import { sinceEver } from '../../queries/kinds/since-ever.ts';
import { countedUnit } from '../counted-unit.ts';
import { insightEvents } from '../insight-events.ts';

export async function lifecycle(reader: ClickhouseReader, params: LifecycleParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = lifecyclePeriods(params, moment);
  const unit = countedUnit(params);
  const from = insightEvents(params, sinceEver(moment), {
    events: params.events,
    needsPerson: unit.needsPerson,
    uses: unit.uses,
  });
  const [beginMs = moment.fromMs] = periods.starts;
  const last = periods.starts.length - 1;
  // Period -1 is all that was before the period before the range.
  const rows = await reader.rows(`
    SELECT state.1, state.2, count() FROM (
      SELECT arrayJoin(arrayConcat(
        arrayMap((x, at) -> (multiIf(at = 1, 0, active[at - 1] = x - 1, 1, 2), x), active, arrayEnumerate(active)),
        arrayMap(x -> (3, x + 1), arrayFilter(x -> NOT has(active, x + 1), active)))) AS state
      FROM (
        SELECT arraySort(groupUniqArray(period)) AS active FROM (
          SELECT ${unit.key} AS person,
            if(ev.ts_ms < ${millis(beginMs)}, toInt32(-1), ${bucketIndexSql(periods, 'ev.ts_ms')}) AS period
          ${from})
        WHERE person IS NOT NULL GROUP BY person))
    WHERE state.2 BETWEEN 1 AND ${last}
    GROUP BY state`);
  const counted = rows.map(([state, period, persons]) => ({
    state: Number(state),
    period: Number(period),
    persons: Number(persons),
  }));
  return lifecycleOf(params, moment, periods, counted);
}
