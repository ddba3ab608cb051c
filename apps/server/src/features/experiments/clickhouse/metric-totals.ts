import type { Row } from '../../../engines/clickhouse/clickhouse-client.ts';
import type { GroupMoments } from '../queries/experiment-statistics.ts';
import { groupIn, numberIn } from './statement-rows.ts';

/** How a total enters the moments: lowered to the cap. What is NULL stays so, where least() would make it the cap. */
export const capped = (value: string, cap: number | null): string =>
  cap === null ? value : `if(${value} > toFloat64(${cap}), toFloat64(${cap}), ${value})`;

/**
 * Aggregates over totals of units, of those whose y is not NULL, as momentsIn reads them. Stable ones: the difference of
 * large sums of squares has few digits left.
 */
export function momentColumns(y: string, x: string, at = 0): string {
  const isThere = `${y} IS NOT NULL`;
  const units = `countIf(${isThere})`;
  const spread = (sql: string): string => `if(${units} < 2, 0, ${sql})`;
  return [
    `${units} AS units_${at}`,
    `avg(${y}) AS y_mean_${at}`,
    `${spread(`varSampStable(${y})`)} AS y_variance_${at}`,
    `avgIf(${x}, ${isThere}) AS x_mean_${at}`,
    `${spread(`varSampStableIf(${x}, ${isThere})`)} AS x_variance_${at}`,
    `${spread(`covarSampStable(${y}, ${x})`)} AS covariance_${at}`,
  ].join(', ');
}

/** Of the groups that have units with a total. */
export const momentsIn = (rows: readonly Row[], at = 0): readonly GroupMoments[] =>
  rows
    .filter((row) => numberIn(row, `units_${at}`) > 0)
    .map((row) => ({
      ...groupIn(row),
      units: numberIn(row, `units_${at}`),
      y: { mean: numberIn(row, `y_mean_${at}`), variance: numberIn(row, `y_variance_${at}`) },
      x: { mean: numberIn(row, `x_mean_${at}`), variance: numberIn(row, `x_variance_${at}`) },
      covariance: numberIn(row, `covariance_${at}`),
    }));
