import type { DuckDBConnection } from '@duckdb/node-api';
import { joinOwnerKeysIn, joinOwnerKeysOf, ownerKeysOf } from '../../../analytics/duckdb/relations/persons.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { ExperimentUnit } from '../experiment-store.ts';

const keyOf = (column: string): string => `CASE WHEN ev.${column} IS NOT NULL THEN hash(ev.${column}) END`;

/** As sessions have it, whose ids are hashes before anybody asks for the person (see session-rows.ts). */
const PERSON = `CASE WHEN ev.user_id IS NOT NULL THEN hash(ev.user_id)
  WHEN owner.user_key IS NOT NULL THEN owner.user_key
  WHEN ev.anonymous_id IS NOT NULL THEN hash(hash(ev.anonymous_id), 'anonymous')
  WHEN ev.device_id IS NOT NULL THEN hash(hash(ev.device_id), 'device') END`;

/** A number for the unit of an event `ev`; NULL for an event of nobody. */
export const UNIT_KEYS: Readonly<Record<ExperimentUnit, string>> = {
  auto: PERSON,
  device: keyOf('device_id'),
  user: keyOf('user_id'),
};

/** What has to be joined to `ev` for its unit to be found. */
export const joinUnitOf = (unit: ExperimentUnit, scope: Scope): string =>
  unit === 'auto' ? joinOwnerKeysOf(scope) : '';

/** Makes the temporary table `owner_keys`, so that whose anonymous ids are is worked out once for all statements. */
export async function createOwnerKeys(connection: DuckDBConnection, unit: ExperimentUnit, scope: Scope): Promise<void> {
  if (unit === 'auto') await connection.run(`CREATE TEMP TABLE owner_keys AS SELECT * FROM ${ownerKeysOf(scope)}`);
}

export const joinUnit = (unit: ExperimentUnit): string => (unit === 'auto' ? joinOwnerKeysIn('owner_keys') : '');
