import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { inScope } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { eventsOf, NAMES_DEVICE_ONLY, ownerOf, personIds } from '../../../analytics/duckdb/relations/person-ids.ts';
import { JOIN_OWNER, owners } from '../../../analytics/duckdb/relations/persons.ts';
import type { PersonKind, PersonRef } from '../../../analytics/person-ref.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { PersonParams, PersonProfile, PersonResult } from '../queries/people.ts';

/** Resolves an id of any kind to its person, and says what is stored of that one. */
export async function person(connection: DuckDBConnection, params: PersonParams): Promise<PersonResult> {
  const found = await personOf(connection, params);
  return found === undefined ? undefined : profileOf(connection, params.scope, found);
}

async function personOf(
  connection: DuckDBConnection,
  { scope, id, kind, hints }: PersonParams,
): Promise<PersonRef | undefined> {
  const isMeant = (candidate: PersonKind): boolean => kind === undefined || kind === candidate;
  if (isMeant('user') && (hints.isUser || (await isUser(connection, scope, id)))) return { kind: 'user', id };
  const anonymous = isMeant('anonymous') ? await personOfAnonymousId(connection, scope, id) : undefined;
  if (anonymous !== undefined) return anonymous;
  return isMeant('device') ? personOfDevice(connection, scope, id, hints) : undefined;
}

async function personOfAnonymousId(
  connection: DuckDBConnection,
  scope: Scope,
  id: string,
): Promise<PersonRef | undefined> {
  const owner = await ownerOf(connection, scope, id);
  if (owner !== undefined) return { kind: 'user', id: owner };
  return (await has(connection, 'events', scope, 'anonymous_id', id)) ? { kind: 'anonymous', id } : undefined;
}

/** A device that sent events which name nobody is a person by itself; any other leads to anyone who used it last. */
async function personOfDevice(
  connection: DuckDBConnection,
  scope: Scope,
  id: string,
  { boundUserId, anonymousId }: PersonParams['hints'],
): Promise<PersonRef | undefined> {
  if (await has(connection, 'events', scope, NAMES_DEVICE_ONLY, id)) return { kind: 'device', id };
  if (boundUserId !== undefined) return { kind: 'user', id: boundUserId };
  const last = await lastOnDevice(connection, scope, id);
  if (last !== undefined || anonymousId === undefined) return last;
  return (await personOfAnonymousId(connection, scope, anonymousId)) ?? { kind: 'device', id };
}

async function isUser(connection: DuckDBConnection, scope: Scope, id: string): Promise<boolean> {
  for (const table of ['links', 'events', 'crashes', 'metrics']) {
    if (await has(connection, table, scope, 'user_id', id)) return true;
  }
  return false;
}

async function has(
  connection: DuckDBConnection,
  table: string,
  { projectId, environmentId }: Scope,
  column: string,
  id: string,
): Promise<boolean> {
  const sql = `SELECT 1 FROM ${everywhere(table)} WHERE p = ?::UUID AND e = ?::UUID AND ${column} = ? LIMIT 1`;
  return (await (await connection.run(sql, [projectId, environmentId, id])).getRowsJS()).length > 0;
}

/** Whose the newest event, report or metric of a device is. */
async function lastOnDevice(connection: DuckDBConnection, scope: Scope, id: string): Promise<PersonRef | undefined> {
  const values = [scope.projectId, scope.environmentId, id];
  const event = await connection.run(
    `WITH ${owners(scope)} SELECT coalesce(ev.user_id, owner.user_id), ev.anonymous_id FROM (
        SELECT * FROM ${everywhere('events')} WHERE p = ?::UUID AND e = ?::UUID AND device_id = ?
        ORDER BY ts DESC, log_tag DESC, seq DESC, idx DESC LIMIT 1) AS ev ${JOIN_OWNER}`,
    values,
  );
  const [row] = await event.getRowsJS();
  if (row !== undefined) return personIn(row, id);
  for (const table of ['crashes', 'metrics']) {
    const sql = `SELECT user_id, NULL FROM ${everywhere(table)} WHERE p = ?::UUID AND e = ?::UUID AND device_id = ?
      ORDER BY ts DESC LIMIT 1`;
    const [report] = await (await connection.run(sql, values)).getRowsJS();
    if (report !== undefined) return personIn(report, id);
  }
  return undefined;
}

function personIn([userId, anonymousId]: readonly unknown[], deviceId: string): PersonRef {
  if (userId !== null && userId !== undefined) return { kind: 'user', id: String(userId) };
  if (anonymousId !== null && anonymousId !== undefined) return { kind: 'anonymous', id: String(anonymousId) };
  return { kind: 'device', id: deviceId };
}

async function profileOf(connection: DuckDBConnection, scope: Scope, ref: PersonRef): Promise<PersonProfile> {
  const ids = await personIds(connection, scope, ref);
  const parts = eventsOf(scope, ids);
  const rows = parts.map(({ sql }) => `SELECT ts, session_id FROM ${everywhere('events')} WHERE ${sql}`);
  const result = await connection.run(
    `SELECT epoch_ms(min(ts)), epoch_ms(max(ts)), count(*), count(DISTINCT session_id)
      FROM (${rows.join(' UNION ALL ')})`,
    parts.flatMap(({ values }) => values),
  );
  const [[first, last, events, sessions] = []] = await result.getRowsJS();
  const linked = await linkedMs(connection, scope, ref);
  return {
    ...ref,
    ids,
    firstSeenMs: pick(Math.min, [numberOrNull(first), linked.first]),
    lastSeenMs: pick(Math.max, [numberOrNull(last), linked.last]),
    eventCount: Number(events),
    sessionCount: Number(sessions),
  };
}

/** An identification is activity, as in the list of people. */
async function linkedMs(connection: DuckDBConnection, scope: Scope, ref: PersonRef) {
  if (ref.kind !== 'user') return { first: null, last: null };
  const conditions = inScope(scope).where('user_id = ?', ref.id);
  const result = await connection.run(
    `SELECT epoch_ms(min(linked_at)), epoch_ms(max(linked_at)) FROM ${everywhere('links')} WHERE ${conditions.sql}`,
    conditions.values,
  );
  const [[first, last] = []] = await result.getRowsJS();
  return { first: numberOrNull(first), last: numberOrNull(last) };
}

function pick(of: (...moments: number[]) => number, moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : of(...known);
}

const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
