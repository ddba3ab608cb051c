import type { DuckDBConnection } from '@duckdb/node-api';
import { type InsightResult, momentOf } from '../../queries/insight-params.ts';
import { type StickinessParams, stickinessOf, stickinessPeriods } from '../../queries/kinds/stickiness.ts';
import { filtersSql } from '../insight-filters.ts';
import { periodEvents } from './period-events.ts';

export async function stickiness(connection: DuckDBConnection, params: StickinessParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = stickinessPeriods(params, moment);
  const result = await connection.run(`
    SELECT periods, count(*) FROM (
      SELECT count(*) AS periods FROM (
        SELECT DISTINCT person, period FROM (${periodEvents(params, moment, periods, filtersSql)}))
      GROUP BY person)
    GROUP BY periods`);
  const counted = (await result.getRowsJS()).map(([active, persons]) => ({
    periods: Number(active),
    persons: Number(persons),
  }));
  return stickinessOf(params, moment, periods, counted);
}
