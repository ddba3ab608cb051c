import { usageError } from '../../exit/usage-error.ts';
import { type ColumnMap, TABLE_FIELDS, type TableField } from '../../import/formats/map-table.ts';

/** `time=created_at,event=name`: which column is what. */
export function readColumnMap(text: string | undefined): ColumnMap {
  const columns = new Map<string, TableField>();
  for (const part of text?.split(',') ?? []) {
    const at = part.indexOf('=');
    const [field, column] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 1 || column === '') throw usageError(`--map has "${part}"; field=column is expected.`);
    if (!Object.hasOwn(TABLE_FIELDS, field)) {
      throw usageError(`--map does not know "${field}".`, `Fields: ${Object.keys(TABLE_FIELDS).join(', ')}`);
    }
    columns.set(column, field as TableField);
  }
  return columns;
}
