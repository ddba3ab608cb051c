import { texts } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import { type BreakdownValues, TREND_MISSING, TREND_REST } from '../../queries/trends/trend-breakdown.ts';

/** Stored text has no NUL. */
const keyOf = (values: BreakdownValues): string =>
  values.map((value) => (value === null ? 'n' : `v${value}`)).join('\0');

/** Where the values of these columns stand among those that are shown by themselves. */
export function placeOfValues(columns: readonly string[], shown: readonly BreakdownValues[]): string {
  const parts = columns.map((column) => `ifNull(concat('v', ${column}), 'n')`);
  const key = parts.length === 1 ? parts[0] : `concat(${parts.join(`, '\\0', `)})`;
  const keys = [columns.map(() => null), ...shown].map(keyOf);
  const places = [TREND_MISSING, ...shown.map((_, place) => place)];
  return `toUInt8(transform(${key}, ${texts(keys)}, [${places.join(', ')}], ${TREND_REST}))`;
}
