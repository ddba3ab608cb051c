import { quotedName } from '../../engines/clickhouse/clickhouse-sql.ts';
import type { TableName } from './tables.ts';

/** Which attempts count: all up to the newest that was committed, but for those that are under way or were given up. */
export interface VisibleAttempts {
  readonly newest: number;
  readonly hidden: readonly number[];
}

/** Rows of a table that count, as a table expression; the statement runs with `visibleParams`. */
export const visible = (table: TableName): string => visibleOf(table);

/** The same, of a table by its whole name: where a user's statement could give the short one another meaning. */
export const visibleInDatabase =
  (database: string) =>
  (table: TableName): string =>
    visibleOf(`${quotedName(database)}.${table}`);

const visibleOf = (source: string): string =>
  `(SELECT * FROM ${source} WHERE attempt <= {newest_attempt:UInt64} AND NOT has({hidden_attempts:Array(UInt64)}, attempt))`;

export const visibleParams = ({ newest, hidden }: VisibleAttempts) => ({
  newest_attempt: newest,
  hidden_attempts: [...hidden],
});
