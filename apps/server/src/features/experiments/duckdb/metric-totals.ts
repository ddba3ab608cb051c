import type { DuckDBConnection } from '@duckdb/node-api';
import { capRank } from '../queries/cap-rank.ts';
import type { GroupMoments } from '../queries/experiment-statistics.ts';
import { byGroup } from './exposed-units.ts';
import { numberIn, numberOrNull, rowsOf, type StatementRow } from './statement-rows.ts';

/** A metric in a table of totals with a row for each unit: which columns hold its y and x, NULL where a unit does not count. */
export interface TotalsColumns {
  readonly table: string;
  readonly y: string;
  readonly x: string;
}

/** How a total enters the moments: lowered to the cap. What is NULL stays so, where least() would make it the cap. */
export const capped = (value: string, cap: number | null): string =>
  cap === null ? value : `CASE WHEN ${value} > ${cap}::DOUBLE THEN ${cap}::DOUBLE ELSE ${value} END`;

/** Of the units that the table has; those that it does not have are not in it. */
export async function momentsOfTotals(
  connection: DuckDBConnection,
  { table, y, x }: TotalsColumns,
  cap: number | null,
  breakdown: string | undefined,
): Promise<readonly GroupMoments[]> {
  const { segment, groupBy } = byGroup(breakdown);
  const rows = await rowsOf(
    connection,
    `SELECT variant, ${segment}, count(*) AS units, avg(y) AS y_mean, var_samp(y) AS y_variance, avg(x) AS x_mean,
      var_samp(x) AS x_variance, covar_samp(y, x) AS covariance
    FROM (SELECT variant, segment, ${capped(y, cap)} AS y, ${capped(x, cap)} AS x FROM ${table} WHERE ${y} IS NOT NULL)
    ${groupBy}`,
  );
  return rows.map(momentsIn);
}

const momentsIn = (row: StatementRow): GroupMoments => ({
  variant: numberIn(row, 'variant'),
  segment: numberOrNull(row, 'segment'),
  units: numberIn(row, 'units'),
  y: { mean: numberIn(row, 'y_mean'), variance: numberIn(row, 'y_variance') },
  x: { mean: numberIn(row, 'x_mean'), variance: numberIn(row, 'x_variance') },
  covariance: numberIn(row, 'covariance'),
});

/** The discrete quantile of all units, of which `zeros` more than the table has are 0; null: there is nothing to cap. */
export async function capOf(
  connection: DuckDBConnection,
  { table, y }: TotalsColumns,
  zeros: number,
  quantile: number,
): Promise<number | null> {
  const [counted] = await rowsOf(
    connection,
    `SELECT count(${y}) AS units, count(*) FILTER (${y} < 0) AS negative, count(*) FILTER (${y} <= 0) AS not_positive
    FROM ${table}`,
  );
  const inTable = numberIn(counted, 'units');
  const known = {
    units: inTable,
    negative: numberIn(counted, 'negative'),
    notPositive: numberIn(counted, 'not_positive'),
  };
  const rank = capRank(known, zeros, quantile);
  if (rank === null) return null;
  const [found] = await rowsOf(
    connection,
    `SELECT quantile_disc(${y}, ${(rank - 0.5) / inTable}::DOUBLE) AS cap FROM ${table}`,
  );
  return numberOrNull(found, 'cap');
}
