import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import {
  MAX_ATTRIBUTES,
  MAX_EXAMPLES,
  type UserAttributesParams,
  type UserAttributesResult,
  userAttributesOf,
} from '../queries/user-attributes.ts';

export async function userAttributes(
  reader: ClickhouseReader,
  { scope }: UserAttributesParams,
): Promise<UserAttributesResult> {
  const rows = await reader.rows(`
    SELECT name, sum(of_value) AS users, arraySort(groupUniqArray(substring(json, 1, 1))) AS beginnings,
      arrayMap(pair -> pair.2, arraySlice(arraySort(groupArray((-toInt64(of_value), json))), 1, ${MAX_EXAMPLES})) AS examples
    FROM (
      SELECT member.1 AS name, member.2 AS json, count() AS of_value FROM (
        SELECT arrayJoin(JSONExtractKeysAndValuesRaw(ifNull(attributes, ''))) AS member FROM (
          SELECT tupleElement(argMax(tuple(attributes), (set_at_ms, log_tag, seq, idx)), 1) AS attributes
          FROM ${visible('user_attributes')} WHERE ${inScope(scope)} AND user_id IS NOT NULL GROUP BY user_id))
      GROUP BY name, json)
    GROUP BY name ORDER BY users DESC, name LIMIT ${MAX_ATTRIBUTES}`);
  return userAttributesOf(
    rows.flatMap(([name, users, beginnings, examples]) =>
      (examples as readonly string[]).map((valueJson) => ({
        name: String(name),
        users: Number(users),
        beginnings: beginnings as readonly string[],
        valueJson,
      })),
    ),
  );
}
