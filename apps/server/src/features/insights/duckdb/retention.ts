import type { DuckDBConnection } from '@duckdb/node-api';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { unionOf } from '../queries/event-selection.ts';
import { type InsightResult, momentOf } from '../queries/insight-params.ts';
import { COHORT_SIZE, type RetentionParams, retentionOf, retentionPeriods } from '../queries/retention.ts';
import { isNamed } from './events-source.ts';
import { insightEvents } from './insight-events.ts';

export async function retention(connection: DuckDBConnection, params: RetentionParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = retentionPeriods(params, moment);
  const { cohortEvents, returnEvents } = params;
  const [isCohort, isReturn] = [isNamed('name', cohortEvents), isNamed('name', returnEvents)];
  const from = insightEvents(params, moment, { events: unionOf([cohortEvents, returnEvents]), person: 'key' });
  const result = await connection.run(`
    WITH active AS MATERIALIZED (
      SELECT person, period, bool_or(${isCohort}) AS began, bool_or(${isReturn}) AS came
      FROM (SELECT ${PERSON_KEY} AS person, ${bucketIndexSql(periods, 'epoch_ms(ev.ts)')} AS period, ev.name AS name ${from})
      WHERE person IS NOT NULL GROUP BY person, period),
    cohort AS MATERIALIZED (SELECT person, min(period) AS first FROM active WHERE began GROUP BY person)
    SELECT first, ${COHORT_SIZE}, count(*) FROM cohort GROUP BY first
    UNION ALL
    SELECT first, period - first, count(*) FROM cohort JOIN active USING (person) WHERE came AND period > first
    GROUP BY ALL`);
  const counted = (await result.getRowsJS()).map(([period, later, persons]) => ({
    period: Number(period),
    later: Number(later),
    persons: Number(persons),
  }));
  return retentionOf(params, moment, periods, counted);
}
