import type { DuckDBConnection } from '@duckdb/node-api';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { type ActivePeopleParams, type ActivePeopleResult, activeDays } from '../queries/active-people.ts';
import { insightEvents } from './insight-events.ts';

export async function activePeople(
  connection: DuckDBConnection,
  params: ActivePeopleParams,
): Promise<ActivePeopleResult> {
  const asOfMs = Date.now();
  const { month, weekFromMs, filters } = activeDays(params, asOfMs);
  const from = insightEvents({ scope: params.scope, filters }, month, { person: 'key' });
  const result = await connection.run(`SELECT
      count(DISTINCT person) FILTER (ts >= ${timeLiteral(weekFromMs)}), count(DISTINCT person)
    FROM (SELECT ev.ts AS ts, ${PERSON_KEY} AS person ${from})`);
  const [[ofWeek, ofMonth] = []] = await result.getRowsJS();
  return { asOfMs, ofWeek: Number(ofWeek), ofMonth: Number(ofMonth) };
}
