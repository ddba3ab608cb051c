import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import type { Row } from '../../../engines/clickhouse/clickhouse-client.ts';
import type { Increment } from '../cumulate-points.ts';
import { capped } from './metric-totals.ts';
import type { MetricWork } from './metric-work.ts';
import { numberIn } from './statement-rows.ts';

/** Before every point: what a unit did before it was exposed. */
const BEFORE = -1;

/**
 * How a metric moves: what each unit has by the end of a point, less what it had by the end of the one before, in sums,
 * squares and products. Running totals are made per unit, in arrays, so no unit leaves the store.
 */
export interface RunningMean {
  /** `SELECT id, variant, since, ms, a, b` with a row for each thing that counts, or did before the exposure. */
  readonly contributions: string;
  /** What a unit has, of sums `a` and `b`; NULL while it has none. */
  readonly total: (a: string, b: string) => string;
  readonly cap: number | null;
  readonly isOverUnitsWithValue: boolean;
}

/** Of a mean: x, what was known before, is there from the moment on at which the unit counts. */
export async function meanIncrements(
  { reader }: MetricWork,
  buckets: TimeBuckets,
  { contributions, total, cap, isOverUnitsWithValue }: RunningMean,
): Promise<readonly Increment[]> {
  const y = capped(total('run_a', 'run_b'), cap);
  const x = `ifNull(${capped(total('before_a', 'before_b'), cap)}, 0)`;
  const first = (sql: string): string => (isOverUnitsWithValue ? `if(place = 1, ${sql}, 0)` : '0');
  const moves = `arrayMap((point, y, y0, place) ->
      (point, toFloat64(${first('1')}), y - y0, toFloat64(${first('x')}), y * y - y0 * y0, toFloat64(${first('x * x')}), (y - y0) * x),
    points, ys, arrayPopBack(arrayConcat([toFloat64(0)], ys)), arrayEnumerate(ys))`;
  const entry = isOverUnitsWithValue
    ? ''
    : `, [(entered, toFloat64(0), toFloat64(0), x, toFloat64(0), x * x, toFloat64(0))]`;
  const units = `SELECT variant, any(entry) AS entered, sumIf(sum_a, point = ${BEFORE}) AS before_a,
      sumIf(sum_b, point = ${BEFORE}) AS before_b,
      arraySort(groupArrayIf((point, sum_a, sum_b), point > ${BEFORE})) AS steps
    FROM (SELECT id, variant, ${bucketIndexSql(buckets, '(ms - since)')} AS entry,
        if(since < 0, ${BEFORE}, ${bucketIndexSql(buckets, 'ms')}) AS point,
        toFloat64(sum(ifNull(a, 0))) AS sum_a, toFloat64(sum(b)) AS sum_b
      FROM (${contributions}) GROUP BY id, variant, entry, point) GROUP BY id, variant`;
  const totals = `SELECT variant, entered, toFloat64(${x}) AS x,
      arrayFilter(one -> one.2 IS NOT NULL, arrayMap((point, run_a, run_b) -> (point, ${y}),
        steps.1, arrayCumSum(steps.2), arrayCumSum(steps.3))) AS had,
      had.1 AS points, arrayMap(y -> assumeNotNull(y), had.2) AS ys
    FROM (${units})`;
  return await incrementsOf(reader, `SELECT variant, arrayConcat(${moves}${entry}) AS moves FROM (${totals})`);
}

/** Of a ratio: both sides move. Contributions are `SELECT id, variant, ms, y, x`. */
export async function ratioIncrements(
  { reader }: MetricWork,
  buckets: TimeBuckets,
  contributions: string,
): Promise<readonly Increment[]> {
  const units = `SELECT variant, arraySort(groupArray((point, sum_y, sum_x))) AS steps, steps.1 AS points,
      arrayCumSum(steps.2) AS ys, arrayCumSum(steps.3) AS xs
    FROM (SELECT id, variant, ${bucketIndexSql(buckets, 'ms')} AS point, toFloat64(sum(y)) AS sum_y, toFloat64(sum(x)) AS sum_x
      FROM (${contributions}) GROUP BY id, variant, point) GROUP BY id, variant`;
  const before = (list: string): string => `arrayPopBack(arrayConcat([toFloat64(0)], ${list}))`;
  return await incrementsOf(
    reader,
    `SELECT variant, arrayMap((point, y, y0, x, x0) ->
        (point, toFloat64(0), y - y0, x - x0, y * y - y0 * y0, x * x - x0 * x0, y * x - y0 * x0),
      points, ys, ${before('ys')}, xs, ${before('xs')}) AS moves FROM (${units})`,
  );
}

/** Units as they are exposed, looked up once for all metrics whose units are all that were. */
export function enteringUnits(reader: ClickhouseReader, exposed: string): MetricWork['entering'] {
  let found: Promise<readonly Increment[]> | undefined;
  return (buckets) => {
    found ??= reader
      .objects(
        `SELECT variant, ${bucketIndexSql(buckets, 'ts')} AS point, count() AS units FROM ${exposed} GROUP BY variant, point`,
      )
      .then((rows) => rows.map(incrementIn));
    return found;
  };
}

/** Of rows `(variant, moves)`, moves being tuples in the order of SUMS. */
async function incrementsOf(reader: ClickhouseReader, units: string): Promise<readonly Increment[]> {
  const sums = SUMS.map((name, at) => `sum(move.${at + 2}) AS ${name}`);
  const rows = await reader.objects(
    `SELECT variant, move.1 AS point, ${sums.join(', ')} FROM (${units}) ARRAY JOIN moves AS move GROUP BY variant, point`,
  );
  return rows.map(incrementIn);
}

const SUMS = ['units', 'y', 'x', 'yy', 'xx', 'yx'] as const;

const incrementIn = (row: Row): Increment => ({
  variant: numberIn(row, 'variant'),
  point: numberIn(row, 'point'),
  units: numberIn(row, 'units'),
  y: numberIn(row, 'y'),
  x: numberIn(row, 'x'),
  yy: numberIn(row, 'yy'),
  xx: numberIn(row, 'xx'),
  yx: numberIn(row, 'yx'),
});
