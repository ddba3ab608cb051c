import type { DuckDBConnection } from '@duckdb/node-api';
import { type InsightResult, momentOf } from '../../queries/insight-params.ts';
import { type LifecycleParams, lifecycleOf, lifecyclePeriods } from '../../queries/kinds/lifecycle.ts';
import { sinceEver } from '../../queries/kinds/since-ever.ts';
import { filtersSql } from '../insight-filters.ts';
import { periodEvents } from './period-events.ts';

export async function lifecycle(connection: DuckDBConnection, params: LifecycleParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = lifecyclePeriods(params, moment);
  const last = periods.starts.length - 1;
  const result = await connection.run(`
    WITH active AS (
      SELECT DISTINCT person, period FROM (${periodEvents(params, sinceEver(moment), periods, filtersSql)})),
    stay AS MATERIALIZED (
      SELECT period, lag(period) OVER each AS before, lead(period) OVER each AS after
      FROM active WINDOW each AS (PARTITION BY person ORDER BY period))
    SELECT CASE WHEN before IS NULL THEN 0 WHEN before = period - 1 THEN 1 ELSE 2 END AS state, period, count(*)
    FROM stay WHERE period > 0 GROUP BY state, period
    UNION ALL
    SELECT 3, period + 1, count(*) FROM stay
    WHERE period >= 0 AND period < ${last} AND after IS DISTINCT FROM period + 1 GROUP BY period`);
  const counted = (await result.getRowsJS()).map(([state, period, persons]) => ({
    state: Number(state),
    period: Number(period),
    persons: Number(persons),
  }));
  return lifecycleOf(params, moment, periods, counted);
}
