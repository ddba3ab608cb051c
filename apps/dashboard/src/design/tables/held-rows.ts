export interface HeldRows<Row> {
  readonly shown: readonly Row[];
  /** Rows that came after the list was held. */
  readonly waiting: number;
}

/** The rows from the held one on. When it has fallen out of memory, everything is shown again. */
export function heldRows<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  heldFrom: string | undefined,
  keep: number,
): HeldRows<Row> {
  const at = heldFrom === undefined ? 0 : rows.findIndex((row) => rowId(row) === heldFrom);
  const start = Math.max(0, at);
  return { shown: rows.slice(start, start + keep), waiting: start };
}
