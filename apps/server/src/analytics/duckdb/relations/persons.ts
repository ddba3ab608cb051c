import type { Scope } from '../../../edge/scope.ts';
import { everywhere } from '../recent-rows.ts';
import { quoted } from '../sql-text.ts';

/**
 * Whose an event is, found when it is asked for, so that the order in which events and links arrive does not matter:
 * the user it names; else the user whose link to its anonymous id is the earliest, ties by user id; else its anonymous
 * id; else its device id; else nobody, which is NULL.
 *
 * A query gets there by naming OWNERS in its WITH clause and joining JOIN_OWNER to `events AS ev`.
 */
export const owners = (scope: Scope): string => `owners AS MATERIALIZED (${ownersOf(scope)})`;

/** The same of some anonymous ids, as a SELECT or a list: finding all of them takes a second for a million links. */
export const ownersAmong = (scope: Scope, anonymousIds: string): string =>
  `owners AS MATERIALIZED (${ownersOf(scope, `AND anonymous_id IN (${anonymousIds})`)})`;

const ownersOf = (scope: Scope, condition = ''): string => `
  SELECT anonymous_id, hash(user_id) AS user_key, user_id
  FROM (SELECT anonymous_id, arg_min(user_id, (linked_at, user_id)) AS user_id FROM ${everywhere('links')}
    WHERE p = ${quoted(scope.projectId)}::UUID AND e = ${quoted(scope.environmentId)}::UUID AND anonymous_id IS NOT NULL
      ${condition}
    GROUP BY anonymous_id)`;

/** Users with the anonymous ids that are theirs, as a table expression: an id is one user's, anyone who else used it. */
export const ownedIdsOf = (scope: Scope): string => `(
  SELECT user_id, list_sort(list(anonymous_id)) AS anonymous_ids FROM (${ownersOf(scope)}) GROUP BY user_id)`;

/** Only events without a user id look for one. */
const joinTo = (source: string): string =>
  `LEFT JOIN ${source} AS owner ON owner.anonymous_id = CASE WHEN ev.user_id IS NULL THEN ev.anonymous_id END`;

export const JOIN_OWNER = joinTo('owners');

/** The same without a WITH clause: behind one, DuckDB reads every column, whether or not it is asked for. */
export const joinOwnersOf = (scope: Scope): string => joinTo(`(${ownersOf(scope)})`);

/** Hashes of anonymous ids with those of their users, as a table expression. */
export const ownerKeysOf = (scope: Scope): string => `(
  SELECT anonymous_key, arg_min(hash(user_id), (linked_at, user_id)) AS user_key
  FROM (SELECT hash(anonymous_id) AS anonymous_key, user_id, linked_at FROM ${everywhere('links')}
    WHERE p = ${quoted(scope.projectId)}::UUID AND e = ${quoted(scope.environmentId)}::UUID AND anonymous_id IS NOT NULL)
  GROUP BY anonymous_key)`;

/**
 * The same for those who only count persons: numbers in place of texts, which takes half the memory. Goes with
 * PERSON_KEY, not with PERSON_ID.
 */
export const joinOwnerKeysOf = (scope: Scope): string => joinOwnerKeysIn(ownerKeysOf(scope));

/** The same with a table of them, for those who join it more than once. */
export const joinOwnerKeysIn = (source: string): string => `LEFT JOIN ${source} AS owner
  ON owner.anonymous_key = CASE WHEN ev.user_id IS NULL AND ev.anonymous_id IS NOT NULL THEN hash(ev.anonymous_id) END`;

/** Any numbers do that differ: what is only anonymous, or only a device, is no user who is called alike. */
const ANONYMOUS = '11400714819323198485::UBIGINT';
const DEVICE = '14029467366897019727::UBIGINT';

/** The person of an anonymous id without an owner, of the hash of the id. */
export const anonymousKey = (hash: string): string => `xor(${hash}, ${ANONYMOUS})`;

/** The person of a device that names nobody, of the hash of its id. */
export const deviceKey = (hash: string): string => `xor(${hash}, ${DEVICE})`;

/** The id as it is shown. A user and an anonymous id of the same text show alike, but are two persons. */
export const PERSON_ID = 'coalesce(ev.user_id, owner.user_id, ev.anonymous_id, ev.device_id)';

/** A number that is the same for two events exactly if they are the same person's: what is counted and grouped by. */
export const PERSON_KEY = `CASE WHEN ev.user_id IS NOT NULL THEN hash(ev.user_id)
  WHEN owner.user_key IS NOT NULL THEN owner.user_key
  WHEN ev.anonymous_id IS NOT NULL THEN hash(ev.anonymous_id, 'anonymous')
  WHEN ev.device_id IS NOT NULL THEN hash(ev.device_id, 'device') END`;

/**
 * The same of rows of `session_activity`, which have the hashes of their ids: no text is read. Goes with
 * joinOwnersOfActivity; not to be compared with PERSON_KEY, which has other numbers for anonymous ids.
 */
export const PERSON_OF_ACTIVITY = `CASE WHEN ev.user_key IS NOT NULL THEN ev.user_key
  WHEN owner.user_key IS NOT NULL THEN owner.user_key
  WHEN ev.anonymous_key IS NOT NULL THEN ${anonymousKey('ev.anonymous_key')}
  WHEN ev.device_key IS NOT NULL THEN ${deviceKey('ev.device_key')} END`;

export const joinOwnersOfActivity = (scope: Scope): string => `LEFT JOIN ${ownerKeysOf(scope)} AS owner
  ON owner.anonymous_key = CASE WHEN ev.user_key IS NULL THEN ev.anonymous_key END`;
