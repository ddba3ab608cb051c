import type { Db } from '../../control/sql/db.ts';
import { chosenId, integer, json, nullable, text, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import type { Attributes, Device, DeviceFacts, DeviceProfile } from './device-store.ts';
import { userRevision } from './user-statements.ts';

/** Facts by the names of their columns. */
const FACT_COLUMNS: Readonly<Record<keyof DeviceFacts, string>> = {
  platform: 'platform',
  deviceModel: 'device_model',
  osName: 'os_name',
  osVersion: 'os_version',
  appVersion: 'app_version',
  buildNumber: 'build_number',
  locale: 'locale',
  country: 'country',
  timezone: 'timezone',
};
const FACTS = Object.keys(FACT_COLUMNS) as (keyof DeviceFacts)[];
const COLUMNS = Object.values(FACT_COLUMNS);

const facts = {
  platform: nullable(text),
  deviceModel: nullable(text),
  osName: nullable(text),
  osVersion: nullable(text),
  appVersion: nullable(text),
  buildNumber: nullable(text),
  locale: nullable(text),
  country: nullable(text),
  timezone: nullable(text),
};
const device = {
  environmentId: text,
  deviceId: chosenId,
  anonymousId: chosenId,
  ...facts,
  userId: nullable(chosenId),
  revision: integer,
  lastSeenAtMs: integer,
};
const { environmentId: _, ...ofDevice } = device;
export const profileRow = {
  ...ofDevice,
  listingId: text,
  firstSeenAtMs: integer,
  userAttributes: nullable(json<Attributes>()),
  userRevision: nullable(integer),
  groupKeys: nullable(json<readonly string[]>()),
  groupRevision: nullable(integer),
};
export type ProfileRow = ValuesOf<typeof profileRow>;

export const PROFILE = `SELECT d.device_id AS deviceId, d.listing_id AS listingId, d.anonymous_id AS anonymousId,
  ${FACTS.map((fact) => `d.${FACT_COLUMNS[fact]} AS ${fact}`).join(', ')}, d.user_id AS userId, d.revision,
  d.first_seen_at AS firstSeenAtMs, d.last_seen_at AS lastSeenAtMs, u.attributes AS userAttributes,
  u.revision AS userRevision, g.group_keys AS groupKeys, g.revision AS groupRevision
  FROM devices d JOIN environments e ON e.id = d.environment_id
  LEFT JOIN users u ON u.environment_id = d.environment_id AND u.user_id = d.user_id
  LEFT JOIN user_groups g ON g.project_id = e.project_id AND g.user_id = d.user_id`;

const FIND_PROFILE = statement({
  sql: `${PROFILE} WHERE d.environment_id = :environmentId AND d.device_id = :deviceId`,
  params: { environmentId: text, deviceId: chosenId },
  row: profileRow,
});
const INSERT_DEVICE = statement({
  sql: `INSERT INTO devices (environment_id, device_id, listing_id, anonymous_id, ${COLUMNS.join(', ')}, user_id,
    revision, first_seen_at, last_seen_at) VALUES (:environmentId, :deviceId, :listingId, :anonymousId,
    ${FACTS.map((fact) => `:${fact}`).join(', ')}, :userId, :revision, :firstSeenAtMs, :lastSeenAtMs)`,
  params: { ...device, listingId: text, firstSeenAtMs: integer },
});
const UPDATE_DEVICE = statement({
  sql: `UPDATE devices SET anonymous_id = :anonymousId, ${FACTS.map((fact) => `${FACT_COLUMNS[fact]} = :${fact}`).join(', ')},
    user_id = :userId, revision = :revision, last_seen_at = :lastSeenAtMs
    WHERE environment_id = :environmentId AND device_id = :deviceId`,
  params: device,
});
const FIND_LINK = statement({
  sql: `SELECT 1 FROM links WHERE environment_id = :environmentId AND anonymous_id = :anonymousId
    AND user_id = :userId AND first_linked_at <= :atMs`,
  params: { environmentId: text, anonymousId: chosenId, userId: chosenId, atMs: integer },
});
const UPSERT_LINK = statement({
  sql: `INSERT INTO links (environment_id, anonymous_id, user_id, first_linked_at)
    VALUES (:environmentId, :anonymousId, :userId, :atMs) ON CONFLICT (environment_id, anonymous_id, user_id)
    DO UPDATE SET first_linked_at = least(links.first_linked_at, excluded.first_linked_at)`,
  params: { environmentId: text, anonymousId: chosenId, userId: chosenId, atMs: integer },
});

/** As they come back from the database: otherwise an odd fact would look changed each time it is sent. */
export function storableFacts(sent: DeviceFacts): DeviceFacts {
  const storable: Partial<Record<keyof DeviceFacts, string>> = {};
  for (const fact of FACTS) {
    const value = sent[fact];
    if (value !== undefined) storable[fact] = storeText(value);
  }
  return storable;
}

export async function findProfile(db: Db, environmentId: string, deviceId: string): Promise<DeviceProfile | undefined> {
  const row = await db.one(FIND_PROFILE, { environmentId, deviceId });
  return row && readProfile(environmentId, row);
}

export function readProfile(environmentId: string, row: ProfileRow): DeviceProfile {
  const known: Partial<Record<keyof DeviceFacts, string>> = {};
  for (const fact of FACTS) {
    const value = row[fact];
    if (value !== null) known[fact] = value;
  }
  return {
    environmentId,
    deviceId: row.deviceId,
    anonymousId: row.anonymousId,
    facts: known,
    userId: row.userId,
    revision: row.revision,
    firstSeenAtMs: row.firstSeenAtMs,
    lastSeenAtMs: row.lastSeenAtMs,
    userAttributes: row.userAttributes ?? {},
    userGroups: row.groupKeys ?? [],
    userRevision: userRevision(row.userRevision ?? 0, row.groupRevision),
  };
}

/** `listingId` names it in lists. */
export async function insertDevice(db: Db, listingId: string, inserted: Device): Promise<void> {
  const { firstSeenAtMs } = inserted;
  await db.run(INSERT_DEVICE, Object.assign(storedDevice(inserted), { listingId, firstSeenAtMs }));
}

export async function updateDevice(db: Db, updated: Device): Promise<void> {
  await db.run(UPDATE_DEVICE, storedDevice(updated));
}

/** Whether the link is known and not younger than this. */
export async function hasLinkSince(
  db: Db,
  environmentId: string,
  anonymousId: string,
  userId: string,
  atMs: number,
): Promise<boolean> {
  return (await db.one(FIND_LINK, { environmentId, anonymousId, userId, atMs })) !== undefined;
}

export async function upsertLink(
  db: Db,
  environmentId: string,
  anonymousId: string,
  userId: string,
  atMs: number,
): Promise<void> {
  await db.run(UPSERT_LINK, { environmentId, anonymousId, userId, atMs });
}

/** Member by member: every registration comes by here, and copies of objects cost more than the statement. */
function storedDevice({ environmentId, deviceId, anonymousId, facts: known, userId, revision, lastSeenAtMs }: Device) {
  return {
    environmentId,
    deviceId,
    anonymousId,
    platform: known.platform ?? null,
    deviceModel: known.deviceModel ?? null,
    osName: known.osName ?? null,
    osVersion: known.osVersion ?? null,
    appVersion: known.appVersion ?? null,
    buildNumber: known.buildNumber ?? null,
    locale: known.locale ?? null,
    country: known.country ?? null,
    timezone: known.timezone ?? null,
    userId,
    revision,
    lastSeenAtMs,
  };
}
