import type { DuckDBConnection } from '@duckdb/node-api';
import { histogramEdges } from '../queries/histogram-edges.ts';
import {
  type Distribution,
  type DistributionResult,
  type MetricsParams,
  type PerformanceDistributionParams,
  ruleFor,
} from '../queries/performance.ts';
import {
  dimensionSql,
  metricRows,
  percentilesOf,
  percentilesSql,
  type ShownValues,
  shownValues,
} from './metric-rows.ts';

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
  const shown: ShownValues = await shownValues(connection, breakdown, rows);
  const placed = `SELECT ${shown.placeSql('d')} AS place, x
    FROM (SELECT ${dimensionSql(breakdown, 'metrics')} AS d, ${x} AS x ${rows})`;
  const counts = await countsOf(connection, placed, edges);
  const result = await connection.run(
    `SELECT place, count(*), ${percentilesSql('x')} FROM (${placed}) GROUP BY place ORDER BY place`,
  );
  return (await result.getRowsJS()).map(([place, count, shares]) => ({
    value: shown.nameOf(Number(place)),
    count: Number(count),
    percentiles: percentilesOf(shares),
    counts: edges.map((_, at) => counts.get(Number(place))?.[at] ?? 0),
  }));
}

/** How many values lie in each bucket, by place. */
async function countsOf(
  connection: DuckDBConnection,
  rows: string,
  edges: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const result = await connection.run(`SELECT place, ${bucketOf(edges, 0)} AS bucket, count(*) FROM (${rows})
    GROUP BY place, bucket`);
  const counts = new Map<number, number[]>();
  for (const [place, bucket, count] of await result.getRowsJS()) {
    const ofPlace = counts.get(Number(place)) ?? edges.map(() => 0);
    ofPlace[Number(bucket)] = Number(count);
    counts.set(Number(place), ofPlace);
  }
  return counts;
}

/** The bucket of `x` by halving: exact at the edges, which a computed number of a bucket would not be. */
function bucketOf(edges: readonly number[], first: number): string {
  if (edges.length <= 1) return String(first);
  const middle = edges.length >> 1;
  const [left, right] = [edges.slice(0, middle), edges.slice(middle)];
  return `CASE WHEN x < ${right[0]}::DOUBLE THEN ${bucketOf(left, first)} ELSE ${bucketOf(right, first + middle)} END`;
}
