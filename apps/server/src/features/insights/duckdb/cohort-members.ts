import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { PERSON_ID, PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import type { Scope } from '../../../edge/scope.ts';
import type {
  CohortMembersParams,
  CohortMembersResult,
  CohortPageParams,
  CohortPageResult,
} from '../queries/cohort-members.ts';
import { cohortPersons } from './cohort-persons.ts';
import { eventsSource } from './events-source.ts';
import { filtersSql } from './insight-filters.ts';

const inScope = ({ projectId, environmentId }: Scope): string =>
  `p = ${quoted(projectId)}::UUID AND e = ${quoted(environmentId)}::UUID AND user_id IS NOT NULL`;

/** Every user whom events or links name. */
const usersOf = (scope: Scope): string => `
  SELECT DISTINCT user_id FROM (SELECT user_id FROM ${everywhere('events')} WHERE ${inScope(scope)}
    UNION ALL SELECT user_id FROM ${everywhere('links')} WHERE ${inScope(scope)})`;

export async function cohortMembers(
  connection: DuckDBConnection,
  { source, userLimit }: CohortMembersParams,
): Promise<CohortMembersResult> {
  await connection.run(`CREATE TEMP TABLE cohort_persons AS ${cohortPersons(source, filtersSql)}`);
  await connection.run(`CREATE TEMP TABLE cohort_users AS SELECT user_id FROM (${usersOf(source.scope)})
    WHERE hash(user_id) IN (SELECT person FROM cohort_persons)`);
  const counted = await connection.run(
    'SELECT (SELECT count(*) FROM cohort_persons), (SELECT count(*) FROM cohort_users)',
  );
  const [[persons, users] = []] = await counted.getRowsJS();
  if (Number(users) > userLimit) return { persons: Number(persons), users: Number(users), userIds: null };
  const listed = await connection.run('SELECT user_id FROM cohort_users ORDER BY user_id');
  const userIds = (await listed.getRowsJS()).map(([id]) => String(id));
  return { persons: Number(persons), users: userIds.length, userIds };
}

export async function cohortPage(
  connection: DuckDBConnection,
  { source, limit, after }: CohortPageParams,
): Promise<CohortPageResult> {
  const from = eventsSource(source.scope, [], undefined, { person: 'id' });
  const result = await connection.run(`
    SELECT person::VARCHAR, min(id), min(user_id) FROM (
      SELECT ${PERSON_KEY} AS person, ${PERSON_ID} AS id, coalesce(ev.user_id, owner.user_id) AS user_id ${from})
    WHERE person IN (${cohortPersons(source, filtersSql)}) ${after === undefined ? '' : `AND person > ${BigInt(after)}::UBIGINT`}
    GROUP BY person ORDER BY person LIMIT ${limit + 1}`);
  const persons = (await result.getRowsJS()).map(([key, personId, userId]) => ({
    key: String(key),
    personId: String(personId),
    userId: userId === null ? null : String(userId),
  }));
  return { persons };
}
