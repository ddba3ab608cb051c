import type { TrendMeasure } from '../../queries/trends/trend-measure.ts';

/** SELECT of the values that matter most among rows, in their order. */
export function topValuesSql({ rank }: TrendMeasure, rows: string, columns: readonly string[], limit: number): string {
  const all = columns.join(', ');
  const isAny = columns.map((column) => `${column} IS NOT NULL`).join(' OR ');
  return `SELECT ${all} FROM (${rows}) WHERE ${isAny} GROUP BY ${all} ORDER BY ${rank} DESC, ${all} LIMIT ${limit}`;
}
