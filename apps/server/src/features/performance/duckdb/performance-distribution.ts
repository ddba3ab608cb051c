import type { DuckDBConnection } from '@duckdb/node-api';
import { bucketOf, countsByPlace, distributionValues } from '../queries/distribution-counts.ts';
import { histogramEdges } from '../queries/histogram-edges.ts';
import { percentilesOf } from '../queries/metric-values.ts';
import {
  type Distribution,
  type DistributionResult,
  type MetricsParams,
  type PerformanceDistributionParams,
  ruleFor,
} from '../queries/performance.ts';
import { dimensionSql, metricRows, percentilesSql, shownValues } from './metric-rows.ts';

export async function performanceDistribution(
  connection: DuckDBConnection,
  asked: PerformanceDistributionParams,
): Promise<DistributionResult> {
  const metricType = await typeOf(connection, asked);
  if (metricType === undefined) return undefined;
  const query = { ...asked, filter: { ...asked.filter, metricType, metricName: asked.metricName } };
  const ceiling = ruleFor(asked.rules, metricType, asked.metricName)?.ceiling ?? Number.MAX_VALUE;
  const rows = metricRows(query, asked.fromMs, asked.toMs);
  const whole = await connection.run(`SELECT count(*), count(*) FILTER (value_ms > ${ceiling}), min(x), max(x),
    ${percentilesSql('x')} FROM (SELECT value_ms, least(value_ms, ${ceiling}) AS x ${rows})`);
  const [[count, trimmed, min, max, shares] = []] = await whole.getRowsJS();
  if (Number(count) === 0) return undefined;
  const percentiles = percentilesOf(shares);
  const spread = { min: Number(min), max: Number(max), p50: percentiles.p50, p99: percentiles.p99 };
  const { scale, edges } = histogramEdges(spread);
  const x = `least(value_ms, ${ceiling})`;
  const counts = await countsOf(connection, `SELECT 0 AS place, ${x} AS x ${rows}`, edges);
  return {
    metricType,
    count: Number(count),
    trimmed: Number(trimmed),
    min: spread.min,
    max: spread.max,
    percentiles,
    scale,
    buckets: edges.map((from, at) => ({ from, to: edges[at + 1] ?? null, count: counts.get(0)?.[at] ?? 0 })),
    values: await valuesOf(connection, query, rows, x, edges),
  };
}

async function typeOf(
  connection: DuckDBConnection,
  params: PerformanceDistributionParams,
): Promise<string | undefined> {
  const named = { ...params, filter: { ...params.filter, metricName: params.metricName } };
  const result = await connection.run(`SELECT metric_type AS t ${metricRows(named, params.fromMs, params.toMs)}
    GROUP BY t ORDER BY count(*) DESC, t LIMIT 1`);
  const [[type] = []] = await result.getRowsJS();
  return type === undefined ? undefined : String(type);
}

async function valuesOf(
  connection: DuckDBConnection,
  { breakdown }: MetricsParams,
  rows: string,
  x: string,
  edges: readonly number[],
): Promise<Distribution['values']> {
  if (breakdown === undefined) return [];
  const shown = await shownValues(connection, breakdown, rows);
  const placed = `SELECT ${shown.placeSql('d')} AS place, x
    FROM (SELECT ${dimensionSql(breakdown, 'metrics')} AS d, ${x} AS x ${rows})`;
  const counts = await countsOf(connection, placed, edges);
  const result = await connection.run(
    `SELECT place, count(*), ${percentilesSql('x')} FROM (${placed}) GROUP BY place ORDER BY place`,
  );
  return distributionValues(await result.getRowsJS(), counts, edges, shown);
}

/** How many values lie in each bucket, by place. */
async function countsOf(
  connection: DuckDBConnection,
  rows: string,
  edges: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const bucket = bucketOf(edges, (edge) => `${edge}::DOUBLE`);
  const result = await connection.run(`SELECT place, ${bucket} AS bucket, count(*) FROM (${rows})
    GROUP BY place, bucket`);
  return countsByPlace(await result.getRowsJS(), edges);
}
