import type { DuckDBConnection } from '@duckdb/node-api';
import {
  DISTRIBUTION_SHARES,
  type DistributionParams,
  distributionOf,
  edgesOf,
  numericField,
  type Spread,
} from '../queries/distribution.ts';
import { type InsightResult, momentOf } from '../queries/insight-params.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';

export async function distribution(connection: DuckDBConnection, params: DistributionParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const field = numericField(requiredField(params.field, 'query.field'));
  const from = insightEvents(params, moment, { events: params.events, person: 'none', uses: [field] });
  await connection.run(`CREATE TEMP TABLE distribution_of AS SELECT ${field.number} AS x ${from}`);
  const spread = await spreadOf(connection);
  const edges = edgesOf(params, spread);
  const result = await connection.run(
    `SELECT ${barSql(edges)} AS bar, count(*) FROM distribution_of WHERE x IS NOT NULL GROUP BY bar`,
  );
  const counts = new Map((await result.getRowsJS()).map(([bar, count]) => [Number(bar), Number(count)]));
  return distributionOf(params, moment, spread, edges, counts);
}

async function spreadOf(connection: DuckDBConnection): Promise<Spread> {
  const percentiles = DISTRIBUTION_SHARES.map((share) => `quantile_cont(x, ${share})`);
  const result = await connection.run(`
    SELECT count(x), count(*) - count(x), min(x), max(x), avg(x), ${percentiles.join(', ')} FROM distribution_of`);
  const [[count, missing, ...figures] = []] = await result.getRowsJS();
  const [min = null, max = null, average = null, p50 = null, p90 = null, p99 = null] = figures.map((figure) =>
    figure === null ? null : Number(figure),
  );
  return { count: Number(count), missing: Number(missing), min, max, average, p50, p90, p99 };
}

/** The number of the bar that holds `x`: of the edges between bars, how many it has reached. */
function barSql(edges: readonly number[]): string {
  const inner = edges.slice(1, -1);
  if (inner.length === 0) return '0';
  return inner.map((edge) => `(x >= ${edge.toExponential()}::DOUBLE)::UTINYINT`).join(' + ');
}
