import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';

/** A condition: one of the columns has this text in it, without regard to case. */
export function anyHas(columns: readonly string[], text: string): string {
  const wanted = quoted(text.toWellFormed());
  // A column that is NULL has nothing in it; NULL OR true is true, and NULL alone is not.
  return `(${columns.map((column) => `ifNull(positionCaseInsensitiveUTF8(${column}, ${wanted}) > 0, 0)`).join(' OR ')})`;
}
