import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
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
  reader: ClickhouseReader,
  asked: PerformanceDistributionParams,
): Promise<DistributionResult> {
  const metricType = await typeOf(reader, asked);
  if (metricType === undefined) return undefined;
  const query = { ...asked, filter: { ...asked.filter, metricType, metricName: asked.metricName } };
  const ceiling = ruleFor(asked.rules, metricType, asked.metricName)?.ceiling ?? Number.MAX_VALUE;
  const rows = metricRows(query, asked.fromMs, asked.toMs);
  const x = `assumeNotNull(least(value_ms, ${ceiling}))`;
  const [[count, trimmed, min, max, shares] = []] = await reader.rows(
    `SELECT count(), countIf(value_ms > ${ceiling}), min(x), max(x), ${percentilesSql('x')}
      FROM (SELECT value_ms, ${x} AS x ${rows})`,
  );
  if (Number(count) === 0) return undefined;
  const percentiles = percentilesOf(shares);
  const spread = { min: Number(min), max: Number(max), p50: percentiles.p50, p99: percentiles.p99 };
  const { scale, edges } = histogramEdges(spread);
  const counts = await countsOf(reader, `SELECT 0 AS place, ${x} AS x ${rows}`, edges);
  return {
    metricType,
    count: Number(count),
    trimmed: Number(trimmed),
    min: spread.min,
    max: spread.max,
    percentiles,
    scale,
    buckets: edges.map((from, at) => ({ from, to: edges[at + 1] ?? null, count: counts.get(0)?.[at] ?? 0 })),
    values: await valuesOf(reader, query, rows, x, edges),
  };
}

async function typeOf(reader: ClickhouseReader, params: PerformanceDistributionParams): Promise<string | undefined> {
  const named = { ...params, filter: { ...params.filter, metricName: params.metricName } };
  const [[type] = []] = await reader.rows(
    `SELECT metric_type ${metricRows(named, params.fromMs, params.toMs)}
      GROUP BY metric_type ORDER BY count() DESC, metric_type LIMIT 1`,
  );
  return type === undefined ? undefined : String(type);
}

async function valuesOf(
  reader: ClickhouseReader,
  { breakdown }: MetricsParams,
  rows: string,
  x: string,
  edges: readonly number[],
): Promise<Distribution['values']> {
  if (breakdown === undefined) return [];
  const shown = await shownValues(reader, breakdown, rows);
  const placed = `SELECT ${shown.placeSql('d')} AS place, x
    FROM (SELECT ${dimensionSql(breakdown, 'metrics')} AS d, ${x} AS x ${rows})`;
  const counts = await countsOf(reader, placed, edges);
  const values = await reader.rows(
    `SELECT place, count(), ${percentilesSql('x')} FROM (${placed}) GROUP BY place ORDER BY place`,
  );
  return distributionValues(values, counts, edges, shown);
}

async function countsOf(
  reader: ClickhouseReader,
  rows: string,
  edges: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const bucket = bucketOf(edges, (edge) => `toFloat64(${edge})`);
  return countsByPlace(
    await reader.rows(`SELECT place, ${bucket} AS bucket, count() FROM (${rows}) GROUP BY place, bucket`),
    edges,
  );
}
