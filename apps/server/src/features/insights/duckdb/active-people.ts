import type { DuckDBConnection } from '@duckdb/node-api';
import { joinOwnersOfActivity, PERSON_OF_ACTIVITY } from '../../../analytics/duckdb/relations/persons.ts';
import { activityBetween } from '../../../analytics/duckdb/rollups/session-activity.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { type ActivePeopleParams, type ActivePeopleResult, activeDays } from '../queries/active-people.ts';

export async function activePeople(
  connection: DuckDBConnection,
  params: ActivePeopleParams,
): Promise<ActivePeopleResult> {
  const asOfMs = Date.now();
  const { scope, platforms } = params;
  const { month, weekFromMs } = activeDays(params, asOfMs);
  const isMeant =
    platforms === undefined ? 'true' : `list_contains([${platforms.map(quoted).join(', ')}]::VARCHAR[], ev.platform)`;
  const result = await connection.run(`SELECT
      count(DISTINCT person) FILTER (last >= ${timeLiteral(weekFromMs)}), count(DISTINCT person)
    FROM (SELECT ev.last AS last, ${PERSON_OF_ACTIVITY} AS person
      FROM ${activityBetween(scope, month, { tables: ['events'] })} AS ev ${joinOwnersOfActivity(scope)} WHERE ${isMeant})`);
  const [[ofWeek, ofMonth] = []] = await result.getRowsJS();
  return { asOfMs, ofWeek: Number(ofWeek), ofMonth: Number(ofMonth) };
}
