import type { SortState } from '../design/tables/sort-rows.ts';

/** The order of a table out of the address, for readers: one of these columns, either way. */
export function readSort(value: unknown, columns: readonly string[]): SortState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, isDescending } = value as Partial<SortState>;
  const known = columns.find((column) => column === id);
  return known === undefined ? undefined : { id: known, isDescending: isDescending === true };
}
