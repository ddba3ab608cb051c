import { QueryRejected } from '../../../analytics/analytics-store.ts';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import type { Cell } from '../../../engines/clickhouse/clickhouse-client.ts';
import { LineTooLong, resultLines } from '../../../engines/clickhouse/result-lines.ts';
import type { InsightResult } from '../queries/insight-params.ts';
import { SqlResult } from '../queries/sql-result.ts';
import { SQL_FIELD } from '../queries/sql-tables.ts';
import type { UserSqlParams } from '../queries/user-sql.ts';
import { type PreparedSelect, prepareStatement } from './user-sql/prepare-statement.ts';
import { ShownResult } from './user-sql/shown-result.ts';
import { userError } from './user-sql/user-error.ts';

const MAX_ROW_BYTES = 32 * 1024 * 1024;

/** Runs what a user wrote. What can be wrong with it is refused before it runs; see user-sql/check-statement.ts. */
export async function userSql(reader: ClickhouseReader, params: UserSqlParams): Promise<InsightResult> {
  const select = await prepareStatement(reader, params);
  try {
    return { resultJson: await resultOf(reader, select) };
  } catch (error) {
    if (error instanceof LineTooLong) throw new QueryRejected(SQL_FIELD, 'has a row of more than 32 MiB');
    throw userError(error, select.database);
  }
}

async function resultOf(reader: ClickhouseReader, select: PreparedSelect): Promise<string> {
  const shown = ShownResult.of(select);
  const result = new SqlResult(shown.columns);
  const bytes = await reader.bytes(`${shown.sql} FORMAT JSONCompactEachRow`, { settings: select.settings });
  try {
    for await (const line of resultLines(bytes, MAX_ROW_BYTES)) {
      if (!result.add(shown.toJson(JSON.parse(line) as Cell[]))) break;
    }
  } finally {
    // Nobody reads what is left; the server sees that and stops.
    bytes.destroy();
  }
  return result.toJson();
}
