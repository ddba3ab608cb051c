import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import {
  anonymousKey,
  deviceKey,
  joinOwnerKeysIn,
  joinOwnerKeysOf,
  ownerKeysOf,
} from '../../../analytics/duckdb/relations/persons.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { ExperimentUnit } from '../experiment-store.ts';
import { MAX_SEGMENTS, type UnitStatisticsParams } from '../queries/experiment-statistics.ts';

const keyOf = (column: string): string => `CASE WHEN ev.${column} IS NOT NULL THEN hash(ev.${column}) END`;

/** As sessions have it, whose ids are hashes before anybody asks for the person (see session-rows.ts). */
const personOf = (owner: string): string => `CASE WHEN ev.user_id IS NOT NULL THEN hash(ev.user_id) ${owner}
  WHEN ev.anonymous_id IS NOT NULL THEN ${anonymousKey('hash(ev.anonymous_id)')}
  WHEN ev.device_id IS NOT NULL THEN ${deviceKey('hash(ev.device_id)')} END`;

/** A number for the unit of an event `ev`; NULL for an event of nobody. */
export const UNIT_KEYS: Readonly<Record<ExperimentUnit, string>> = {
  auto: personOf('WHEN owner.user_key IS NOT NULL THEN owner.user_key'),
  device: keyOf('device_id'),
  user: keyOf('user_id'),
};

/**
 * A number for the sender of an event `ev`, which nothing has to be joined for. It is the unit, but for an anonymous id
 * that a user owns: see ownersOfSenders.
 */
export const SENDER_KEYS: Readonly<Record<ExperimentUnit, string>> = { ...UNIT_KEYS, auto: personOf('') };

/**
 * Events with the columns of SENDER_KEYS. Most events with a device id have a user id or an anonymous id as well: of those
 * the device id is not read.
 */
export const eventsOfSenders = (unit: ExperimentUnit): string =>
  unit === 'auto'
    ? `(SELECT * REPLACE (NULL::VARCHAR AS device_id) FROM store.events
        WHERE user_id IS NOT NULL OR anonymous_id IS NOT NULL
      UNION ALL SELECT * FROM store.events WHERE user_id IS NULL AND anonymous_id IS NULL
      UNION ALL SELECT * FROM recent.events)`
    : everywhere('events');

/** What has to be joined to `ev` for its unit to be found. */
export const joinUnitOf = (unit: ExperimentUnit, scope: Scope): string =>
  unit === 'auto' ? joinOwnerKeysOf(scope) : '';

/** Makes the temporary table `owner_keys`, so that whose anonymous ids are is worked out once for all statements. */
export async function createOwnerKeys(connection: DuckDBConnection, unit: ExperimentUnit, scope: Scope): Promise<void> {
  if (unit === 'auto') await connection.run(`CREATE TEMP TABLE owner_keys AS SELECT * FROM ${ownerKeysOf(scope)}`);
}

export const joinUnit = (unit: ExperimentUnit): string => (unit === 'auto' ? joinOwnerKeysIn('owner_keys') : '');

/** Senders that are not units of their own with the units that they are, as a table expression; undefined: there are none. */
export async function ownersOfSenders(connection: DuckDBConnection, unit: ExperimentUnit): Promise<string | undefined> {
  if (unit !== 'auto') return undefined;
  const some = await connection.run('SELECT 1 FROM owner_keys LIMIT 1');
  if ((await some.getRowsJS()).length === 0) return undefined;
  return `(SELECT ${anonymousKey('anonymous_key')} AS sender, user_key AS unit FROM owner_keys)`;
}

/**
 * Makes the temporary view `senders (sender, id, variant, segment, ts)` of the units of `exposed`: a unit for each number
 * that its events have, so that one join finds whose an event is.
 */
export async function createSenders(
  connection: DuckDBConnection,
  params: Groups & { readonly unit: ExperimentUnit },
): Promise<void> {
  const owners = await ownersOfSenders(connection, params.unit);
  const owned = `UNION ALL SELECT owner.sender, id, variant, segment, ts
    FROM ${owners} AS owner JOIN exposed ON exposed.unit = owner.unit`;
  await connection.run(`CREATE TEMP VIEW senders AS
    SELECT unit AS sender, id, variant, segment, ts FROM ${inHalves(params, 'exposed')} ${owners === undefined ? '' : owned}`);
}

type Groups = Pick<UnitStatisticsParams, 'variants' | 'breakdown'>;

/** One more for all others. */
const segmentsOf = ({ breakdown }: Groups): number => (breakdown === undefined ? 1 : MAX_SEGMENTS + 1);

/**
 * Ids lie so far apart: in between are those that the same unit would have in other groups. A power of two, since a look at
 * a bit is cheaper than a division.
 */
export const idsPerUnit = (groups: Groups): number =>
  2 ** Math.ceil(Math.log2(groups.variants.length * segmentsOf(groups)));

/**
 * The id of a unit tells its variant and its segment, so that what it does is grouped by one number rather than by
 * three columns. Of a number of the unit's own, from 0, and of places of variant and segment.
 */
export const unitId = (groups: Groups, place: string, variant: string, segment: string): string =>
  `((${place}) * ${idsPerUnit(groups)} + (${variant}) * ${segmentsOf(groups)} + (${segment}))::UINTEGER`;

/**
 * The rows of a temporary table that has an id. DuckDB reads what its own transaction has written with one thread only:
 * this way two read it, each the rows of every other unit, so that hash tables by id are not there twice.
 */
export const inHalves = (groups: Groups, table: string): string =>
  `(${['=', '<>'].map((half) => `SELECT * FROM ${table} WHERE id & ${idsPerUnit(groups)} ${half} 0`).join(' UNION ALL ')})`;

/** Which group the unit of an id is of: the same for all of its units. */
export const groupOfId = (groups: Groups): string => `id % ${idsPerUnit(groups)}`;

/** The rows of a table that has an id, with `variant` and `segment`. */
export const withGroups = (groups: Groups, table: string): string =>
  `(SELECT *, (${groupOfId(groups)} // ${segmentsOf(groups)})::UTINYINT AS variant,
    (${groupOfId(groups)} % ${segmentsOf(groups)})::UTINYINT AS segment FROM ${table})`;
