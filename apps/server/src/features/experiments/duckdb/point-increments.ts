import type { DuckDBConnection } from '@duckdb/node-api';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import type { Increment } from '../cumulate-points.ts';
import { capped } from './metric-totals.ts';
import { numberIn, rowsOf } from './statement-rows.ts';

/**
 * How a metric moves: what each unit has by the end of a point, less what it had by the end of the one before, in sums,
 * squares and products. Running totals are made per unit and point, so no unit leaves the store.
 */
export interface RunningMetric {
  /** `SELECT id, variant, ms, a, b` with a row for each thing that counts. */
  readonly contributions: string;
  /** Of the running sums `a` and `b`: what the unit has; NULL while it has none. */
  readonly y: string;
  readonly cap: number | null;
}

const squares = 'sum(y * y - y0 * y0) AS yy';

/** Of a mean: x, what was known before, is there from the moment on at which the unit counts. */
export async function meanIncrements(
  connection: DuckDBConnection,
  buckets: TimeBuckets,
  metric: RunningMetric,
  totals: { readonly table: string; readonly x: string },
  isOverUnitsWithValue: boolean,
): Promise<readonly Increment[]> {
  const x = `coalesce(${capped(totals.x, metric.cap)}, 0)`;
  const entered = (sql: string): string => (isOverUnitsWithValue ? `coalesce(sum(${sql}) FILTER (is_first), 0)` : '0');
  const moved = await rowsOf(
    connection,
    `WITH ${runningTotals(buckets, metric)}
    SELECT variant, point, ${entered('1')} AS units, sum(y - y0) AS y, ${entered('x')} AS x, ${squares},
      ${entered('x * x')} AS xx, sum((y - y0) * x) AS yx
    FROM (SELECT steps.*, ${x} AS x FROM steps JOIN ${totals.table} AS totals USING (id)) GROUP BY variant, point`,
  );
  if (isOverUnitsWithValue) return moved.map(incrementIn);
  const exposed = await rowsOf(
    connection,
    `SELECT variant, point, count(*) AS units, sum(x) AS x, sum(x * x) AS xx
    FROM (SELECT u.variant, ${bucketIndexSql(buckets, 'u.ts')} AS point, ${x} AS x
      FROM exposed AS u LEFT JOIN ${totals.table} AS totals ON totals.id = u.id) GROUP BY variant, point`,
  );
  return [...moved, ...exposed].map(incrementIn);
}

/** Of a ratio: both sides move. */
export async function ratioIncrements(
  connection: DuckDBConnection,
  buckets: TimeBuckets,
  contributions: string,
): Promise<readonly Increment[]> {
  const moved = await rowsOf(
    connection,
    `WITH ${runningTotals(buckets, { contributions, y: 'a', cap: null })}
    SELECT variant, point, 0 AS units, sum(y - y0) AS y, sum(b - b0) AS x, ${squares}, sum(b * b - b0 * b0) AS xx,
      sum(y * b - y0 * b0) AS yx
    FROM steps GROUP BY variant, point`,
  );
  const exposed = await rowsOf(
    connection,
    `SELECT variant, ${bucketIndexSql(buckets, 'ts')} AS point, count(*) AS units FROM exposed GROUP BY variant, point`,
  );
  return [...moved, ...exposed].map(incrementIn);
}

const runningTotals = (buckets: TimeBuckets, { contributions, y, cap }: RunningMetric): string => `
  moved AS (SELECT id, variant, ${bucketIndexSql(buckets, 'ms')} AS point, sum(a)::DOUBLE AS a, sum(b)::DOUBLE AS b
    FROM (${contributions}) GROUP BY id, variant, point),
  running AS (SELECT id, variant, point, sum(a) OVER unit AS a, sum(b) OVER unit AS b
    FROM moved WINDOW unit AS (PARTITION BY id ORDER BY point)),
  had AS (SELECT id, variant, point, b, ${capped(y, cap)} AS y FROM running),
  steps AS (SELECT id, variant, point, b, y, coalesce(lag(y) OVER unit, 0) AS y0, coalesce(lag(b) OVER unit, 0) AS b0,
      row_number() OVER unit = 1 AS is_first
    FROM had WHERE y IS NOT NULL WINDOW unit AS (PARTITION BY id ORDER BY point))`;

const incrementIn = (row: Readonly<Record<string, unknown>>): Increment => ({
  variant: numberIn(row, 'variant'),
  point: numberIn(row, 'point'),
  units: numberIn(row, 'units'),
  y: numberIn(row, 'y'),
  x: numberIn(row, 'x'),
  yy: numberIn(row, 'yy'),
  xx: numberIn(row, 'xx'),
  yx: numberIn(row, 'yx'),
});
