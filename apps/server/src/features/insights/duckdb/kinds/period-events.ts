import { bucketIndexSql } from '../../../../analytics/duckdb/relations/bucket-index.ts';
import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import type { EventSelection } from '../../queries/event-selection.ts';
import type { WriteFilters } from '../../queries/filter-conditions.ts';
import type { InsightParams, Moment } from '../../queries/insight-params.ts';
import { countedUnit } from '../counted-unit.ts';
import { eventsSource } from '../events-source.ts';

/** SELECT of what those who are counted did and in which period: `person`, `at_ms`, `period`. -1 is all that was before the first one. */
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
    person: unit.person,
    uses: unit.uses,
  });
  const index = bucketIndexSql(periods, 'epoch_ms(ev.ts)');
  const [beginMs = window.fromMs] = periods.starts;
  const period = window.fromMs < beginMs ? `CASE WHEN epoch_ms(ev.ts) < ${beginMs} THEN -1 ELSE ${index} END` : index;
  return `SELECT * FROM (SELECT ${unit.key} AS person, epoch_ms(ev.ts) AS at_ms, ${period} AS period ${from})
    WHERE person IS NOT NULL`;
}
