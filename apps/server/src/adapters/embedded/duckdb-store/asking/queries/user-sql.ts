import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { InsightAnswer } from '../../../../../analytics/queries/insight-question.ts';
import type { UserSqlQuestion } from '../../../../../analytics/queries/user-sql.ts';
import { isUsable } from '../user-sql/is-usable.ts';
import { columnTypeOf, jsonCell } from '../user-sql/json-cell.ts';
import { MemoryWatch } from '../user-sql/memory-watch.ts';
import { prepareStatement } from '../user-sql/prepare-statement.ts';
import { internalRefusal, isInternal, userError, withoutBoundNames } from '../user-sql/user-error.ts';

const MAX_ROWS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** Runs what a user wrote. What can be wrong with it is refused before it runs; see user-sql/check-statement.ts. */
export async function userSql(
  connection: DuckDBConnection,
  { scope, sql, changesJson }: UserSqlQuestion,
): Promise<InsightAnswer> {
  const select = await prepareStatement(connection, sql, scope, changesJson);
  const watch = await MemoryWatch.begin(connection);
  try {
    return { resultJson: await resultOf(await connection.stream(select)) };
  } catch (error) {
    if (isInternal(error) && (await isUsable(connection))) throw internalRefusal();
    throw watch.reason(userError(error));
  } finally {
    watch.end();
  }
}

async function resultOf(result: DuckDBResult): Promise<string> {
  const types = result.columnTypes();
  const columns = result
    .columnNames()
    .map((name, at) => ({ name: withoutBoundNames(name), type: types[at] && columnTypeOf(types[at]) }));
  const cells = types.map(jsonCell);
  const rows: string[] = [];
  let bytes = 0;
  let isTruncated = false;
  for await (const chunk of result) {
    for (const row of chunk.getRows()) {
      const text = `[${row.map((value, at) => cells[at]?.(value)).join(',')}]`;
      bytes += Buffer.byteLength(text) + 1;
      isTruncated = rows.length === MAX_ROWS || bytes > MAX_BYTES;
      if (isTruncated) break;
      rows.push(text);
    }
    if (isTruncated) break;
  }
  return `{"kind":"sql","columns":${JSON.stringify(columns)},"rows":[${rows.join(',')}],"truncated":${isTruncated}}`;
}
