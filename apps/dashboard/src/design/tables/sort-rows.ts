import { compareCells } from './compare-cells.ts';

export interface SortState {
  readonly id: string;
  readonly isDescending: boolean;
}

export type SortValue<Row> = (row: Row) => string | number | boolean | null | undefined;

/** The values are taken once and not once a comparison. Rows that are alike stay in their order; nothing comes last, both ways. */
export function sortRows<Row>(rows: readonly Row[], sortValue: SortValue<Row>, isDescending: boolean): Row[] {
  const values = rows.map(sortValue);
  const known: number[] = [];
  const missing: number[] = [];
  for (const [index, value] of values.entries()) (value === null || value === undefined ? missing : known).push(index);
  const sign = isDescending ? -1 : 1;
  known.sort((a, b) => sign * compareCells(values[a], values[b]) || a - b);
  return [...known, ...missing].map((index) => rows[index] as Row);
}
