import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { PERSON_ID, PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import { keyEnds } from '../../queries/people/key-ends.ts';
import type { PeopleBehindParams, PeopleBehindResult, PlaceAfter } from '../../queries/people/people-behind.ts';
import { type FoundPage, peopleOf, type Rows } from '../../queries/people/people-of.ts';
import { eventsSource } from '../events-source.ts';
import { filtersSql } from '../insight-filters.ts';
import { peopleSql } from './people-sql.ts';

const KIND = `multiIf(coalesce(ev.user_id, owner.owner_id) IS NOT NULL, 'user', ev.anonymous_id IS NOT NULL, 'anonymous', 'device')`;

export async function peopleBehind(
  reader: ClickhouseReader,
  { scope, behind, limit, after }: PeopleBehindParams,
): Promise<PeopleBehindResult> {
  const sql = peopleSql(behind, { writeFilters: filtersSql, nowMs: Date.now() });
  const pageOf = (from: string, columns = ''): Promise<Rows> =>
    reader.rows(
      `SELECT toString(person), first_ms, last_ms, events ${columns} FROM ${from} ORDER BY person LIMIT ${limit + 1}`,
    );
  const first = async (): Promise<FoundPage> => {
    const rows = await pageOf(`(SELECT *, count() OVER () AS total FROM (${sql}))`, ', total');
    return { total: Number(rows[0]?.[4] ?? 0), rows };
  };
  const next = async (place: PlaceAfter): Promise<FoundPage> => {
    let rows: Rows = [];
    for (const end of keyEnds(place, limit)) {
      const isBetween = `person > toUInt64('${BigInt(place.key)}') AND person <= toUInt64('${end}')`;
      rows = await pageOf(`(${sql}) WHERE ${isBetween}`);
      if (rows.length > limit) break;
    }
    return { total: place.total, rows };
  };
  const { total, rows } = after === undefined ? await first() : await next(after);
  return peopleOf(total, rows, (keys, window) =>
    reader.rows(`SELECT toString(who), min(id), min(kind) FROM (
        SELECT ${PERSON_KEY} AS who, ${PERSON_ID} AS id, ${KIND} AS kind
          ${eventsSource(scope, [], window, { needsPerson: true })})
      WHERE who IN (${keys.map((key) => `toUInt64('${key}')`).join(', ')}) GROUP BY who`),
  );
}
