import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { type ActivePeopleParams, type ActivePeopleResult, activeDays } from '../queries/active-people.ts';
import { insightEvents } from './insight-events.ts';

export async function activePeople(reader: ClickhouseReader, params: ActivePeopleParams): Promise<ActivePeopleResult> {
  const asOfMs = Date.now();
  const { month, weekFromMs, filters } = activeDays(params, asOfMs);
  const from = insightEvents({ scope: params.scope, filters }, month, { needsPerson: true });
  const [[ofWeek, ofMonth] = []] = await reader.rows(
    `SELECT uniqExactIf(person, at_ms >= ${millis(weekFromMs)}), uniqExact(person)
      FROM (SELECT ev.ts_ms AS at_ms, ${PERSON_KEY} AS person ${from})`,
  );
  return { asOfMs, ofWeek: Number(ofWeek), ofMonth: Number(ofMonth) };
}
