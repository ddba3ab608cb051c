import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import type { QueryLimits } from '../../../../analytics/duckdb/queries/query-limits.ts';
import type { StatementRefusalParams, StatementRefusalResult } from '../../queries/statement-refusal.ts';
import { MemoryWatch } from './memory-watch.ts';
import { prepareStatement } from './prepare-statement.ts';
import { userError } from './user-error.ts';

/** Null for a statement that DuckDB can run. */
export async function statementRefusal(
  connection: DuckDBConnection,
  { sql, scope }: StatementRefusalParams,
  limits: QueryLimits,
): Promise<StatementRefusalResult> {
  const watch = await MemoryWatch.begin(connection, limits);
  try {
    await prepareStatement(connection, { sql, scope, changesJson: '[]', watchId: watch.id });
    return { reason: null };
  } catch (error) {
    const failure = watch.reason(userError(error));
    if (failure instanceof QueryRejected) return { reason: failure.message };
    throw failure;
  } finally {
    await watch.end();
  }
}
