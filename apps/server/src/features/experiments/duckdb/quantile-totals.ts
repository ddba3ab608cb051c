import type { DuckDBConnection } from '@duckdb/node-api';
import { quantileRanks } from '@lamppost/statistics/experiments';
import type { GroupQuantile, StatisticsPoint, UnitGroup } from '../queries/experiment-statistics.ts';
import {
  type CountedQuantile,
  effectiveSize,
  QUANTILES,
  type QuantileType,
  sizeOfPart,
} from '../queries/quantile-sizes.ts';
import { byGroup } from './exposed-units.ts';
import { numberIn, numberOrNull, rowsOf } from './statement-rows.ts';

const isOf = ({ variant, segment }: UnitGroup): string =>
  `variant = ${variant}${segment === null ? '' : ` AND segment = ${segment}`}`;

/** Of a table of observations `(id, variant, segment, ms, v)`. */
export async function quantilesOfGroups(
  connection: DuckDBConnection,
  table: string,
  type: QuantileType,
  breakdown: string | undefined,
): Promise<readonly GroupQuantile[]> {
  const probability = QUANTILES[type];
  const { segment, groupBy } = byGroup(breakdown);
  const rows = await rowsOf(
    connection,
    `SELECT variant, ${segment}, count(DISTINCT id) AS units, count(*) AS observations,
      quantile_disc(v, ${probability}) AS value FROM ${table} ${groupBy}`,
  );
  const counted = rows.map((row) => ({
    variant: numberIn(row, 'variant'),
    segment: numberOrNull(row, 'segment'),
    units: numberIn(row, 'units'),
    observations: numberIn(row, 'observations'),
    value: numberOrNull(row, 'value'),
  }));
  const sizes = await effectiveSizes(connection, table, probability, counted);
  return await boundsOf(connection, table, probability, counted, sizes);
}

/** How many independent observations those of each group are worth. */
async function effectiveSizes(
  connection: DuckDBConnection,
  table: string,
  probability: number,
  counted: readonly CountedQuantile[],
): Promise<readonly number[]> {
  const sizes: number[] = [];
  for (const group of counted) {
    const [row] = await rowsOf(
      connection,
      `SELECT avg(y) AS y_mean, var_samp(y) AS y_variance, avg(x) AS x_mean, var_samp(x) AS x_variance,
        covar_samp(y, x) AS covariance
      FROM (SELECT count(*) AS x, count(*) FILTER (v <= ${group.value ?? 0}::DOUBLE) AS y FROM ${table}
        WHERE ${isOf(group)} GROUP BY id)`,
    );
    const below = {
      y: { mean: numberIn(row, 'y_mean'), variance: numberIn(row, 'y_variance') },
      x: { mean: numberIn(row, 'x_mean'), variance: numberIn(row, 'x_variance') },
      covariance: numberIn(row, 'covariance'),
    };
    sizes.push(effectiveSize(probability, group, below));
  }
  return sizes;
}

/** The observations between which the true quantile lies, all in one look at the table. */
async function boundsOf(
  connection: DuckDBConnection,
  table: string,
  probability: number,
  counted: readonly CountedQuantile[],
  sizes: readonly number[],
  until?: number,
): Promise<readonly GroupQuantile[]> {
  const ranks = counted.map((_, at) => quantileRanks(probability, sizes[at] ?? 0));
  const columns = counted.flatMap((group, at) => {
    const rank = ranks[at];
    if (rank?.kind !== 'ok') return [];
    const ends = [rank.lowerProbability, rank.upperProbability].map((end) => `${end}::DOUBLE`);
    return [`quantile_disc(v, [${ends.join(', ')}]) FILTER (${isOf(group)}) AS bounds_${at}`];
  });
  const where = until === undefined ? '' : `WHERE ms < ${until}`;
  const [row] =
    columns.length === 0 ? [] : await rowsOf(connection, `SELECT ${columns.join(', ')} FROM ${table} ${where}`);
  return counted.map((group, at) => {
    const bounds = row?.[`bounds_${at}`] as readonly number[] | null | undefined;
    const [lower, upper] = bounds ?? [];
    return {
      ...group,
      effectiveObservations: sizes[at] ?? 0,
      bounds: lower === undefined || upper === undefined ? null : [lower, upper],
    };
  });
}

/** The same of all segments, up to each of these moments. */
export async function quantilePoints(
  connection: DuckDBConnection,
  table: string,
  type: QuantileType,
  whole: readonly GroupQuantile[],
  endsMs: readonly number[],
): Promise<readonly StatisticsPoint<GroupQuantile>[]> {
  const probability = QUANTILES[type];
  const points: StatisticsPoint<GroupQuantile>[] = [];
  for (const untilMs of endsMs) {
    const rows = await rowsOf(
      connection,
      `SELECT variant, count(DISTINCT id) AS units, count(*) AS observations, quantile_disc(v, ${probability}) AS value
        FROM ${table} WHERE ms < ${untilMs} GROUP BY variant ORDER BY variant`,
    );
    const counted = rows.map((row) => ({
      variant: numberIn(row, 'variant'),
      segment: null,
      units: numberIn(row, 'units'),
      observations: numberIn(row, 'observations'),
      value: numberOrNull(row, 'value'),
    }));
    const sizes = counted.map((group) => sizeOfPart(group, whole));
    points.push({ untilMs, groups: await boundsOf(connection, table, probability, counted, sizes, untilMs) });
  }
  return points;
}
