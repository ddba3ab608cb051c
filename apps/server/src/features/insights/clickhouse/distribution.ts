import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { numberOf } from '../../../engines/clickhouse/number-of.ts';
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

export async function distribution(reader: ClickhouseReader, params: DistributionParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const field = numericField(requiredField(params.field, 'query.field'));
  const from = insightEvents(params, moment, { events: params.events, needsPerson: false, uses: [field] });
  const numbers = `SELECT ${field.number} AS x ${from}`;
  const spread = await spreadOf(reader, numbers);
  const edges = edgesOf(params, spread);
  const rows = await reader.rows(
    `SELECT ${barSql(edges)} AS bar, count() FROM (${numbers}) WHERE x IS NOT NULL GROUP BY bar`,
  );
  const counts = new Map(rows.map(([bar, count]) => [Number(bar), Number(count)]));
  return distributionOf(params, moment, spread, edges, counts);
}

async function spreadOf(reader: ClickhouseReader, numbers: string): Promise<Spread> {
  const percentiles = DISTRIBUTION_SHARES.map(percentileOf);
  const [[count, missing, ...figures] = []] = await reader.rows(`
    SELECT numbers, missing, least, greatest, average, ${percentiles.join(', ')} FROM (
      SELECT count(x) AS numbers, count() - numbers AS missing, min(x) AS least, max(x) AS greatest, avg(x) AS average,
        arraySort(groupArray(x)) AS sorted FROM (${numbers}))`);
  const known = Number(count) === 0 ? [] : figures.map(numberOf);
  const [min = null, max = null, average = null, p50 = null, p90 = null, p99 = null] = known;
  return { count: Number(count), missing: Number(missing), min, max, average, p50, p90, p99 };
}

/** Between the two values that the share falls between, in proportion. Written out, so that it is rounded as in DuckDB. */
function percentileOf(share: number): string {
  const at = `(length(sorted) - 1) * ${share}`;
  const [low, high] = ['floor', 'ceil'].map((round) => `sorted[toUInt64(${round}(${at})) + 1]`);
  return `${low} + (${high} - ${low}) * (${at} - floor(${at}))`;
}

/** The number of the bar that holds `x`: of the edges between bars, how many it has reached. */
function barSql(edges: readonly number[]): string {
  const inner = edges.slice(1, -1);
  if (inner.length === 0) return 'toUInt8(0)';
  return inner.map((edge) => `(x >= ${edge.toExponential()})`).join(' + ');
}
