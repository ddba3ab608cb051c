import type { Db } from '../../control/sql/db.ts';
import { integer, nullable, text, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { DESCRIBE, DESCRIPTION, descriptionColumns, storableDescription } from './crash-description-columns.ts';
import type { CrashDescription, CrashFingerprint } from './crash-group-store.ts';

const fingerprintRow = { ...descriptionColumns, fingerprint: text, groupId: text, successor: nullable(text) };
type FingerprintRow = ValuesOf<typeof fingerprintRow>;

const one = { environmentId: text, fingerprint: text };
const FIND = statement({
  sql: `SELECT fingerprint, group_id AS groupId, successor, ${DESCRIPTION} FROM crash_fingerprints
    WHERE environment_id = :environmentId AND fingerprint = :fingerprint`,
  params: one,
  row: fingerprintRow,
});
const OF_GROUP = statement({
  sql: `SELECT fingerprint, ${DESCRIPTION} FROM crash_fingerprints WHERE group_id = :groupId
    ORDER BY created_at, fingerprint`,
  params: { groupId: text },
  row: { ...descriptionColumns, fingerprint: text },
});
const NAMES_OF_GROUP = statement({
  sql: 'SELECT fingerprint FROM crash_fingerprints WHERE group_id = :groupId ORDER BY created_at, fingerprint',
  params: { groupId: text },
  row: { fingerprint: text },
});
const COUNT = statement({
  sql: 'SELECT count(*) AS count FROM crash_fingerprints WHERE environment_id = :environmentId',
  params: { environmentId: text },
  row: { count: integer },
});
const ALIASES = statement({
  sql: `SELECT fingerprint, stands_for AS standsFor FROM crash_fingerprints
    WHERE environment_id = :environmentId AND stands_for <> fingerprint ORDER BY fingerprint`,
  params: { environmentId: text },
  row: { fingerprint: text, standsFor: text },
});
const DESCRIBED_BEFORE = statement({
  sql: `SELECT fingerprint FROM crash_fingerprints WHERE environment_id = :environmentId
    AND coalesce(described_at, created_at) < :beforeMs
    ORDER BY coalesce(described_at, created_at), fingerprint LIMIT :limit`,
  params: { environmentId: text, beforeMs: integer, limit: integer },
  row: { fingerprint: text },
});
const INSERT = statement({
  sql: `INSERT INTO crash_fingerprints (environment_id, fingerprint, group_id, stands_for, title, culprit,
    exception_type, reason, rule, created_at, described_at) VALUES (:environmentId, :fingerprint, :groupId, :standsFor,
    :title, :culprit, :exceptionType, :reason, :rule, :atMs, :describedAtMs)`,
  params: { ...one, ...descriptionColumns, groupId: text, standsFor: text, atMs: integer, describedAtMs: integer },
});
const DESCRIBE_ONE = statement({
  sql: `UPDATE crash_fingerprints SET ${DESCRIBE} WHERE environment_id = :environmentId AND fingerprint = :fingerprint`,
  params: { ...one, ...descriptionColumns },
});
const MARK_DESCRIBED = statement({
  sql: `UPDATE crash_fingerprints SET described_at = :describedAtMs
    WHERE environment_id = :environmentId AND fingerprint = :fingerprint`,
  params: { ...one, describedAtMs: integer },
});
const SUCCEED = statement({
  sql: `UPDATE crash_fingerprints SET successor = :successor
    WHERE environment_id = :environmentId AND fingerprint = :fingerprint`,
  params: { ...one, successor: text },
});
const MOVE_ALL = statement({
  sql: `UPDATE crash_fingerprints SET group_id = :toGroupId, stands_for = :standsFor WHERE group_id = :fromGroupId`,
  params: { toGroupId: text, standsFor: text, fromGroupId: text },
});
const MOVE_ONE = statement({
  sql: `UPDATE crash_fingerprints SET group_id = :groupId, stands_for = fingerprint
    WHERE environment_id = :environmentId AND fingerprint = :fingerprint`,
  params: { ...one, groupId: text },
});
const STAND_FOR_GROUP = statement({
  sql: 'UPDATE crash_fingerprints SET stands_for = :standsFor WHERE group_id = :groupId',
  params: { standsFor: text, groupId: text },
});

export async function findFingerprint(
  db: Db,
  environmentId: string,
  fingerprint: string,
): Promise<FingerprintRow | undefined> {
  return await db.one(FIND, { environmentId, fingerprint });
}

export async function describedFingerprints(db: Db, groupId: string): Promise<readonly CrashFingerprint[]> {
  return await db.all(OF_GROUP, { groupId });
}

export async function fingerprintsOfGroup(db: Db, groupId: string): Promise<string[]> {
  return (await db.all(NAMES_OF_GROUP, { groupId })).map(({ fingerprint }) => fingerprint);
}

export async function countFingerprints(db: Db, environmentId: string): Promise<number> {
  return (await db.one(COUNT, { environmentId }))?.count ?? 0;
}

export async function aliasesOf(db: Db, environmentId: string): Promise<(readonly [string, string])[]> {
  const rows = await db.all(ALIASES, { environmentId });
  return rows.map(({ fingerprint, standsFor }) => [fingerprint, standsFor] as const);
}

export async function fingerprintsDescribedBefore(
  db: Db,
  environmentId: string,
  beforeMs: number,
  limit: number,
): Promise<readonly string[]> {
  return (await db.all(DESCRIBED_BEFORE, { environmentId, beforeMs, limit })).map(({ fingerprint }) => fingerprint);
}

/** `standsFor`: the fingerprint of its group that stands for all of them. */
export async function insertFingerprint(
  db: Db,
  environmentId: string,
  row: CrashDescription & { readonly fingerprint: string; readonly groupId: string; readonly describedAtMs: number },
  standsFor: string,
  atMs: number,
): Promise<void> {
  const { fingerprint, groupId, describedAtMs } = row;
  const described = storableDescription(row);
  await db.run(INSERT, { ...described, environmentId, fingerprint, groupId, standsFor, atMs, describedAtMs });
}

export async function describeFingerprint(
  db: Db,
  environmentId: string,
  fingerprint: string,
  description: CrashDescription,
): Promise<void> {
  await db.run(DESCRIBE_ONE, { ...storableDescription(description), environmentId, fingerprint });
}

/** When the report was received that its description is from. */
export async function markDescribed(
  db: Db,
  environmentId: string,
  fingerprint: string,
  describedAtMs: number,
): Promise<void> {
  await db.run(MARK_DESCRIBED, { environmentId, fingerprint, describedAtMs });
}

export async function succeedFingerprint(
  db: Db,
  environmentId: string,
  fingerprint: string,
  successor: string,
): Promise<void> {
  await db.run(SUCCEED, { environmentId, fingerprint, successor });
}

/** All fingerprints of a group go to another, where `standsFor` stands for them. */
export async function moveFingerprints(
  db: Db,
  fromGroupId: string,
  toGroupId: string,
  standsFor: string,
): Promise<void> {
  await db.run(MOVE_ALL, { fromGroupId, toGroupId, standsFor });
}

/** To a group where it stands for itself. */
export async function moveFingerprint(
  db: Db,
  environmentId: string,
  fingerprint: string,
  groupId: string,
): Promise<void> {
  await db.run(MOVE_ONE, { environmentId, fingerprint, groupId });
}

export async function standForGroup(db: Db, groupId: string, standsFor: string): Promise<void> {
  await db.run(STAND_FOR_GROUP, { groupId, standsFor });
}
