import { uuidv7 } from 'uuidv7';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { readId, storeId, storeText } from '../../engines/sqlite/stored-text.ts';
import type { Device, DeviceFacts, DeviceProfile } from './device-store.ts';
import { readGroups, userRevision } from './user-rows.ts';

const FACTS: readonly (readonly [keyof DeviceFacts, string])[] = [
  ['platform', 'platform'],
  ['deviceModel', 'device_model'],
  ['osName', 'os_name'],
  ['osVersion', 'os_version'],
  ['appVersion', 'app_version'],
  ['buildNumber', 'build_number'],
  ['locale', 'locale'],
  ['country', 'country'],
  ['timezone', 'timezone'],
];
const FACT_COLUMNS = FACTS.map(([, column]) => column);

export const PROFILE = `SELECT d.device_id, d.listing_id, d.anonymous_id, ${FACTS.map(([fact, column]) => `d.${column} AS ${fact}`).join(', ')},
  d.user_id, d.revision, d.first_seen_at, d.last_seen_at, u.attributes, u.revision AS user_revision,
  g.group_keys, g.revision AS group_revision
  FROM devices d JOIN environments e ON e.id = d.environment_id
  LEFT JOIN users u ON u.environment_id = d.environment_id AND u.user_id = d.user_id
  LEFT JOIN user_groups g ON g.project_id = e.project_id AND g.user_id = d.user_id`;
const FIND_PROFILE = `${PROFILE} WHERE d.environment_id = ? AND d.device_id = ?`;
const INSERT_DEVICE = `INSERT INTO devices (environment_id, device_id, listing_id, anonymous_id, ${FACT_COLUMNS.join(', ')},
  user_id, revision, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?, ${FACTS.map(() => '?').join(', ')}, ?, ?, ?, ?)`;
const UPDATE_DEVICE = `UPDATE devices SET anonymous_id = ?, ${FACT_COLUMNS.map((column) => `${column} = ?`).join(', ')},
  user_id = ?, revision = ?, last_seen_at = ? WHERE environment_id = ? AND device_id = ?`;
const UPSERT_LINK = `INSERT INTO links (environment_id, anonymous_id, user_id, first_linked_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (environment_id, anonymous_id, user_id)
  DO UPDATE SET first_linked_at = min(first_linked_at, excluded.first_linked_at)`;

export type ProfileRow = Record<keyof DeviceFacts, string | null> & {
  readonly device_id: string;
  readonly listing_id: string;
  readonly anonymous_id: string;
  readonly user_id: string | null;
  readonly revision: number;
  readonly first_seen_at: number;
  readonly last_seen_at: number;
  readonly attributes: string | null;
  readonly user_revision: number | null;
  readonly group_keys: string | null;
  readonly group_revision: number | null;
};

/** As they come back from the database: otherwise an odd fact would look changed each time it is sent. */
export function storableFacts(sent: DeviceFacts): DeviceFacts {
  const facts: Partial<Record<keyof DeviceFacts, string>> = {};
  for (const [fact] of FACTS) {
    const value = sent[fact];
    if (value !== undefined) facts[fact] = storeText(value);
  }
  return facts;
}

export function findProfile(sql: Sql, environmentId: string, deviceId: string): DeviceProfile | undefined {
  const row = sql.one<ProfileRow>(FIND_PROFILE, environmentId, storeId(deviceId));
  return row && readProfile(environmentId, row);
}

export function readProfile(environmentId: string, row: ProfileRow): DeviceProfile {
  const facts: Partial<Record<keyof DeviceFacts, string>> = {};
  for (const [fact] of FACTS) {
    const value = row[fact];
    if (value !== null) facts[fact] = value;
  }
  return {
    environmentId,
    deviceId: readId(row.device_id),
    anonymousId: readId(row.anonymous_id),
    facts,
    userId: row.user_id === null ? null : readId(row.user_id),
    revision: row.revision,
    firstSeenAtMs: row.first_seen_at,
    lastSeenAtMs: row.last_seen_at,
    userAttributes: row.attributes === null ? {} : JSON.parse(row.attributes),
    userGroups: readGroups(row.group_keys),
    userRevision: userRevision(row.user_revision ?? 0, row.group_revision),
  };
}

export function insertDevice(sql: Sql, device: Device): void {
  sql.run(
    INSERT_DEVICE,
    device.environmentId,
    storeId(device.deviceId),
    uuidv7(),
    storeId(device.anonymousId),
    ...factValues(device.facts),
    device.userId === null ? null : storeId(device.userId),
    device.revision,
    device.firstSeenAtMs,
    device.lastSeenAtMs,
  );
}

export function updateDevice(sql: Sql, device: Device): void {
  sql.run(
    UPDATE_DEVICE,
    storeId(device.anonymousId),
    ...factValues(device.facts),
    device.userId === null ? null : storeId(device.userId),
    device.revision,
    device.lastSeenAtMs,
    device.environmentId,
    storeId(device.deviceId),
  );
}

/** Whether the link is known and not younger than this. */
export function hasLinkSince(
  sql: Sql,
  environmentId: string,
  anonymousId: string,
  userId: string,
  atMs: number,
): boolean {
  const text = `SELECT 1 FROM links WHERE environment_id = ? AND anonymous_id = ? AND user_id = ? AND first_linked_at <= ?`;
  return sql.one(text, environmentId, storeId(anonymousId), storeId(userId), atMs) !== undefined;
}

export function upsertLink(sql: Sql, environmentId: string, anonymousId: string, userId: string, atMs: number): void {
  sql.run(UPSERT_LINK, environmentId, storeId(anonymousId), storeId(userId), atMs);
}

function factValues(facts: DeviceFacts): (string | null)[] {
  return FACTS.map(([fact]) => facts[fact] ?? null);
}
