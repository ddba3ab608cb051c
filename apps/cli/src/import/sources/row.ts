/** A row of a file, before anybody looked at what it says. */
export interface Row {
  /** Of the file, from 1; of a table without lines the number of the row. */
  readonly line: number;
  /** As it stands in the file. */
  readonly text: string;
  /** Absent for JSON, which is parsed when it is needed. */
  readonly value?: Readonly<Record<string, unknown>>;
  readonly fault?: string;
}

export type RowBlocks = AsyncIterable<readonly Row[]>;
