import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { QueryLimits } from '../../../analytics/duckdb/queries/query-limits.ts';
import type { InsightResult } from '../queries/insight-params.ts';
import { SqlResult } from '../queries/sql-result.ts';
import type { UserSqlParams } from '../queries/user-sql.ts';
import { isUsable } from './user-sql/is-usable.ts';
import { columnTypeOf, jsonCell } from './user-sql/json-cell.ts';
import { MemoryWatch } from './user-sql/memory-watch.ts';
import { prepareStatement } from './user-sql/prepare-statement.ts';
import { ShownResult } from './user-sql/shown-result.ts';
import { internalRefusal, isInternal, userError } from './user-sql/user-error.ts';

/** Runs what a user wrote. What can be wrong with it is refused before it runs; see user-sql/check-statement.ts. */
export async function userSql(
  connection: DuckDBConnection,
  { scope, sql, changesJson }: UserSqlParams,
  limits: QueryLimits,
): Promise<InsightResult> {
  const watch = await MemoryWatch.begin(connection, limits);
  try {
    const select = await prepareStatement(connection, { sql, scope, changesJson, watchId: watch.id });
    const result = ShownResult.of(select, watch.id);
    // Not as a stream, whose failure in a late row would not show: see WholeResult.
    const resultJson = await resultOf(await connection.run(result.sql), result);
    watch.throwIfExceeded();
    return { resultJson };
  } catch (error) {
    if (isInternal(error) && (await isUsable(connection))) throw internalRefusal();
    throw watch.reason(userError(error));
  } finally {
    await watch.end();
    // What is left of the answer is let go here: closing the connection would wait for a thread that may wait for us.
    await isUsable(connection);
  }
}

async function resultOf(result: DuckDBResult, { names, types }: ShownResult): Promise<string> {
  const shown = new SqlResult(names.map((name, at) => ({ name, type: types[at] && columnTypeOf(types[at]) })));
  const cells = types.map(jsonCell);
  for await (const chunk of result) {
    for (const row of chunk.getRows()) {
      const isShown = row.length === cells.length || row.at(-1) === true;
      if (!isShown) shown.truncate();
      if (!isShown || !shown.add(cells.map((cell, at) => cell(row[at] ?? null)))) return shown.toJson();
    }
  }
  return shown.toJson();
}
