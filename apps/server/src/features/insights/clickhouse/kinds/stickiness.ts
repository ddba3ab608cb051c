import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../../analytics/clickhouse/relations/bucket-index.ts';
import { type InsightResult, momentOf } from '../../queries/insight-params.ts';
import { type StickinessParams, stickinessOf, stickinessPeriods } from '../../queries/kinds/stickiness.ts';
import { countedUnit } from '../counted-unit.ts';
import { insightEvents } from '../insight-events.ts';

export async function stickiness(reader: ClickhouseReader, params: StickinessParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = stickinessPeriods(params, moment);
  const unit = countedUnit(params);
  const from = insightEvents(params, moment, { events: params.events, needsPerson: unit.needsPerson, uses: unit.uses });
  const rows = await reader.rows(`
    SELECT periods, count() FROM (
      SELECT uniqExact(period) AS periods FROM (
        SELECT ${unit.key} AS person, ${bucketIndexSql(periods, 'ev.ts_ms')} AS period ${from})
      WHERE person IS NOT NULL GROUP BY person)
    GROUP BY periods`);
  const counted = rows.map(([active, persons]) => ({ periods: Number(active), persons: Number(persons) }));
  return stickinessOf(params, moment, periods, counted);
}
