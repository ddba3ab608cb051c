import type { SqlTableName, sqlTables } from '@lamppost/protocol';

/** Rows to be written to a file. */
export interface ExportedSelect {
  /** Gives the columns in their order, as `c0`, `c1` and so on. */
  readonly sql: string;
  readonly columns: readonly ExportedColumn[];
}

/**
 * A column and what it holds. Texts, JSON and numbers may be NULL and are of the type that their name says; a time is a
 * number of milliseconds since 1970, a list has texts and is never NULL.
 */
export interface ExportedColumn {
  readonly name: string;
  readonly type: (typeof sqlTables)[SqlTableName]['columns'][number]['type'];
}

/** Expressions by the names of the columns. */
export const selectOf = (expressions: readonly string[]): string =>
  `SELECT ${expressions.map((sql, at) => `${sql} AS c${at}`).join(', ')}`;
