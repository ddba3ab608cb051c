export interface PageRequest {
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly cursor?: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}
