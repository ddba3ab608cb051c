import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { KnownAttributesParams, KnownAttributesResult } from '../queries/known-attributes.ts';

export async function knownAttributes(
  reader: ClickhouseReader,
  { scope, userIds }: KnownAttributesParams,
): Promise<KnownAttributesResult> {
  const rows = await reader.rows(`SELECT DISTINCT user_id FROM ${visible('user_attributes')}
    WHERE ${inScope(scope)} AND user_id IN (
      SELECT arrayJoin(JSONExtract(${quoted(JSON.stringify(userIds))}, 'Array(String)')))`);
  return { userIds: rows.map(([userId]) => String(userId)) };
}
