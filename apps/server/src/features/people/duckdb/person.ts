import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { type Conditions, inScope } from '../../../analytics/duckdb/relations/event-conditions.ts';
import {
  activityOf,
  branches,
  inActivity,
  NAMES_DEVICE_ONLY,
  ownerOf,
  personIds,
} from '../../../analytics/duckdb/relations/person-ids.ts';
import { JOIN_OWNER, ownersAmong } from '../../../analytics/duckdb/relations/persons.ts';
import { activityEver } from '../../../analytics/duckdb/rollups/session-activity.ts';
import type { PersonIds } from '../../../analytics/person-ref.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { PersonParams, PersonResult } from '../queries/people.ts';
import { type PersonReader, personProfile } from '../queries/person-profile.ts';

export const person = (connection: DuckDBConnection, params: PersonParams): Promise<PersonResult> =>
  personProfile(readerOf(connection, params.scope), params);

const readerOf = (connection: DuckDBConnection, scope: Scope): PersonReader => ({
  isUser: (id) => isUser(connection, scope, id),
  ownerOf: (id) => ownerOf(connection, scope, id),
  hasAnonymousEvents: (id) => isActive(connection, scope, 'anonymous_id', id),
  hasEventsOfDevice: (id) => isActive(connection, scope, NAMES_DEVICE_ONLY, id),
  lastOnDevice: (id) => lastOnDevice(connection, scope, id),
  idsOf: (ref) => personIds(connection, scope, ref),
  eventsOf: (ids) => eventsOfPerson(connection, scope, ids),
  linksOf: (userId) => linksOfUser(connection, scope, userId),
});

async function isUser(connection: DuckDBConnection, scope: Scope, id: string): Promise<boolean> {
  if (await isActive(connection, scope, 'user_id', id)) return true;
  for (const table of ['links', 'crashes', 'metrics']) {
    for (const named of branches(scope, [['user_id', [id]]])) {
      if (await has(connection, everywhere(table), named)) return true;
    }
  }
  return false;
}

async function isActive(connection: DuckDBConnection, scope: Scope, column: string, id: string): Promise<boolean> {
  const [named = inScope(scope)] = inActivity(scope, [[column, [id]]]);
  return has(connection, activityEver(scope), named);
}

async function has(connection: DuckDBConnection, source: string, { sql, values }: Conditions): Promise<boolean> {
  const result = await connection.run(`SELECT 1 FROM ${source} WHERE ${sql} LIMIT 1`, values);
  return (await result.getRowsJS()).length > 0;
}

/** Whose the newest event, report or metric of a device is. */
async function lastOnDevice(
  connection: DuckDBConnection,
  scope: Scope,
  id: string,
): Promise<readonly unknown[] | undefined> {
  const values = [scope.projectId, scope.environmentId, id];
  const [named = inScope(scope)] = inActivity(scope, [['device_id', [id]]]);
  const [[newest] = []] = await (
    await connection.run(`SELECT max(last) FROM ${activityEver(scope)} WHERE ${named.sql}`, named.values)
  ).getRows();
  const event = await connection.run(
    `WITH newest AS MATERIALIZED (
        SELECT user_id, anonymous_id FROM ${everywhere('events')}
        WHERE p = ?::UUID AND e = ?::UUID AND device_id = ? AND ts = ?
        ORDER BY ts DESC, log_tag DESC, seq DESC, idx DESC LIMIT 1),
      ${ownersAmong(scope, 'SELECT anonymous_id FROM newest')}
      SELECT coalesce(ev.user_id, owner.user_id), ev.anonymous_id FROM newest AS ev ${JOIN_OWNER}`,
    [...values, newest ?? null],
  );
  const [row] = await event.getRowsJS();
  if (row !== undefined) return row;
  for (const table of ['crashes', 'metrics']) {
    const sql = `SELECT user_id, NULL FROM ${everywhere(table)} WHERE p = ?::UUID AND e = ?::UUID AND device_id = ?
      ORDER BY ts DESC LIMIT 1`;
    const [report] = await (await connection.run(sql, values)).getRowsJS();
    if (report !== undefined) return report;
  }
  return undefined;
}

async function eventsOfPerson(connection: DuckDBConnection, scope: Scope, ids: PersonIds): Promise<readonly unknown[]> {
  const parts = activityOf(scope, ids);
  const rows = parts.map(({ sql }) => `SELECT first, last, items, session_id FROM ${activityEver(scope)} WHERE ${sql}`);
  const result = await connection.run(
    `SELECT epoch_ms(min(first)), epoch_ms(max(last)), coalesce(sum(items), 0)::BIGINT, count(DISTINCT session_id)
      FROM (${rows.join(' UNION ALL ')})`,
    parts.flatMap(({ values }) => values),
  );
  return (await result.getRowsJS())[0] ?? [];
}

async function linksOfUser(connection: DuckDBConnection, scope: Scope, userId: string): Promise<readonly unknown[]> {
  const conditions = inScope(scope).where('user_id = ?', userId);
  const result = await connection.run(
    `SELECT epoch_ms(min(linked_at)), epoch_ms(max(linked_at)) FROM ${everywhere('links')} WHERE ${conditions.sql}`,
    conditions.values,
  );
  return (await result.getRowsJS())[0] ?? [];
}
