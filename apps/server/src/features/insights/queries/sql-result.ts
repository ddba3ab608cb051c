import type { ColumnType } from './sql-cell.ts';

export const MAX_RESULT_ROWS = 10_000;
const MAX_RESULT_BYTES = 8 * 1024 * 1024;

interface ShownColumn {
  readonly name: string;
  readonly type: ColumnType | undefined;
}

/** A result of SQL while it is read: as many rows as are shown, and whether there are more. */
export class SqlResult {
  readonly #columns: readonly ShownColumn[];
  readonly #rows: string[] = [];
  #bytes = 0;
  #isTruncated = false;

  constructor(columns: readonly ShownColumn[]) {
    this.#columns = columns;
  }

  /** @returns whether more can be added; a row that does not fit is left out, and so is all that follows */
  add(cells: readonly string[]): boolean {
    const text = `[${cells.join(',')}]`;
    this.#bytes += Buffer.byteLength(text) + 1;
    this.#isTruncated = this.#rows.length === MAX_RESULT_ROWS || this.#bytes > MAX_RESULT_BYTES;
    if (!this.#isTruncated) this.#rows.push(text);
    return !this.#isTruncated;
  }

  /** There are more rows than were added. */
  truncate(): void {
    this.#isTruncated = true;
  }

  toJson(): string {
    return `{"kind":"sql","columns":${JSON.stringify(this.#columns)},"rows":[${this.#rows.join(',')}],"truncated":${this.#isTruncated}}`;
  }
}
