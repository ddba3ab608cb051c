import type { DuckDBConnection } from '@duckdb/node-api';
import { DAY_MS } from '@lamppost/protocol';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { ActivePeopleParams, ActivePeopleResult } from '../queries/active-people.ts';
import { insightEvents } from './insight-events.ts';

export async function activePeople(
  connection: DuckDBConnection,
  { scope, platforms }: ActivePeopleParams,
): Promise<ActivePeopleResult> {
  const asOfMs = Date.now();
  const moment = { fromMs: asOfMs - 30 * DAY_MS, toMs: asOfMs };
  const filters = platforms === undefined ? [] : [{ field: 'platform', op: 'in' as const, value: platforms }];
  const from = insightEvents({ scope, filters }, moment, { person: 'key' });
  const result = await connection.run(`SELECT
      count(DISTINCT person) FILTER (ts >= ${timeLiteral(asOfMs - 7 * DAY_MS)}), count(DISTINCT person)
    FROM (SELECT ev.ts AS ts, ${PERSON_KEY} AS person ${from})`);
  const [[ofWeek, ofMonth] = []] = await result.getRowsJS();
  return { asOfMs, ofWeek: Number(ofWeek), ofMonth: Number(ofMonth) };
}
