import type { Row } from '../../../engines/clickhouse/clickhouse-client.ts';

export const numberIn = (row: Row | undefined, column: string): number => Number(row?.[column] ?? 0);

export const numberOrNull = (row: Row | undefined, column: string): number | null => {
  const value = row?.[column];
  return value === null || value === undefined ? null : Number(value);
};

/** By variant, and by segment where there is a breakdown: with `segment_or_all` NULL for all of them. */
export const byGroup = (breakdown: string | undefined): { readonly segment: string; readonly groupBy: string } =>
  breakdown === undefined
    ? { segment: 'NULL AS segment_or_all', groupBy: 'GROUP BY variant ORDER BY variant' }
    : {
        segment: 'if(grouping(segment) = 1, NULL, segment) AS segment_or_all',
        groupBy: `GROUP BY GROUPING SETS ((variant), (variant, segment))
          ORDER BY variant, segment_or_all NULLS FIRST`,
      };

export const groupIn = (row: Row) => ({
  variant: numberIn(row, 'variant'),
  segment: numberOrNull(row, 'segment_or_all'),
});
