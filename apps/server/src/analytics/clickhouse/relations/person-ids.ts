import type { Scope } from '../../../edge/scope.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { PersonIds, PersonRef } from '../../person-ref.ts';
import type { ClickhouseReader } from '../queries/clickhouse-reader.ts';
import { visible } from '../visible.ts';
import { inScope } from './conditions.ts';

export async function personIds(reader: ClickhouseReader, scope: Scope, person: PersonRef): Promise<PersonIds> {
  if (person.kind === 'device') return { userId: null, anonymousIds: [], deviceIds: [person.id] };
  if (person.kind === 'anonymous') {
    const deviceIds = await devicesOfNobody(reader, scope, person.id);
    return { userId: null, anonymousIds: [person.id], deviceIds };
  }
  const [anonymousIds, deviceIds] = await Promise.all([
    ownedBy(reader, scope, [person.id]),
    lastUsedBy(reader, scope, person.id),
  ]);
  return { userId: person.id, anonymousIds, deviceIds };
}

/** Undefined for an anonymous id without a link. */
export async function ownerOf(reader: ClickhouseReader, scope: Scope, id: string): Promise<string | undefined> {
  const [userId] = await texts(
    reader,
    `SELECT argMin(user_id, (linked_at_ms, user_id)) FROM ${visible('links')}
      WHERE ${inScope(scope)} AND anonymous_id = ${quoted(id)} AND user_id IS NOT NULL GROUP BY anonymous_id`,
  );
  return userId;
}

/** Anonymous ids whose earliest link is one of these users'. As persons.ts has it, for few. */
export async function ownedBy(reader: ClickhouseReader, scope: Scope, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const links = `${visible('links')} WHERE ${inScope(scope)} AND anonymous_id IS NOT NULL AND user_id IS NOT NULL`;
  return texts(
    reader,
    `SELECT anonymous_id FROM ${links}
        AND anonymous_id IN (SELECT anonymous_id FROM ${links} AND ${isOneOf('user_id', userIds)})
      GROUP BY anonymous_id HAVING ${isOneOf('argMin(user_id, (linked_at_ms, user_id))', userIds)} ORDER BY anonymous_id`,
  );
}

/** When a device was used by whom; identify says it in a link. */
const uses = (scope: Scope, condition: string): string => `(
  SELECT device_id, user_id, ts_ms AS moment FROM ${visible('events')} WHERE ${inScope(scope)} AND ${condition}
  UNION ALL
  SELECT device_id, user_id, linked_at_ms AS moment FROM ${visible('links')} WHERE ${inScope(scope)} AND ${condition})`;

/** Anyone who used a device last has it: a phone that was handed on is not the first owner's any more. */
async function lastUsedBy(reader: ClickhouseReader, scope: Scope, userId: string): Promise<string[]> {
  const condition = `user_id = ${quoted(userId)} AND device_id IS NOT NULL`;
  const used = await texts(reader, `SELECT DISTINCT device_id FROM ${uses(scope, condition)}`);
  if (used.length === 0) return [];
  return texts(
    reader,
    `SELECT device_id FROM ${uses(scope, `${isOneOf('device_id', used)} AND user_id IS NOT NULL`)} GROUP BY device_id
      HAVING argMax(user_id, (moment, user_id)) = ${quoted(userId)} ORDER BY device_id`,
  );
}

/** Devices that were used under the anonymous id and never by anybody known. */
async function devicesOfNobody(reader: ClickhouseReader, scope: Scope, anonymousId: string): Promise<string[]> {
  const mine = await texts(
    reader,
    `SELECT DISTINCT device_id FROM ${visible('events')} WHERE ${inScope(scope)}
      AND anonymous_id = ${quoted(anonymousId)} AND user_id IS NULL AND device_id IS NOT NULL ORDER BY device_id`,
  );
  if (mine.length === 0) return [];
  const condition = `${isOneOf('device_id', mine)} AND user_id IS NOT NULL`;
  const known = new Set(await texts(reader, `SELECT DISTINCT device_id FROM ${uses(scope, condition)}`));
  return mine.filter((deviceId) => !known.has(deviceId));
}

/** Goes on with the device ids. */
export const NAMES_DEVICE_ONLY = 'user_id IS NULL AND anonymous_id IS NULL AND device_id';

type Choice = readonly [column: string, values: readonly string[]];

/**
 * Rows of `events` that are this person's, as persons.ts has it. An event that names nothing but a device is the
 * device's: there is no link from a device to a user.
 */
export const eventsOf = (scope: Scope, { userId, anonymousIds, deviceIds }: PersonIds): readonly string[] =>
  branches(scope, [
    ['user_id', userId === null ? [] : [userId]],
    ['user_id IS NULL AND anonymous_id', anonymousIds],
    [NAMES_DEVICE_ONLY, userId === null && anonymousIds.length === 0 ? deviceIds : []],
  ]);

/** These, and what devices have sent that name nobody and were used by the person last: what is exported of somebody. */
export const eventsAbout = (scope: Scope, { userId, anonymousIds, deviceIds }: PersonIds): readonly string[] =>
  branches(scope, [
    ['user_id', userId === null ? [] : [userId]],
    ['user_id IS NULL AND anonymous_id', anonymousIds],
    [NAMES_DEVICE_ONLY, deviceIds],
  ]);

/** Rows of `crashes` and `metrics`, which know no anonymous id. */
export const reportsOf = (scope: Scope, { userId, deviceIds }: PersonIds): readonly string[] =>
  branches(scope, [
    ['user_id', userId === null ? [] : [userId]],
    ['user_id IS NULL AND device_id', deviceIds],
  ]);

export const linksOf = (scope: Scope, { userId, anonymousIds }: PersonIds): readonly string[] =>
  branches(scope, [userId === null ? ['anonymous_id', anonymousIds] : ['user_id', [userId]]]);

export const factsOf = (scope: Scope, { anonymousIds, deviceIds }: PersonIds): readonly string[] => [
  `${inScope(scope)} AND ${isAnyOf([
    ['device_id', deviceIds],
    ['anonymous_id', anonymousIds],
  ])}`,
];

/** Apart from each other: ClickHouse skips by the index of a column, which it cannot for an OR over several. */
export const branches = (scope: Scope, choices: readonly Choice[]): readonly string[] =>
  choices
    .filter(([, values]) => values.length > 0)
    .map(([column, values]) => `${inScope(scope)} AND ${isOneOf(column, values)}`);

/** One of the columns has one of its values; false when there are no values at all. */
function isAnyOf(choices: readonly Choice[]): string {
  const some = choices.filter(([, values]) => values.length > 0);
  return some.length === 0 ? 'false' : `(${some.map(([column, values]) => isOneOf(column, values)).join(' OR ')})`;
}

export const isOneOf = (column: string, values: readonly string[]): string =>
  `${column} IN (${values.map(quoted).join(', ')})`;

const texts = async (reader: ClickhouseReader, sql: string): Promise<string[]> =>
  (await reader.rows(sql)).map(([text]) => String(text));
