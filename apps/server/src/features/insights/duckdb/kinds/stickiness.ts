import type { DuckDBConnection } from '@duckdb/node-api';
import { bucketIndexSql } from '../../../../analytics/duckdb/relations/bucket-index.ts';
import { type InsightResult, momentOf } from '../../queries/insight-params.ts';
import { type StickinessParams, stickinessOf, stickinessPeriods } from '../../queries/kinds/stickiness.ts';
import { countedUnit } from '../counted-unit.ts';
import { insightEvents } from '../insight-events.ts';

export async function stickiness(connection: DuckDBConnection, params: StickinessParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = stickinessPeriods(params, moment);
  const unit = countedUnit(params);
  const from = insightEvents(params, moment, { events: params.events, person: unit.person, uses: unit.uses });
  const result = await connection.run(`
    SELECT periods, count(*) FROM (
      SELECT count(*) AS periods FROM (
        SELECT DISTINCT ${unit.key} AS person, ${bucketIndexSql(periods, 'epoch_ms(ev.ts)')} AS period ${from})
      WHERE person IS NOT NULL GROUP BY person)
    GROUP BY periods`);
  const counted = (await result.getRowsJS()).map(([active, persons]) => ({
    periods: Number(active),
    persons: Number(persons),
  }));
  return stickinessOf(params, moment, periods, counted);
}
