import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { PERSON_ID, PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import type { PeopleBehindParams, PeopleBehindResult } from '../../queries/people/people-behind.ts';
import { peopleOf } from '../../queries/people/people-of.ts';
import { eventsSource } from '../events-source.ts';
import { filtersSql } from '../insight-filters.ts';
import { peopleSql } from './people-sql.ts';

const KIND = `multiIf(coalesce(ev.user_id, owner.owner_id) IS NOT NULL, 'user', ev.anonymous_id IS NOT NULL, 'anonymous', 'device')`;

export async function peopleBehind(
  reader: ClickhouseReader,
  { scope, behind, limit, after }: PeopleBehindParams,
): Promise<PeopleBehindResult> {
  const sql = peopleSql(behind, { writeFilters: filtersSql, nowMs: Date.now() });
  const page = await reader.rows(`SELECT toString(person), first_ms, last_ms, events, total
    FROM (SELECT *, count() OVER () AS total FROM (${sql}))
    ${after === undefined ? '' : `WHERE person > toUInt64('${BigInt(after)}')`} ORDER BY person LIMIT ${limit + 1}`);
  // The page after a cursor may be empty.
  const total = page[0]?.[4] ?? (await reader.rows(`SELECT count() FROM (${sql})`))[0]?.[0];
  return peopleOf(Number(total), page, (keys, window) =>
    reader.rows(`SELECT toString(who), min(id), min(kind) FROM (
        SELECT ${PERSON_KEY} AS who, ${PERSON_ID} AS id, ${KIND} AS kind
          ${eventsSource(scope, [], window, { needsPerson: true })})
      WHERE who IN (${keys.map((key) => `toUInt64('${key}')`).join(', ')}) GROUP BY who`),
  );
}
