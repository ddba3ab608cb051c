import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { eventsOf, NAMES_DEVICE_ONLY, ownerOf, personIds } from '../../../analytics/clickhouse/relations/person-ids.ts';
import { joinOwners } from '../../../analytics/clickhouse/relations/persons.ts';
import type { TableName } from '../../../analytics/clickhouse/tables.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { PersonIds } from '../../../analytics/person-ref.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { Cell } from '../../../engines/clickhouse/clickhouse-client.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { PersonParams, PersonResult } from '../queries/people.ts';
import { type PersonReader, personProfile } from '../queries/person-profile.ts';

export const person = (reader: ClickhouseReader, params: PersonParams): Promise<PersonResult> =>
  personProfile(readerOf(reader, params.scope), params);

const readerOf = (reader: ClickhouseReader, scope: Scope): PersonReader => ({
  isUser: (id) => isUser(reader, scope, id),
  ownerOf: (id) => ownerOf(reader, scope, id),
  hasAnonymousEvents: (id) => has(reader, 'events', scope, 'anonymous_id', id),
  hasEventsOfDevice: (id) => has(reader, 'events', scope, NAMES_DEVICE_ONLY, id),
  lastOnDevice: (id) => lastOnDevice(reader, scope, id),
  idsOf: (ref) => personIds(reader, scope, ref),
  eventsOf: (ids) => eventsOfPerson(reader, scope, ids),
  linksOf: (userId) => linksOfUser(reader, scope, userId),
});

async function isUser(reader: ClickhouseReader, scope: Scope, id: string): Promise<boolean> {
  for (const table of ['links', 'events', 'crashes', 'metrics'] as const) {
    if (await has(reader, table, scope, 'user_id', id)) return true;
  }
  return false;
}

async function has(
  reader: ClickhouseReader,
  table: TableName,
  scope: Scope,
  column: string,
  id: string,
): Promise<boolean> {
  const sql = `SELECT 1 FROM ${visible(table)} WHERE ${inScope(scope)} AND ${column} = ${quoted(id)} LIMIT 1`;
  return (await reader.rows(sql)).length > 0;
}

const NEWEST_FIRST = 'ts_ms DESC, log_tag DESC, seq DESC, idx DESC';

/** Whose the newest event, report or metric of a device is. */
async function lastOnDevice(reader: ClickhouseReader, scope: Scope, id: string): Promise<readonly Cell[] | undefined> {
  const isOfDevice = `${inScope(scope)} AND device_id = ${quoted(id)}`;
  const [event] = await reader.rows(
    `SELECT coalesce(ev.user_id, owner.owner_id), ev.anonymous_id FROM (
        SELECT user_id, anonymous_id FROM ${visible('events')} WHERE ${isOfDevice}
        ORDER BY ${NEWEST_FIRST} LIMIT 1) AS ev ${joinOwners(scope)}`,
  );
  if (event !== undefined) return event;
  for (const table of ['crashes', 'metrics'] as const) {
    const sql = `SELECT user_id FROM ${visible(table)} WHERE ${isOfDevice} ORDER BY ${NEWEST_FIRST} LIMIT 1`;
    const [report] = await reader.rows(sql);
    if (report !== undefined) return report;
  }
  return undefined;
}

async function eventsOfPerson(reader: ClickhouseReader, scope: Scope, ids: PersonIds): Promise<readonly Cell[]> {
  const rows = eventsOf(scope, ids).map(
    (condition) => `SELECT ts_ms, session_id FROM ${visible('events')} WHERE ${condition}`,
  );
  const [totals = []] = await reader.rows(
    `SELECT minOrNull(ts_ms), maxOrNull(ts_ms), count(), uniqExact(session_id) FROM (${rows.join(' UNION ALL ')})`,
  );
  return totals;
}

async function linksOfUser(reader: ClickhouseReader, scope: Scope, userId: string): Promise<readonly Cell[]> {
  const [moments = []] = await reader.rows(
    `SELECT minOrNull(linked_at_ms), maxOrNull(linked_at_ms) FROM ${visible('links')}
      WHERE ${inScope(scope)} AND user_id = ${quoted(userId)}`,
  );
  return moments;
}
