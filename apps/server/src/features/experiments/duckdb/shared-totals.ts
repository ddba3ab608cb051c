import type { DuckDBConnection } from '@duckdb/node-api';
import type { GroupMoments } from '../queries/experiment-statistics.ts';
import { byGroup } from './exposed-units.ts';
import { type CappedTotals, type CapQuery, cappedColumns, momentsOfRows, rankOfCap } from './metric-totals.ts';
import { numberOrNull, rowsOf } from './statement-rows.ts';

/**
 * What metric-totals.ts says of a table with a row for each unit, of one in which a row stands for `units` that have the
 * same totals. These are counts, so sums of whole numbers are exact and nothing is lost when they are subtracted.
 */
export async function momentsOfShared(
  connection: DuckDBConnection,
  table: string,
  metrics: readonly CappedTotals[],
  breakdown: string | undefined,
): Promise<readonly (readonly GroupMoments[])[]> {
  const { segment, groupBy } = byGroup(breakdown);
  const sums = metrics.map((_, at) => {
    const [y, x] = [`y${at}::HUGEINT`, `x${at}::HUGEINT`];
    return `sum(n * ${y}) AS sy${at}, sum(n * ${x}) AS sx${at}, sum(n * ${y} * ${y}) AS syy${at},
      sum(n * ${x} * ${x}) AS sxx${at}, sum(n * ${y} * ${x}) AS sxy${at}`;
  });
  const moments = metrics.map((_, at) => {
    const [y, x] = [`sy${at}`, `sx${at}`];
    const spread = (squares: string, one: string, other: string): string =>
      `(units * ${squares} - ${one} * ${other})::DOUBLE / nullif(units::DOUBLE * (units - 1), 0)`;
    return `units AS units_${at}, ${y} / units AS y_mean_${at}, ${spread(`syy${at}`, y, y)} AS y_variance_${at},
      ${x} / units AS x_mean_${at}, ${spread(`sxx${at}`, x, x)} AS x_variance_${at},
      ${spread(`sxy${at}`, y, x)} AS covariance_${at}`;
  });
  const rows = await rowsOf(
    connection,
    `SELECT variant, segment, ${moments.join(', ')}
    FROM (SELECT variant, ${segment}, sum(n) AS units, ${sums.join(', ')}
      FROM (SELECT variant, segment, units::HUGEINT AS n, ${cappedColumns(metrics)} FROM ${table}) ${groupBy})`,
  );
  return momentsOfRows(rows, metrics.length);
}

export async function capsOfShared(
  connection: DuckDBConnection,
  table: string,
  metrics: readonly CapQuery[],
): Promise<readonly (number | null)[]> {
  const wanted = metrics.flatMap((metric, at) => {
    const rank = rankOfCap(metric);
    return rank === null ? [] : [`(${totalOfRank(table, metric.y, rank)}) AS cap_${at}`];
  });
  const [caps] = wanted.length === 0 ? [] : await rowsOf(connection, `SELECT ${wanted.join(', ')}`);
  return metrics.map((_, at) => numberOrNull(caps, `cap_${at}`));
}

/** The total of this rank, in ascending order. */
const totalOfRank = (table: string, y: string, rank: number): string => `
  SELECT min(y) FROM (SELECT y, sum(n) OVER (ORDER BY y) AS rank
    FROM (SELECT ${y} AS y, sum(units) AS n FROM ${table} GROUP BY ALL)) WHERE rank >= ${rank}`;
