import type { DuckDBConnection } from '@duckdb/node-api';
import { type CountedTotals, capRank } from '../queries/cap-rank.ts';
import type { GroupMoments } from '../queries/experiment-statistics.ts';
import { byGroup } from './exposed-units.ts';
import { numberIn, numberOrNull, rowsOf, type StatementRow } from './statement-rows.ts';

/** A metric as expressions over a table with a row for each unit: y and x, both NULL where a unit does not count. */
export interface CappedTotals {
  readonly y: string;
  readonly x: string;
  readonly cap: number | null;
}

/** How a total enters the moments: lowered to the cap. What is NULL stays so, where least() would make it the cap. */
export const capped = (value: string, cap: number | null): string =>
  cap === null ? value : `CASE WHEN ${value} > ${cap}::DOUBLE THEN ${cap}::DOUBLE ELSE ${value} END`;

/** Of each metric, from one look at the table; units that the table does not have are not in them. */
export async function momentsOfTotals(
  connection: DuckDBConnection,
  table: string,
  metrics: readonly CappedTotals[],
  breakdown: string | undefined,
): Promise<readonly (readonly GroupMoments[])[]> {
  const { segment, groupBy } = byGroup(breakdown);
  const moments = metrics.map(
    (_, at) => `count(y${at}) AS units_${at}, avg(y${at}) AS y_mean_${at}, var_samp(y${at}) AS y_variance_${at},
      avg(x${at}) AS x_mean_${at}, var_samp(x${at}) AS x_variance_${at}, covar_samp(y${at}, x${at}) AS covariance_${at}`,
  );
  const rows = await rowsOf(
    connection,
    `SELECT variant, ${segment}, ${moments.join(', ')}
    FROM (SELECT variant, segment, ${cappedColumns(metrics)} FROM ${table}) ${groupBy}`,
  );
  return momentsOfRows(rows, metrics.length);
}

/** `y0, x0, y1, x1 …`, by the places of the metrics. */
export const cappedColumns = (metrics: readonly CappedTotals[]): string =>
  metrics.map(({ y, x, cap }, at) => `${capped(y, cap)} AS y${at}, ${capped(x, cap)} AS x${at}`).join(', ');

/** Of each metric, from rows with columns that are named for its place. */
export const momentsOfRows = (rows: readonly StatementRow[], metrics: number): GroupMoments[][] =>
  Array.from({ length: metrics }, (_, at) =>
    rows.filter((row) => numberIn(row, `units_${at}`) > 0).map((row) => momentsIn(row, at)),
  );

const momentsIn = (row: StatementRow, at: number): GroupMoments => ({
  variant: numberIn(row, 'variant'),
  segment: numberOrNull(row, 'segment'),
  units: numberIn(row, `units_${at}`),
  y: { mean: numberIn(row, `y_mean_${at}`), variance: numberIn(row, `y_variance_${at}`) },
  x: { mean: numberIn(row, `x_mean_${at}`), variance: numberIn(row, `x_variance_${at}`) },
  covariance: numberIn(row, `covariance_${at}`),
});

/** A metric of which totals are counted, for a cap if `quantile` is not null. */
interface CountQuery {
  readonly y: string;
  readonly ignored: string;
  readonly quantile: number | null;
}

/** What is known of the totals of a metric before its cap is looked up. */
type Counted = CountedTotals & { readonly ignoredValues: number };

/** How many units the table has, and what it says of each metric, from one look at it. A row stands for `units` of them. */
export async function countTotals(
  connection: DuckDBConnection,
  table: string,
  metrics: readonly CountQuery[],
  units = '1',
): Promise<{ readonly units: number; readonly metrics: readonly Counted[] }> {
  const counts = metrics.flatMap(({ y, ignored, quantile }, at) => [
    `sum(${units} * (${ignored})) AS ignored_${at}`,
    ...(quantile === null
      ? []
      : [
          `sum(${units}) FILTER (${y} IS NOT NULL) AS units_${at}`,
          `sum(${units}) FILTER (${y} < 0) AS negative_${at}`,
          `sum(${units}) FILTER (${y} <= 0) AS not_positive_${at}`,
        ]),
  ]);
  const [row] = await rowsOf(connection, `SELECT sum(${units}) AS units, ${counts.join(', ')} FROM ${table}`);
  return {
    units: numberIn(row, 'units'),
    metrics: metrics.map((_, at) => ({
      ignoredValues: numberIn(row, `ignored_${at}`),
      units: numberIn(row, `units_${at}`),
      negative: numberIn(row, `negative_${at}`),
      notPositive: numberIn(row, `not_positive_${at}`),
    })),
  };
}

export interface CapQuery {
  readonly y: string;
  readonly counted: CountedTotals | undefined;
  /** So many units more than the table has are 0. */
  readonly zeros: number;
  /** Null: totals are not capped. */
  readonly quantile: number | null;
}

/** The discrete quantile of all units, for each metric; null: there is nothing to cap. */
export async function capsOf(
  connection: DuckDBConnection,
  table: string,
  metrics: readonly CapQuery[],
): Promise<readonly (number | null)[]> {
  const wanted = metrics.flatMap((metric, at) => {
    const rank = rankOfCap(metric);
    return rank === null ? [] : [`${totalOfRank(metric.y, rank, metric.counted?.units ?? 0)} AS cap_${at}`];
  });
  const [caps] = wanted.length === 0 ? [] : await rowsOf(connection, `SELECT ${wanted.join(', ')} FROM ${table}`);
  return metrics.map((_, at) => numberOrNull(caps, `cap_${at}`));
}

export const rankOfCap = ({ counted, zeros, quantile }: CapQuery): number | null =>
  quantile === null || counted === undefined ? null : capRank(counted, zeros, quantile);

/** Largest totals are kept in a heap; of more than so many, sorting all is faster. */
const MAX_LARGEST = 10_000;

/** The total of this rank of so many, in ascending order. */
function totalOfRank(y: string, rank: number, units: number): string {
  const fromTop = units - rank + 1;
  return fromTop <= MAX_LARGEST
    ? `max(${y}, ${fromTop})[${fromTop}]`
    : `quantile_disc(${y}, ${(rank - 0.5) / units}::DOUBLE)`;
}
