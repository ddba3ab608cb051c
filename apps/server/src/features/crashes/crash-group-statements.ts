import type { Db } from '../../control/sql/db.ts';
import { integer, listOf, nullable, text, textOf, uuid, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { DESCRIBE, DESCRIPTION, descriptionColumns, storableDescription } from './crash-description-columns.ts';
import { fingerprintsOfGroup } from './crash-fingerprint-statements.ts';
import {
  type CrashDescription,
  type CrashGroup,
  type CrashGroupStatus,
  MAX_FOUND_GROUPS,
} from './crash-group-store.ts';
import type { CrashGroupStanding } from './move-crash-group.ts';

const standing = {
  status: textOf<CrashGroupStatus>(),
  resolvedInVersion: nullable(text),
  resolvedAtMs: nullable(integer),
  regressedAtMs: nullable(integer),
  regressedInVersion: nullable(text),
  regressions: integer,
};
const identity = { id: text, projectId: text, environmentId: text, fingerprint: text, createdAtMs: integer };
const groupRow = { ...identity, ...descriptionColumns, ...standing, mergedInto: nullable(text) };
type GroupRow = ValuesOf<typeof groupRow>;

const GROUP = `SELECT id, project_id AS projectId, environment_id AS environmentId, fingerprint, ${DESCRIPTION}, status,
  resolved_in_version AS resolvedInVersion, resolved_at AS resolvedAtMs, regressed_at AS regressedAtMs,
  regressed_in_version AS regressedInVersion, regressions, merged_into AS mergedInto, created_at AS createdAtMs
  FROM crash_groups`;
const FIND = statement({
  sql: `${GROUP} WHERE environment_id = :environmentId AND id = :id`,
  params: { environmentId: uuid, id: uuid },
  row: groupRow,
});
const OF_FINGERPRINTS = statement({
  sql: `${GROUP} WHERE id IN (SELECT group_id FROM crash_fingerprints
    WHERE environment_id = :environmentId AND fingerprint IN :fingerprints) ORDER BY id`,
  params: { environmentId: text, fingerprints: listOf(text) },
  row: groupRow,
});
const MERGED_AWAY = statement({
  sql: 'SELECT id FROM crash_groups WHERE merged_into = :mergedInto AND fingerprint = :fingerprint',
  params: { mergedInto: text, fingerprint: text },
  row: { id: text },
});
const INSERT = statement({
  sql: `INSERT INTO crash_groups (id, project_id, environment_id, fingerprint, title, culprit, exception_type, reason,
    rule, status, regressions, created_at) VALUES (:id, :projectId, :environmentId, :fingerprint, :title, :culprit,
    :exceptionType, :reason, :rule, 'open', 0, :createdAtMs)`,
  params: { ...identity, ...descriptionColumns },
});
const STAND = statement({
  sql: `UPDATE crash_groups SET status = :status, resolved_in_version = :resolvedInVersion, resolved_at = :resolvedAtMs,
    regressed_at = :regressedAtMs, regressed_in_version = :regressedInVersion, regressions = :regressions
    WHERE id = :id`,
  params: { ...standing, id: text },
});
const DESCRIBE_GROUP = statement({
  sql: `UPDATE crash_groups SET ${DESCRIBE} WHERE id = :id`,
  params: { ...descriptionColumns, id: text },
});
const REPRESENT = statement({
  sql: 'UPDATE crash_groups SET fingerprint = :fingerprint WHERE id = :id',
  params: { id: text, fingerprint: text },
});
const MERGE = statement({
  sql: 'UPDATE crash_groups SET merged_into = :mergedInto WHERE id = :id OR merged_into = :id',
  params: { mergedInto: text, id: text },
});
const BRING_BACK = statement({
  sql: "UPDATE crash_groups SET merged_into = NULL, status = 'open', resolved_at = NULL WHERE id = :id",
  params: { id: text },
});

const SELECT = 'SELECT fingerprint FROM crash_groups WHERE environment_id = :environmentId AND merged_into IS NULL';
const NEWEST = `ORDER BY id DESC LIMIT ${MAX_FOUND_GROUPS}`;
const isIn = (shown: string): string => `strpos(lower(${shown}), lower(:search)) > 0`;
const SEARCHED = statement({
  sql: `${SELECT} AND (${isIn('title')} OR ${isIn("coalesce(culprit, '')")} OR ${isIn("coalesce(exception_type, '')")})
    AND (:status IS NULL OR status = :status) ${NEWEST}`,
  params: { environmentId: text, search: text, status: nullable(standing.status) },
  row: { fingerprint: text },
});
const WITH_STATUS = statement({
  sql: `${SELECT} AND status = :status ${NEWEST}`,
  params: { environmentId: text, status: standing.status },
  row: { fingerprint: text },
});
const NOT_OPEN = statement({
  sql: `${SELECT} AND status <> 'open' ${NEWEST}`,
  params: { environmentId: text },
  row: { fingerprint: text },
});

/** The group itself or the one that it was merged into. */
export async function findGroup(db: Db, environmentId: string, id: string): Promise<CrashGroup | undefined> {
  const row = await db.one(FIND, { environmentId, id });
  if (row?.mergedInto != null) return await findGroup(db, environmentId, row.mergedInto);
  return row === undefined ? undefined : await groupOf(db, row);
}

async function groupOf(db: Db, { mergedInto: _, ...row }: GroupRow): Promise<CrashGroup> {
  return { ...row, fingerprints: await fingerprintsOfGroup(db, row.id) };
}

export async function groupsOfFingerprints(
  db: Db,
  environmentId: string,
  fingerprints: readonly string[],
): Promise<readonly CrashGroup[]> {
  const groups: CrashGroup[] = [];
  for (const row of await db.all(OF_FINGERPRINTS, { environmentId, fingerprints })) groups.push(await groupOf(db, row));
  return groups;
}

/** The group that had this fingerprint before it was merged into another. */
export async function findMergedAway(db: Db, mergedInto: string, fingerprint: string): Promise<string | undefined> {
  return (await db.one(MERGED_AWAY, { mergedInto, fingerprint }))?.id;
}

export async function insertGroup(
  db: Db,
  group: Omit<CrashGroup, 'fingerprints' | keyof CrashGroupStanding>,
): Promise<void> {
  await db.run(INSERT, { ...group, ...storableDescription(group) });
}

export async function standGroup(db: Db, id: string, moved: CrashGroupStanding): Promise<void> {
  const { resolvedInVersion, regressedInVersion } = moved;
  await db.run(STAND, {
    ...moved,
    id,
    resolvedInVersion: resolvedInVersion === null ? null : storeText(resolvedInVersion),
    regressedInVersion: regressedInVersion === null ? null : storeText(regressedInVersion),
  });
}

export async function describeGroup(db: Db, id: string, description: CrashDescription): Promise<void> {
  await db.run(DESCRIBE_GROUP, { ...storableDescription(description), id });
}

/** From now on this one of its fingerprints stands for the group. */
export async function representGroup(db: Db, id: string, fingerprint: string): Promise<void> {
  await db.run(REPRESENT, { id, fingerprint });
}

/** With all that was merged into it. */
export async function mergeGroup(db: Db, id: string, mergedInto: string): Promise<void> {
  await db.run(MERGE, { id, mergedInto });
}

export async function bringBackGroup(db: Db, id: string): Promise<void> {
  await db.run(BRING_BACK, { id });
}

export async function searchGroups(
  db: Db,
  environmentId: string,
  search: string,
  status: CrashGroupStatus | null,
): Promise<string[]> {
  return (await db.all(SEARCHED, { environmentId, search, status })).map(({ fingerprint }) => fingerprint);
}

export async function groupsWithStatus(db: Db, environmentId: string, status: CrashGroupStatus): Promise<string[]> {
  return (await db.all(WITH_STATUS, { environmentId, status })).map(({ fingerprint }) => fingerprint);
}

export async function groupsNotOpen(db: Db, environmentId: string): Promise<string[]> {
  return (await db.all(NOT_OPEN, { environmentId })).map(({ fingerprint }) => fingerprint);
}
