import type { Scope } from '../../../edge/scope.ts';
import { visible } from '../visible.ts';
import { inScope } from './conditions.ts';

/** How rows of a table are read (see visible.ts). */
type Visible = typeof visible;

/**
 * Whose an event is, found when it is asked for, so that the order in which events and links arrive does not matter:
 * the user it names; else the user whose link to its anonymous id is the earliest, ties by user id; else its anonymous
 * id; else its device id; else nobody, which is NULL.
 *
 * A query gets there by joining JOIN_OWNER to `events AS ev`.
 */
const ownersOf = (scope: Scope, from: Visible): string => `
  SELECT anonymous_id, argMin(user_id, (linked_at_ms, user_id)) AS owner_id, ${userKey('owner_id')} AS user_key
  FROM ${from('links')} WHERE ${inScope(scope)} AND anonymous_id IS NOT NULL AND user_id IS NOT NULL
  GROUP BY anonymous_id`;

/** A user as PERSON_KEY has it. */
export const userKey = (user: string): string => `sipHash64('user', assumeNotNull(${user}))`;

/** Users with the anonymous ids that are theirs, as a table expression: an id is one user's, whoever else used it. */
export const ownedIdsOf = (scope: Scope, from: Visible = visible): string => `(
  SELECT owner_id AS user_id, arraySort(groupArray(assumeNotNull(anonymous_id))) AS anonymous_ids
  FROM (${ownersOf(scope, from)}) GROUP BY owner_id)`;

/** Owners as a table expression: anonymous_id, owner_id, user_key. */
export const owners = (scope: Scope, from: Visible = visible): string => `(${ownersOf(scope, from)})`;

/** Only events without a user id look for one. To be joined to `ev`. */
export const joinOwners = (scope: Scope, from: Visible = visible): string =>
  `LEFT JOIN ${owners(scope, from)} AS owner ON owner.anonymous_id = if(ev.user_id IS NULL, ev.anonymous_id, NULL)`;

/** The id as it is shown. A user and an anonymous id of the same text show alike, but are two persons. */
export const PERSON_ID = 'coalesce(ev.user_id, owner.owner_id, ev.anonymous_id, ev.device_id)';

/** A number that is the same for two events exactly if they are the same person's: what is counted and grouped by. */
export const PERSON_KEY = `multiIf(ev.user_id IS NOT NULL, ${userKey('ev.user_id')},
  owner.owner_id IS NOT NULL, owner.user_key,
  ev.anonymous_id IS NOT NULL, sipHash64('anonymous', assumeNotNull(ev.anonymous_id)),
  ev.device_id IS NOT NULL, sipHash64('device', assumeNotNull(ev.device_id)), NULL)`;
