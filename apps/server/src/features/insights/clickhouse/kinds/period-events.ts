import { bucketIndexSql } from '../../../../analytics/clickhouse/relations/bucket-index.ts';
import { millis } from '../../../../analytics/clickhouse/relations/conditions.ts';
import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import type { EventSelection } from '../../queries/event-selection.ts';
import type { WriteFilters } from '../../queries/filter-conditions.ts';
import type { InsightParams, Moment } from '../../queries/insight-params.ts';
import { countedUnit } from '../counted-unit.ts';
import { eventsSource } from '../events-source.ts';

/** SELECT of what those who are counted did and in which period: `who`, `at_ms`, `period`. -1 is all that was before the first one. */
export function periodEvents(
  params: InsightParams & { readonly events: EventSelection },
  window: Moment,
  periods: TimeBuckets,
  writeFilters: WriteFilters,
): string {
  const { scope, filters, events } = params;
  const unit = countedUnit(params);
  const from = eventsSource(scope, writeFilters(filters, 'query.filters'), window, {
    events,
    needsPerson: unit.needsPerson,
    uses: unit.uses,
  });
  const index = bucketIndexSql(periods, 'ev.ts_ms');
  const [beginMs = window.fromMs] = periods.starts;
  const period = window.fromMs < beginMs ? `if(ev.ts_ms < ${millis(beginMs)}, toInt32(-1), ${index})` : index;
  return `SELECT * FROM (SELECT ${unit.key} AS who, ev.ts_ms AS at_ms, ${period} AS period ${from})
    WHERE who IS NOT NULL`;
}
