import { texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { MISSING_PLACE, REST_PLACE } from '../queries/insight-params.ts';

/** Stored text has no NUL. */
const MISSING = '\0';

/** Where a value of a breakdown stands among those that are shown by themselves. */
export function placeOfValue(value: string, shown: readonly string[]): string {
  const places = [MISSING_PLACE, ...shown.map((_, place) => place)];
  return `toUInt8(transform(ifNull(${value}, '\\0'), ${texts([MISSING, ...shown])}, [${places.join(', ')}], ${REST_PLACE}))`;
}
