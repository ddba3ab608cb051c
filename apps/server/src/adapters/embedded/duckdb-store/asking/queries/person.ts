import type { DuckDBConnection } from '@duckdb/node-api';
import type {
  PersonAnswer,
  PersonProfile,
  PersonQuestion,
  PersonRef,
} from '../../../../../analytics/queries/people.ts';
import type { Scope } from '../../../../../analytics/scope.ts';
import { everywhere } from '../../recent-rows.ts';
import { inScope } from '../event-conditions.ts';
import { eventsOf, ownerOf, personIds } from '../person-ids.ts';
import { JOIN_OWNER, owners } from '../persons.ts';

/** Resolves an id of any kind to its person, and says what is stored of that one. */
export async function person(connection: DuckDBConnection, question: PersonQuestion): Promise<PersonAnswer> {
  const found = await personOf(connection, question);
  return found === undefined ? undefined : profileOf(connection, question.scope, found);
}

async function personOf(
  connection: DuckDBConnection,
  { scope, id, hints }: PersonQuestion,
): Promise<PersonRef | undefined> {
  const user = (userId: string): PersonRef => ({ kind: 'user', id: userId });
  if (hints.isUser || (await isUser(connection, scope, id))) return user(id);
  const owner = await ownerOf(connection, scope, id);
  if (owner !== undefined) return user(owner);
  if (await hasEvents(connection, scope, 'anonymous_id', id)) return { kind: 'anonymous', id };
  if (hints.boundUserId !== undefined) return user(hints.boundUserId);
  const last = await lastOnDevice(connection, scope, id);
  if (last !== undefined) return last;
  if (hints.anonymousId === undefined) return undefined;
  const ownerOfDevice = await ownerOf(connection, scope, hints.anonymousId);
  if (ownerOfDevice !== undefined) return user(ownerOfDevice);
  const hasOwnEvents = await hasEvents(connection, scope, 'anonymous_id', hints.anonymousId);
  return hasOwnEvents ? { kind: 'anonymous', id: hints.anonymousId } : { kind: 'device', id };
}

async function isUser(connection: DuckDBConnection, scope: Scope, id: string): Promise<boolean> {
  for (const table of ['links', 'events', 'crashes', 'metrics']) {
    if (await has(connection, table, scope, 'user_id', id)) return true;
  }
  return false;
}

const hasEvents = (connection: DuckDBConnection, scope: Scope, column: string, id: string): Promise<boolean> =>
  has(connection, 'events', scope, column, id);

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
  const moments = [numberOrNull(last), await lastLinkedMs(connection, scope, ref)].filter((moment) => moment !== null);
  const lastSeenMs = moments.length === 0 ? null : Math.max(...moments);
  return {
    ...ref,
    ids,
    firstSeenMs: numberOrNull(first) ?? lastSeenMs,
    lastSeenMs,
    eventCount: Number(events),
    sessionCount: Number(sessions),
  };
}

/** An identification is activity, as in the list of people. */
async function lastLinkedMs(connection: DuckDBConnection, scope: Scope, ref: PersonRef): Promise<number | null> {
  if (ref.kind !== 'user') return null;
  const conditions = inScope(scope).where('user_id = ?', ref.id);
  const result = await connection.run(
    `SELECT epoch_ms(max(linked_at)) FROM ${everywhere('links')} WHERE ${conditions.sql}`,
    conditions.values,
  );
  const [[last] = []] = await result.getRowsJS();
  return numberOrNull(last);
}

const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
