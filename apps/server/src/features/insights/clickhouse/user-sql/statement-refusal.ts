import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import type { StatementRefusalParams, StatementRefusalResult } from '../../queries/statement-refusal.ts';
import { prepareStatement } from './prepare-statement.ts';
import { ShownResult } from './shown-result.ts';

/** Null for a statement that ClickHouse can run. */
export async function statementRefusal(
  reader: ClickhouseReader,
  { sql, scope }: StatementRefusalParams,
): Promise<StatementRefusalResult> {
  try {
    ShownResult.of(await prepareStatement(reader, { sql, scope, changesJson: '[]' }));
    return { reason: null };
  } catch (error) {
    if (error instanceof QueryRejected) return { reason: error.message };
    throw error;
  }
}
