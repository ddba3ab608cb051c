import { memberName } from '../../control/member-name-statements.ts';
import type { Db } from '../../control/sql/db.ts';
import { boolean, integer, listOf, nullable, text, textOf, uuid, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { DESCRIBE, DESCRIPTION, descriptionColumns, storableDescription } from './crash-description-columns.ts';
import { fingerprintsOfGroup } from './crash-fingerprint-statements.ts';
import {
  type CrashDescription,
  type CrashGroup,
  type CrashGroupFilter,
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
const groupRow = {
  ...identity,
  ...descriptionColumns,
  ...standing,
  assigneeId: nullable(text),
  mergedInto: nullable(text),
};
type GroupRow = ValuesOf<typeof groupRow>;

const GROUP = `SELECT id, project_id AS projectId, environment_id AS environmentId, fingerprint, ${DESCRIPTION}, status,
  resolved_in_version AS resolvedInVersion, resolved_at AS resolvedAtMs, regressed_at AS regressedAtMs,
  regressed_in_version AS regressedInVersion, regressions, assignee_id AS assigneeId, merged_into AS mergedInto, created_at AS createdAtMs
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
const ASSIGNED_TO = statement({
  sql: `${GROUP} WHERE assignee_id = :assigneeId AND project_id = :projectId ORDER BY id`,
  params: { assigneeId: text, projectId: text },
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
const ASSIGN = statement({
  sql: 'UPDATE crash_groups SET assignee_id = :assigneeId WHERE id = :id',
  params: { id: text, assigneeId: nullable(text) },
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
const CHOSEN = statement({
  sql: `${SELECT} AND (:search IS NULL OR ${isIn('title')} OR ${isIn("coalesce(culprit, '')")}
      OR ${isIn("coalesce(exception_type, '')")})
    AND (:status IS NULL OR status = :status)
    AND (:isRegression IS NULL OR (status = 'open' AND regressed_at IS NOT NULL) = (:isRegression = 1))
    AND (:createdSinceMs IS NULL OR created_at >= :createdSinceMs)
    AND (:assigneeId IS NULL OR assignee_id = :assigneeId) AND (:isUnassigned = 0 OR assignee_id IS NULL) ${NEWEST}`,
  params: {
    environmentId: text,
    search: nullable(text),
    status: nullable(standing.status),
    isRegression: nullable(boolean),
    createdSinceMs: nullable(integer),
    assigneeId: nullable(text),
    isUnassigned: boolean,
  },
  row: { fingerprint: text },
});
const LEFT_OUT = statement({
  sql: `${SELECT} AND ((:isOpen = 1 AND status <> 'open') OR (:isUnassigned = 1 AND assignee_id IS NOT NULL)) ${NEWEST}`,
  params: { environmentId: text, isOpen: boolean, isUnassigned: boolean },
  row: { fingerprint: text },
});

/** The group itself or the one that it was merged into. */
export async function findGroup(db: Db, environmentId: string, id: string): Promise<CrashGroup | undefined> {
  const row = await db.one(FIND, { environmentId, id });
  if (row?.mergedInto != null) return await findGroup(db, environmentId, row.mergedInto);
  return row === undefined ? undefined : await groupOf(db, row);
}

async function groupOf(db: Db, { mergedInto: _, assigneeId, ...row }: GroupRow): Promise<CrashGroup> {
  const assignee = await memberName(db, assigneeId);
  return { ...row, assignee, fingerprints: await fingerprintsOfGroup(db, row.id) };
}

/** Also those that were merged into another: they may come back. */
export async function groupsAssignedTo(db: Db, projectId: string, assigneeId: string): Promise<readonly CrashGroup[]> {
  const groups: CrashGroup[] = [];
  for (const row of await db.all(ASSIGNED_TO, { projectId, assigneeId })) groups.push(await groupOf(db, row));
  return groups;
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
  group: Omit<CrashGroup, 'fingerprints' | 'assignee' | keyof CrashGroupStanding>,
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

export async function assignGroup(db: Db, id: string, assigneeId: string | null): Promise<void> {
  await db.run(ASSIGN, { id, assigneeId });
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

/** The fingerprints that stand for the groups. `assigneeId`: null for those that are nobody's. */
export async function chosenGroups(
  db: Db,
  environmentId: string,
  filter: Omit<CrashGroupFilter, 'assignee'> & { readonly assigneeId?: string | null },
): Promise<string[]> {
  const { search = null, status = null, isRegression = null, createdSinceMs = null, assigneeId } = filter;
  const isUnassigned = assigneeId === null;
  const asked = { environmentId, search, status, isRegression, createdSinceMs, isUnassigned };
  return (await db.all(CHOSEN, { ...asked, assigneeId: assigneeId ?? null })).map(({ fingerprint }) => fingerprint);
}

/** Those that a list of open, or of unassigned groups does not show. */
export async function leftOutGroups(
  db: Db,
  environmentId: string,
  { isOpen, isUnassigned }: { readonly isOpen: boolean; readonly isUnassigned: boolean },
): Promise<string[]> {
  return (await db.all(LEFT_OUT, { environmentId, isOpen, isUnassigned })).map(({ fingerprint }) => fingerprint);
}
