/** A value of a result as one line of text. */
export function sqlCellText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a column is sorted by: numbers as numbers, the rest by its text. */
export function sqlSortValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'boolean' ? value : sqlCellText(value);
}
