import { memberName } from '../../control/member-name-statements.ts';
import type { PageRequest } from '../../control/page.ts';
import { cursorOf } from '../../control/page-of.ts';
import { byIdOrKey, hasKeyIn } from '../../control/sql/by-id-or-key.ts';
import type { Db } from '../../control/sql/db.ts';
import { boolean, integer, json, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { ValueType } from '../../edge/targeting-rules.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import type { Flag, FlagFilter, FlagKind, FlagSighting, FlagStatus, Prerequisite } from './flag-store.ts';

/** A flag without what is found out when it is shown. */
export type FlagCore = Omit<Flag, 'stale' | 'lastSeenAtMs' | 'owner'> & { readonly ownerId: string | null };

const flagRow = {
  id: text,
  projectId: text,
  key: text,
  name: text,
  description: nullable(text),
  valueType: textOf<ValueType>(),
  defaultValue: json<unknown>(),
  platforms: json<readonly string[]>(),
  tags: json<readonly string[]>(),
  kind: textOf<FlagKind>(),
  status: textOf<FlagStatus>(),
  ownerId: nullable(text),
  prerequisites: json<readonly Prerequisite[]>(),
  expiresOn: nullable(text),
  createdAtMs: integer,
  updatedAtMs: integer,
};

const FLAG = `SELECT id, project_id AS projectId, key, name, description, value_type AS valueType,
  default_value AS defaultValue, platforms, tags, kind, status, owner_id AS ownerId, prerequisites,
  expires_on AS expiresOn, created_at AS createdAtMs, updated_at AS updatedAtMs FROM flags`;
const LIST = statement({
  sql: `${FLAG} WHERE project_id = :projectId AND id < :cursor AND (:status IS NULL OR status = :status)
    AND (:platform IS NULL OR json_has(platforms, :platform)) AND (:tag IS NULL OR json_has(tags, :tag))
    AND (:search IS NULL OR strpos(search, :search) > 0) AND (:kind IS NULL OR kind = :kind)
    AND (:ownerId IS NULL OR owner_id = :ownerId) AND (:isUnowned = 0 OR owner_id IS NULL)
    AND (:expiresBy IS NULL OR expires_on <= :expiresBy) ORDER BY id DESC LIMIT :limit`,
  params: {
    projectId: uuid,
    cursor: text,
    status: nullable(textOf<FlagStatus>()),
    platform: nullable(text),
    tag: nullable(text),
    search: nullable(text),
    kind: nullable(textOf<FlagKind>()),
    ownerId: nullable(text),
    isUnowned: boolean,
    expiresBy: nullable(text),
    limit: integer,
  },
  row: flagRow,
});
const SAVE = statement({
  sql: `INSERT INTO flags (id, project_id, key, name, description, value_type, default_value, platforms, tags, kind,
    status, owner_id, prerequisites, expires_on, search, created_at, updated_at) VALUES (:id, :projectId, :key, :name,
    :description, :valueType, :defaultValue, :platforms, :tags, :kind, :status, :ownerId, :prerequisites, :expiresOn,
    :search, :createdAtMs, :updatedAtMs)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description,
    default_value = excluded.default_value, platforms = excluded.platforms, tags = excluded.tags, kind = excluded.kind,
    status = excluded.status, owner_id = excluded.owner_id, prerequisites = excluded.prerequisites,
    expires_on = excluded.expires_on, search = excluded.search, updated_at = excluded.updated_at`,
  params: { ...flagRow, search: text },
});
const OWNED_BY = statement({
  sql: `${FLAG} WHERE owner_id = :ownerId AND project_id = :projectId ORDER BY id`,
  params: { ownerId: text, projectId: text },
  row: flagRow,
});
const LAST_SEEN = statement({
  sql: 'SELECT max(last_seen_at) AS lastSeenAtMs FROM flag_sightings WHERE flag_id = :flagId',
  params: { flagId: text },
  row: { lastSeenAtMs: nullable(integer) },
});
const NOTE_SIGHTING = statement({
  sql: `INSERT INTO flag_sightings (flag_id, environment_id, last_seen_at)
    SELECT f.id, e.id, :seenAtMs FROM flags f JOIN environments e ON e.project_id = f.project_id
    WHERE f.id = :flagId AND e.id = :environmentId ON CONFLICT (flag_id, environment_id)
    DO UPDATE SET last_seen_at = greatest(flag_sightings.last_seen_at, excluded.last_seen_at)`,
  params: { flagId: uuid, environmentId: uuid, seenAtMs: integer },
});

/** One more than the page holds where there is a next one. */
export async function listFlags(db: Db, filter: FlagFilter, page: PageRequest): Promise<readonly FlagCore[]> {
  const { projectId, status = null, platform = null, tag = null, kind = null } = filter;
  const search = filter.search?.toLowerCase() ?? null;
  const owner = await memberName(db, filter.owner ?? null);
  const isNobody = owner === null && typeof filter.owner === 'string';
  if (isNobody) return [];
  const ofOwner = { ownerId: owner?.id ?? null, isUnowned: filter.owner === null };
  const asked = { projectId, status, platform, tag, kind, search, ...ofOwner, expiresBy: filter.expiresBy ?? null };
  return await db.all(LIST, { ...asked, cursor: cursorOf(page), limit: page.limit + 1 });
}

export async function flagsOwnedBy(db: Db, projectId: string, ownerId: string): Promise<readonly FlagCore[]> {
  return await db.all(OWNED_BY, { projectId, ownerId });
}

export const findFlag = byIdOrKey(FLAG, flagRow);

export const hasFlagKey = hasKeyIn('flags');

export async function saveFlag(db: Db, flag: FlagCore): Promise<void> {
  await db.run(SAVE, { ...flag, search: searchText(flag) });
}

/** The latest in any environment. */
export async function lastSeenAt(db: Db, flagId: string): Promise<number | null> {
  return (await db.one(LAST_SEEN, { flagId }))?.lastSeenAtMs ?? null;
}

/** Passes over a flag or an environment that is not there. */
export async function noteSighting(db: Db, { flagId, environmentId, seenAtMs }: FlagSighting): Promise<void> {
  await db.run(NOTE_SIGHTING, { flagId, environmentId, seenAtMs });
}

/** As it comes back from the database: otherwise an odd text would look changed each time it is sent. */
export function storableFlag(flag: FlagCore): FlagCore {
  return {
    ...flag,
    name: storeText(flag.name),
    description: flag.description === null ? null : storeText(flag.description),
    tags: flag.tags.map(storeText),
  };
}

export function searchText({ key, name }: { readonly key: string; readonly name: string }): string {
  return storeText(`${key}\n${name}`.toLowerCase());
}
