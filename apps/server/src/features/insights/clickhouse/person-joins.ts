import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { joinOwners, PERSON_KEY, userKey } from '../../../analytics/clickhouse/relations/persons.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { Scope } from '../../../edge/scope.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { type JoinPlan, PERSON_EVER, USER_NOW, USER_THEN } from '../queries/person-fields.ts';

/** The user whose an event is, as a number: the one it names, or the owner of its anonymous id. */
const USER_KEY = `if(ev.user_id IS NOT NULL, ${userKey('ev.user_id')}, owner.user_key)`;

/** Joins to `ev` and `owner`. */
export function personJoins(scope: Scope, { user, userThen, needsFirstSeen }: JoinPlan): string {
  return [
    user === undefined ? '' : joinUserNow(scope, user),
    userThen === undefined ? '' : joinUserThen(scope, userThen),
    needsFirstSeen ? joinFirstSeen(scope) : '',
  ].join(' ');
}

const rowsOf = (scope: Scope): string =>
  `FROM ${visible('user_attributes')} WHERE ${inScope(scope)} AND user_id IS NOT NULL`;

const columnsSql = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ');

const joinUserNow = (scope: Scope, columns: Readonly<Record<string, string>>): string => `LEFT JOIN (
  SELECT user_key, ${columnsSql(columns)} FROM (
    SELECT ${userKey('user_id')} AS user_key,
      tupleElement(argMax(tuple(attributes), (set_at_ms, log_tag, seq, idx)), 1) AS attributes
    ${rowsOf(scope)} GROUP BY user_key)) AS ${USER_NOW} ON ${USER_NOW}.user_key = ${USER_KEY}`;

const joinUserThen = (scope: Scope, columns: Readonly<Record<string, string>>): string => `ASOF LEFT JOIN (
  SELECT user_key, set_at_ms, ${columnsSql(columns)} FROM (
    SELECT ${userKey('user_id')} AS user_key, set_at_ms,
      tupleElement(argMax(tuple(attributes), (log_tag, seq, idx)), 1) AS attributes
    ${rowsOf(scope)} GROUP BY user_key, set_at_ms)) AS ${USER_THEN}
  ON ${USER_THEN}.user_key = ${USER_KEY} AND ev.ts_ms >= ${USER_THEN}.set_at_ms`;

const joinFirstSeen = (scope: Scope): string => `LEFT JOIN (
  SELECT person_key, min(ts_ms) AS first_seen FROM (
    SELECT ${PERSON_KEY} AS person_key, ev.ts_ms AS ts_ms
    FROM (SELECT * FROM ${visible('events')} WHERE ${inScope(scope)}) AS ev ${joinOwners(scope)})
  WHERE person_key IS NOT NULL GROUP BY person_key) AS ${PERSON_EVER} ON ${PERSON_EVER}.person_key = ${PERSON_KEY}`;

/** The user is one of these. One text, however many there are: a list of them takes long to be read. */
export const isOneOfUsers = (userIds: readonly string[]): string =>
  `(${USER_KEY}) IN (SELECT ${userKey(`arrayJoin(JSONExtract(${quoted(JSON.stringify(userIds))}, 'Array(String)'))`)})`;
