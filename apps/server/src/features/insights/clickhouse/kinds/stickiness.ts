import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { type InsightResult, momentOf } from '../../queries/insight-params.ts';
import { type StickinessParams, stickinessOf, stickinessPeriods } from '../../queries/kinds/stickiness.ts';
import { filtersSql } from '../insight-filters.ts';
import { periodEvents } from './period-events.ts';

export async function stickiness(reader: ClickhouseReader, params: StickinessParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = stickinessPeriods(params, moment);
  const rows = await reader.rows(`
    SELECT periods, count() FROM (
      SELECT uniqExact(period) AS periods
      FROM (${periodEvents(params, moment, periods, filtersSql)}) GROUP BY who)
    GROUP BY periods`);
  const counted = rows.map(([active, persons]) => ({ periods: Number(active), persons: Number(persons) }));
  return stickinessOf(params, moment, periods, counted);
}
