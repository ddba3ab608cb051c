import type { DuckDBConnection } from '@duckdb/node-api';
import { PERSON_ID, PERSON_KEY } from '../../../../analytics/duckdb/relations/persons.ts';
import { keyEnds } from '../../queries/people/key-ends.ts';
import type { PeopleBehindParams, PeopleBehindResult, PlaceAfter } from '../../queries/people/people-behind.ts';
import { type FoundPage, peopleOf, type Rows } from '../../queries/people/people-of.ts';
import { eventsSource } from '../events-source.ts';
import { filtersSql } from '../insight-filters.ts';
import { peopleSql } from './people-sql.ts';

const KIND = `CASE WHEN coalesce(ev.user_id, owner.user_id) IS NOT NULL THEN 'user'
  WHEN ev.anonymous_id IS NOT NULL THEN 'anonymous' ELSE 'device' END`;

export async function peopleBehind(
  connection: DuckDBConnection,
  { scope, behind, limit, after }: PeopleBehindParams,
): Promise<PeopleBehindResult> {
  const rowsOf = async (sql: string) => (await connection.run(sql)).getRowsJS();
  const sql = peopleSql(behind, { writeFilters: filtersSql, nowMs: Date.now() });
  const pageOf = (from: string): Promise<Rows> =>
    rowsOf(`SELECT person::VARCHAR, first_ms, last_ms, events FROM ${from} ORDER BY person LIMIT ${limit + 1}`);
  const first = async (): Promise<FoundPage> => {
    await connection.run(`CREATE TEMP TABLE people_behind AS ${sql}`);
    const [[total] = []] = await rowsOf('SELECT count(*) FROM people_behind');
    return { total: Number(total), rows: await pageOf('people_behind') };
  };
  const next = async (place: PlaceAfter): Promise<FoundPage> => {
    let rows: Rows = [];
    for (const end of keyEnds(place, limit)) {
      rows = await pageOf(`(${sql}) WHERE person > ${BigInt(place.key)}::UBIGINT AND person <= ${end}::UBIGINT`);
      if (rows.length > limit) break;
    }
    return { total: place.total, rows };
  };
  const { total, rows } = after === undefined ? await first() : await next(after);
  return peopleOf(total, rows, (keys, window) =>
    rowsOf(`SELECT person::VARCHAR, min(id), min(kind) FROM (
        SELECT ${PERSON_KEY} AS person, ${PERSON_ID} AS id, ${KIND} AS kind
          ${eventsSource(scope, [], window, { person: 'id' })})
      WHERE person IN (${keys.map((key) => `${key}::UBIGINT`).join(', ')}) GROUP BY person`),
  );
}
