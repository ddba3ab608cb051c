import type { DuckDBConnection } from '@duckdb/node-api';
import { type InsightResult, MAX_VALUES, momentOf } from '../queries/insight-params.ts';
import { COHORT_SIZE } from '../queries/kinds/retention-table.ts';
import { type RetentionParams, retentionOf, retentionPeriods } from '../queries/retention.ts';
import { filtersSql } from './insight-filters.ts';
import { retentionCohorts } from './kinds/retention-cohorts.ts';

export async function retention(connection: DuckDBConnection, params: RetentionParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = retentionPeriods(params, moment);
  const result = await connection.run(`
    WITH ${retentionCohorts(params, moment, periods, filtersSql)}
    SELECT place, any_value(v), first, ${COHORT_SIZE}, count(*) FROM placed GROUP BY place, first
    UNION ALL
    SELECT place, NULL, first, later, count(*) FROM (${returnsSql(params)}) GROUP BY place, first, later`);
  const rows = (await result.getRowsJS()).map(([place, value, period, later, persons]) => ({
    place: Number(place),
    value,
    period: Number(period),
    later: Number(later),
    persons: Number(persons),
  }));
  if (params.breakdownField === undefined) return retentionOf(params, moment, periods, rows);
  const values: string[] = [];
  for (const { place, value } of rows) {
    if (place < MAX_VALUES && value !== null) values[place] = String(value);
  }
  return retentionOf(params, moment, periods, rows, values);
}

/** Each time that persons came back, or the last one. */
function returnsSql({ mode }: RetentionParams): string {
  const rows = 'FROM placed JOIN active USING (person) WHERE came AND period > first';
  if (mode !== 'on_or_after') return `SELECT place, first, period - first AS later ${rows}`;
  return `SELECT place, first, max(period) - first AS later ${rows} GROUP BY person, place, first`;
}
