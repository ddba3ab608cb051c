import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import type { KnownAttributesParams, KnownAttributesResult } from '../queries/known-attributes.ts';

export async function knownAttributes(
  connection: DuckDBConnection,
  { scope, userIds }: KnownAttributesParams,
): Promise<KnownAttributesResult> {
  const result = await connection.run(`SELECT DISTINCT user_id FROM ${everywhere('user_attributes')}
    WHERE p = ${quoted(scope.projectId)}::UUID AND e = ${quoted(scope.environmentId)}::UUID
      AND user_id IN (SELECT unnest(from_json(${quoted(JSON.stringify(userIds))}, '["VARCHAR"]')))`);
  return { userIds: (await result.getRowsJS()).map(([userId]) => String(userId)) };
}
