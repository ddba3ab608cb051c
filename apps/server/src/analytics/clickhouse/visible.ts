import type { Scope } from '../../edge/scope.ts';
import { quotedName } from '../../engines/clickhouse/clickhouse-sql.ts';
import { inScope } from './relations/conditions.ts';
import type { TableName } from './tables.ts';

/** Which attempts count: all up to the newest that was committed, but for those that are under way or were given up. */
export interface VisibleAttempts {
  readonly newest: number;
  readonly hidden: readonly number[];
  /** Of each log the first segment of which only some loaders have loaded their records. */
  readonly partial?: readonly { readonly logId: string; readonly number: number }[];
}

const COUNTS = 'attempt <= {newest_attempt:UInt64} AND NOT has({hidden_attempts:Array(UInt64)}, attempt)';

/** Rows of a table that count, as a table expression; the statement runs with `visibleParams`. */
export const visible = (table: TableName): string => `(SELECT * FROM ${table} WHERE ${COUNTS})`;

/**
 * Those of one environment, for a statement that others wrote. The table has its whole name, which the statement cannot
 * give another meaning. PREWHERE: other rows are left out while they are read, before anything else is asked of them.
 */
export const visibleToOthers =
  (database: string, scope: Scope) =>
  (table: TableName): string =>
    `(SELECT * FROM ${quotedName(database)}.${table} PREWHERE ${inScope(scope)} AND ${COUNTS})`;

export const visibleParams = ({ newest, hidden }: VisibleAttempts) => ({
  newest_attempt: newest,
  hidden_attempts: [...hidden],
});
