/** Some rows of a result, column by column; an engine makes no value of each. */
export interface ColumnChunk {
  readonly rowCount: number;
  column(index: number): ArrayLike<number>;
}
