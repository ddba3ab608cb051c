import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import {
  MAX_ATTRIBUTES,
  MAX_EXAMPLES,
  type UserAttributesParams,
  type UserAttributesResult,
  userAttributesOf,
} from '../queries/user-attributes.ts';

export async function userAttributes(
  connection: DuckDBConnection,
  { scope }: UserAttributesParams,
): Promise<UserAttributesResult> {
  const result = await connection.run(`
    WITH latest AS (
      SELECT arg_max_null(attributes, (set_at, log_tag, seq, idx)) AS attributes FROM ${everywhere('user_attributes')}
      WHERE p = ${quoted(scope.projectId)}::UUID AND e = ${quoted(scope.environmentId)}::UUID AND user_id IS NOT NULL
      GROUP BY user_id),
    value AS (
      SELECT member.key AS name, member.value::VARCHAR AS json, count(*) AS users
      FROM (SELECT unnest(map_entries(attributes::MAP(VARCHAR, JSON))) AS member FROM latest WHERE attributes IS NOT NULL)
      GROUP BY ALL),
    attribute AS (
      SELECT name, sum(users) AS users, list_sort(list(DISTINCT left(json, 1))) AS beginnings FROM value GROUP BY name
      ORDER BY users DESC, name LIMIT ${MAX_ATTRIBUTES})
    SELECT attribute.name, attribute.users::DOUBLE, to_json(beginnings)::VARCHAR, value.json
    FROM attribute JOIN value ON value.name = attribute.name
    QUALIFY row_number() OVER (PARTITION BY attribute.name ORDER BY value.users DESC, value.json) <= ${MAX_EXAMPLES}
    ORDER BY attribute.users DESC, attribute.name, value.users DESC, value.json`);
  return userAttributesOf(
    (await result.getRowsJS()).map(([name, users, beginnings, valueJson]) => ({
      name: String(name),
      users: Number(users),
      beginnings: JSON.parse(String(beginnings)) as readonly string[],
      valueJson: String(valueJson),
    })),
  );
}
