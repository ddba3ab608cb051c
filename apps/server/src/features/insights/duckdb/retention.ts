import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import { timeBuckets } from '../../../analytics/time-buckets.ts';
import { type InsightResult, momentOf } from '../queries/insight-params.ts';
import { MAX_PERIODS, type RetentionParams, retentionResult } from '../queries/retention.ts';
import { insightEvents } from './insight-events.ts';

/** Rows of sizes have no `later`. */
const SIZE = -1;

export async function retention(connection: DuckDBConnection, params: RetentionParams): Promise<InsightResult> {
  const moment = momentOf(params.range, Date.now());
  const periods = timeBuckets(moment.fromMs, moment.toMs, params.interval, params.timezone, MAX_PERIODS);
  if (periods === undefined) {
    const message = `makes more than ${MAX_PERIODS} periods of this range: take a longer interval or a shorter range`;
    throw new QueryRejected('query.interval', message);
  }
  const { cohortEvent, returnEvent } = params;
  const from = insightEvents(params, moment, { names: [cohortEvent, returnEvent], person: 'key' });
  const result = await connection.run(`
    WITH active AS MATERIALIZED (
      SELECT person, period, bool_or(name = ${quoted(cohortEvent)}) AS began, bool_or(name = ${quoted(returnEvent)}) AS came
      FROM (SELECT ${PERSON_KEY} AS person, ${bucketIndexSql(periods, 'epoch_ms(ev.ts)')} AS period, ev.name AS name ${from})
      WHERE person IS NOT NULL GROUP BY person, period),
    cohort AS MATERIALIZED (SELECT person, min(period) AS first FROM active WHERE began GROUP BY person)
    SELECT first, ${SIZE}, count(*) FROM cohort GROUP BY first
    UNION ALL
    SELECT first, period - first, count(*) FROM cohort JOIN active USING (person) WHERE came AND period > first
    GROUP BY ALL`);
  const rows = (await result.getRowsJS()).map(([period, later, persons]) => ({
    period: Number(period),
    later: Number(later),
    persons: Number(persons),
  }));
  const [sizes, returns] = [rows.filter(({ later }) => later === SIZE), rows.filter(({ later }) => later !== SIZE)];
  return { resultJson: JSON.stringify(retentionResult(params, moment, periods, sizes, returns)) };
}
