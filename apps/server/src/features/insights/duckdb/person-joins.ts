import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { joinOwnerKeysOf, PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import type { Scope } from '../../../edge/scope.ts';
import { type JoinPlan, PERSON_EVER, USER_NOW, USER_THEN } from '../queries/person-fields.ts';

/** The user whose an event is, as a number: the one it names, or the owner of its anonymous id. */
const USER_KEY = 'CASE WHEN ev.user_id IS NOT NULL THEN hash(ev.user_id) ELSE owner.user_key END';

/** Joins to `ev` and `owner`. */
export function personJoins(scope: Scope, { user, userThen, needsFirstSeen }: JoinPlan): string {
  return [
    user === undefined ? '' : joinUserNow(scope, user),
    userThen === undefined ? '' : joinUserThen(scope, userThen),
    needsFirstSeen ? joinFirstSeen(scope) : '',
  ].join(' ');
}

const isIn = ({ projectId, environmentId }: Scope): string =>
  `p = ${quoted(projectId)}::UUID AND e = ${quoted(environmentId)}::UUID`;

const rowsOf = (scope: Scope): string =>
  `FROM ${everywhere('user_attributes')} WHERE ${isIn(scope)} AND user_id IS NOT NULL`;

const columnsSql = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ');

const joinUserNow = (scope: Scope, columns: Readonly<Record<string, string>>): string => `LEFT JOIN (
  SELECT user_key, ${columnsSql(columns)} FROM (
    SELECT hash(user_id) AS user_key, arg_max_null(attributes, (set_at, log_tag, seq, idx)) AS attributes
    ${rowsOf(scope)} GROUP BY ALL)) AS ${USER_NOW} ON ${USER_NOW}.user_key = ${USER_KEY}`;

const joinUserThen = (scope: Scope, columns: Readonly<Record<string, string>>): string => `ASOF LEFT JOIN (
  SELECT user_key, set_at, ${columnsSql(columns)} FROM (
    SELECT hash(user_id) AS user_key, set_at, arg_max_null(attributes, (log_tag, seq, idx)) AS attributes
    ${rowsOf(scope)} GROUP BY ALL)) AS ${USER_THEN}
  ON ${USER_THEN}.user_key = ${USER_KEY} AND ev.ts >= ${USER_THEN}.set_at`;

const joinFirstSeen = (scope: Scope): string => `LEFT JOIN (
  SELECT ${PERSON_KEY} AS person_key, min(ev.ts) AS first_seen FROM ${everywhere('events')} AS ev
    ${joinOwnerKeysOf(scope)} WHERE ev.p = ${quoted(scope.projectId)}::UUID AND ev.e = ${quoted(scope.environmentId)}::UUID
  GROUP BY ${PERSON_KEY}) AS ${PERSON_EVER} ON ${PERSON_EVER}.person_key = ${PERSON_KEY}`;

/** The user is one of these. One text, however many there are: a list of them takes long to be read. */
export const isOneOfUsers = (userIds: readonly string[]): string =>
  `(${USER_KEY}) IN (SELECT hash(unnest(from_json(${quoted(JSON.stringify(userIds))}, '["VARCHAR"]'))))`;
