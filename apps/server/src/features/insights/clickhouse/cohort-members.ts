import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { PERSON_ID, PERSON_KEY, userKey } from '../../../analytics/clickhouse/relations/persons.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
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

/** Every user whom events or links name. */
const usersOf = (scope: Scope): string => `
  SELECT DISTINCT assumeNotNull(user_id) AS id FROM (
    SELECT user_id FROM ${visible('events')} WHERE ${inScope(scope)} AND user_id IS NOT NULL
    UNION ALL SELECT user_id FROM ${visible('links')} WHERE ${inScope(scope)} AND user_id IS NOT NULL)`;

export async function cohortMembers(
  reader: ClickhouseReader,
  { source, userLimit }: CohortMembersParams,
): Promise<CohortMembersResult> {
  const persons = cohortPersons(source, filtersSql);
  const users = `SELECT id FROM (${usersOf(source.scope)}) WHERE ${userKey('id')} IN (${persons})`;
  const [[personCount, userCount] = []] = await reader.rows(
    `SELECT (SELECT count() FROM (${persons})), (SELECT count() FROM (${users}))`,
  );
  const counted = { persons: Number(personCount), users: Number(userCount) };
  if (counted.users > userLimit) return { ...counted, userIds: null };
  const rows = await reader.rows(`${users} ORDER BY id`);
  return { ...counted, users: rows.length, userIds: rows.map(([id]) => String(id)) };
}

export async function cohortPage(
  reader: ClickhouseReader,
  { source, limit, after }: CohortPageParams,
): Promise<CohortPageResult> {
  const from = eventsSource(source.scope, [], undefined, { needsPerson: true });
  const rows = await reader.rows(`
    SELECT toString(assumeNotNull(who)), min(shown), min(named) FROM (
      SELECT ${PERSON_KEY} AS who, ${PERSON_ID} AS shown, coalesce(ev.user_id, owner.owner_id) AS named ${from})
    WHERE who IS NOT NULL AND who IN (${cohortPersons(source, filtersSql)})
      ${after === undefined ? '' : `AND who > toUInt64('${BigInt(after)}')`}
    GROUP BY who ORDER BY who LIMIT ${limit + 1}`);
  return {
    persons: rows.map(([key, personId, userId]) => ({
      key: String(key),
      personId: String(personId),
      userId: userId === null ? null : String(userId),
    })),
  };
}
