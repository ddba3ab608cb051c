import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { Scope } from '../../../edge/scope.ts';
import type { PersonIds, PersonRef } from '../../person-ref.ts';
import { everywhere } from '../recent-rows.ts';
import { activityEver } from '../rollups/session-activity.ts';
import { quoted } from '../sql-text.ts';
import { Conditions, inScope } from './event-conditions.ts';

const inPlace = ({ projectId, environmentId }: Scope): string =>
  `p = ${quoted(projectId)}::UUID AND e = ${quoted(environmentId)}::UUID`;

export async function personIds(connection: DuckDBConnection, scope: Scope, person: PersonRef): Promise<PersonIds> {
  if (person.kind === 'device') return { userId: null, anonymousIds: [], deviceIds: [person.id] };
  if (person.kind === 'anonymous') {
    const deviceIds = await devicesOfNobody(connection, scope, person.id);
    return { userId: null, anonymousIds: [person.id], deviceIds };
  }
  return {
    userId: person.id,
    anonymousIds: await ownedBy(connection, scope, [person.id]),
    deviceIds: await lastUsedBy(connection, scope, person.id),
  };
}

/** Undefined for an anonymous id without a link. */
export async function ownerOf(connection: DuckDBConnection, scope: Scope, id: string): Promise<string | undefined> {
  const sql = `SELECT arg_min(user_id, (linked_at, user_id)) FROM ${everywhere('links')}
    WHERE ${inPlace(scope)} AND anonymous_id = ?`;
  const [[userId] = []] = await (await connection.run(sql, [id])).getRowsJS();
  return userId === undefined || userId === null ? undefined : String(userId);
}

/** Anonymous ids whose earliest link is one of these users'. As persons.ts has it, for few. */
export async function ownedBy(
  connection: DuckDBConnection,
  scope: Scope,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const links = `SELECT * FROM ${everywhere('links')} WHERE ${inPlace(scope)} AND anonymous_id IS NOT NULL`;
  const sql = `WITH linked AS (${links}) SELECT anonymous_id FROM linked
    WHERE anonymous_id IN (SELECT anonymous_id FROM linked WHERE user_id IN (${marks(userIds)})) GROUP BY anonymous_id
    HAVING arg_min(user_id, (linked_at, user_id)) IN (${marks(userIds)}) ORDER BY anonymous_id`;
  return texts(connection, sql, [...userIds, ...userIds]);
}

/** When devices were used by whom; identify says it in a link. */
function usesOf(scope: Scope, column: 'user_id' | 'device_id', ids: readonly string[]): Conditions {
  const rows = inActivity(scope, [[column, ids]]).map(({ sql, values }) => ({
    sql: `SELECT device_id, user_id, last AS moment FROM ${activityEver(scope)} WHERE ${sql}`,
    values,
  }));
  const links = branches(scope, [[column, ids]]).map(({ sql, values }) => ({
    sql: `SELECT device_id, user_id, linked_at AS moment FROM ${everywhere('links')} WHERE ${sql}`,
    values,
  }));
  const parts = [...rows, ...links];
  const sql = parts.map((part) => part.sql).join(' UNION ALL ');
  return new Conditions().where(
    `(SELECT * FROM (${sql}) WHERE device_id IS NOT NULL AND user_id IS NOT NULL)`,
    ...parts.flatMap(({ values }) => values),
  );
}

/** Anyone who used a device last has it: a phone that was handed on is not the first owner's any more. */
async function lastUsedBy(connection: DuckDBConnection, scope: Scope, userId: string): Promise<string[]> {
  const own = usesOf(scope, 'user_id', [userId]);
  const used = await texts(connection, `SELECT DISTINCT device_id FROM ${own.sql}`, own.values);
  if (used.length === 0) return [];
  const all = usesOf(scope, 'device_id', used);
  const sql = `SELECT device_id FROM ${all.sql} GROUP BY device_id
    HAVING arg_max(user_id, (moment, user_id)) = ? ORDER BY device_id`;
  return texts(connection, sql, [...all.values, userId]);
}

/** Devices that were used under the anonymous id and never by anybody known. */
async function devicesOfNobody(connection: DuckDBConnection, scope: Scope, anonymousId: string): Promise<string[]> {
  const [own = inScope(scope)] = inActivity(scope, [['anonymous_id', [anonymousId]]]);
  const mine = await texts(
    connection,
    `SELECT DISTINCT device_id FROM ${activityEver(scope)}
      WHERE ${own.sql} AND user_id IS NULL AND device_id IS NOT NULL ORDER BY device_id`,
    own.values,
  );
  if (mine.length === 0) return [];
  const uses = usesOf(scope, 'device_id', mine);
  const known = new Set(await texts(connection, `SELECT device_id FROM ${uses.sql}`, uses.values));
  return mine.filter((deviceId) => !known.has(deviceId));
}

