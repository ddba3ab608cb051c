import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { type InsightResult, momentOf } from '../queries/insight-params.ts';
import { type LifecycleParams, lifecycleOf, lifecyclePeriods } from '../queries/lifecycle.ts';
import { sinceEver } from '../queries/since-ever.ts';
import { insightEvents } from './insight-events.ts';

export async function lifecycle(reader: ClickhouseReader, params: LifecycleParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = lifecyclePeriods(params, moment);
  const from = insightEvents(params, sinceEver(moment), { events: params.events, needsPerson: true });
  const [beginMs = moment.fromMs] = periods.starts;
  const last = periods.starts.length - 1;
  // Period -1 is all that was before the period before the range.
  const rows = await reader.rows(`
    SELECT state.1, state.2, count() FROM (
      SELECT arraySort(groupUniqArray(period)) AS active, arrayJoin(arrayConcat(
        arrayMap((period, at) -> (multiIf(at = 1, 0, active[at - 1] = period - 1, 1, 2), period),
          active, arrayEnumerate(active)),
        arrayMap(period -> (3, period + 1), arrayFilter(period -> NOT has(active, period + 1), active)))) AS state
      FROM (
        SELECT ${PERSON_KEY} AS person,
          if(ev.ts_ms < ${millis(beginMs)}, toInt32(-1), ${bucketIndexSql(periods, 'ev.ts_ms')}) AS period
        ${from})
      WHERE person IS NOT NULL GROUP BY person)
    WHERE state.2 BETWEEN 1 AND ${last}
    GROUP BY state`);
  const counted = rows.map(([state, period, persons]) => ({
    state: Number(state),
    period: Number(period),
    persons: Number(persons),
  }));
  return lifecycleOf(params, moment, periods, counted);
}