/** Goes on with the device ids. */
export const NAMES_DEVICE_ONLY = 'user_id IS NULL AND anonymous_id IS NULL AND device_id';

type Choice = readonly [column: string, values: readonly string[]];

/**
 * Rows of `events` that are this person's, as persons.ts has it. An event that names nothing but a device is the
 * device's: there is no link from a device to a user.
 */
export const eventsOf = (scope: Scope, ids: PersonIds): readonly Conditions[] => branches(scope, choicesOf(ids));

/** The same of rows of `session_activity`. */
export const activityOf = (scope: Scope, ids: PersonIds): readonly Conditions[] => inActivity(scope, choicesOf(ids));

const choicesOf = ({ userId, anonymousIds, deviceIds }: PersonIds): readonly Choice[] => [
  ['user_id', userId === null ? [] : [userId]],
  ['user_id IS NULL AND anonymous_id', anonymousIds],
  [NAMES_DEVICE_ONLY, userId === null && anonymousIds.length === 0 ? deviceIds : []],
];

/** These, and what devices have sent that name nobody and were used by the person last: what is exported of somebody. */
export const eventsAbout = (scope: Scope, { userId, anonymousIds, deviceIds }: PersonIds): readonly Conditions[] =>
  branches(scope, [
    ['user_id', userId === null ? [] : [userId]],
    ['user_id IS NULL AND anonymous_id', anonymousIds],
    [NAMES_DEVICE_ONLY, deviceIds],
  ]);

/** Rows of `crashes` and `metrics`, which know no anonymous id. */
export const reportsOf = (scope: Scope, { userId, deviceIds }: PersonIds): readonly Conditions[] =>
  branches(scope, [
    ['user_id', userId === null ? [] : [userId]],
    ['user_id IS NULL AND device_id', deviceIds],
  ]);

export const linksOf = (scope: Scope, { userId, anonymousIds }: PersonIds): readonly Conditions[] =>
  branches(scope, [userId === null ? ['anonymous_id', anonymousIds] : ['user_id', [userId]]]);

export const factsOf = (scope: Scope, { anonymousIds, deviceIds }: PersonIds): readonly Conditions[] => [
  anyOf(inScope(scope), [
    ['device_id', deviceIds],
    ['anonymous_id', anonymousIds],
  ]),
];

/** Apart from each other: DuckDB filters each while it reads, which it cannot for an OR over several columns. */
export const branches = (scope: Scope, choices: readonly Choice[]): readonly Conditions[] =>
  choices.filter(([, values]) => values.length > 0).map((choice) => anyOf(inScope(scope), [choice]));

/** `user_id IS NULL AND anonymous_id` → `anonymous_key`. */
const hashBeside = (column: string): string => column.slice(column.lastIndexOf(' ') + 1).replace(/_id$/, '_key');

/** Above this many ids, reading their texts once takes less time than looking for each. */
const MAX_SINGLE_IDS = 6;

/** The same of rows of `session_activity`: these have a hash beside each id, and only where it fits the text is read. */
export const inActivity = (scope: Scope, choices: readonly Choice[]): readonly Conditions[] =>
  choices.flatMap(([column, values]) =>
    values.length > MAX_SINGLE_IDS
      ? branches(scope, [[column, values]])
      : values.map((value) =>
          inScope(scope).where(`${column} = ? AND ${hashBeside(column)} = hash(?::VARCHAR)`, value, value),
        ),
  );

/** Rows for which one of the columns has one of its values; none when there are no values at all. */
export function anyOf(conditions: Conditions, choices: readonly Choice[]): Conditions {
  const some = choices.filter(([, values]) => values.length > 0);
  if (some.length === 0) return conditions.where('false');
  const sql = some.map(([column, values]) => `${column} IN (${marks(values)})`);
  return conditions.where(`(${sql.map((one) => `(${one})`).join(' OR ')})`, ...some.flatMap(([, values]) => values));
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

async function texts(connection: DuckDBConnection, sql: string, values: readonly DuckDBValue[]): Promise<string[]> {
  return (await (await connection.run(sql, [...values])).getRowsJS()).map(([text]) => String(text));
}
