import type { Sql } from '../../engines/sqlite/sql.ts';
import type { SqliteValue } from '../../engines/sqlite/sqlite-driver.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import type { CrashDescription, CrashFingerprint, CrashGroup } from './crash-group-store.ts';
import type { CrashGroupStanding } from './move-crash-group.ts';

interface StoredDescription extends Omit<CrashDescription, 'reason'> {
  readonly reason: string;
}
type GroupRow = Omit<CrashGroup, 'reason' | 'fingerprints'> &
  StoredDescription & { readonly mergedInto: string | null };

export interface FingerprintRow extends CrashDescription {
  readonly fingerprint: string;
  readonly groupId: string;
  readonly successor: string | null;
}

const DESCRIPTION = 'title, culprit, exception_type AS exceptionType, reason, rule';
const GROUP = `SELECT id, project_id AS projectId, environment_id AS environmentId, fingerprint, ${DESCRIPTION}, status,
  resolved_in_version AS resolvedInVersion, resolved_at AS resolvedAtMs, regressed_at AS regressedAtMs,
  regressed_in_version AS regressedInVersion, regressions, merged_into AS mergedInto, created_at AS createdAtMs
  FROM crash_groups`;
const FIND = `${GROUP} WHERE environment_id = ? AND id = ?`;
const FINGERPRINTS = 'SELECT fingerprint FROM crash_fingerprints WHERE group_id = ? ORDER BY created_at, fingerprint';
const DESCRIBED_FINGERPRINTS = `SELECT fingerprint, ${DESCRIPTION} FROM crash_fingerprints WHERE group_id = ?
  ORDER BY created_at, fingerprint`;
const FINGERPRINT = `SELECT fingerprint, group_id AS groupId, successor, ${DESCRIPTION} FROM crash_fingerprints
  WHERE environment_id = ? AND fingerprint = ?`;
const INSERT_GROUP = `INSERT INTO crash_groups (id, project_id, environment_id, fingerprint, title, culprit, exception_type,
  reason, rule, status, regressions, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', 0, ?)`;
const INSERT_FINGERPRINT = `INSERT INTO crash_fingerprints (environment_id, fingerprint, group_id, stands_for, title, culprit,
  exception_type, reason, rule, created_at, described_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const STAND = `UPDATE crash_groups SET status = ?, resolved_in_version = ?, resolved_at = ?, regressed_at = ?,
  regressed_in_version = ?, regressions = ? WHERE id = ?`;
const DESCRIBE =
  'UPDATE crash_groups SET title = ?, culprit = ?, exception_type = ?, reason = ?, rule = ? WHERE id = ?';

/** The group itself or the one that it was merged into. */
export function findGroup(sql: Sql, environmentId: string, id: string): CrashGroup | undefined {
  const row = sql.one<GroupRow>(FIND, environmentId.toLowerCase(), id.toLowerCase());
  if (row?.mergedInto != null) return findGroup(sql, environmentId, row.mergedInto);
  return row === undefined ? undefined : groupOf(sql, row);
}

export function groupOf(sql: Sql, { mergedInto: _, reason, ...row }: GroupRow): CrashGroup {
  const fingerprints = sql.all<{ fingerprint: string }>(FINGERPRINTS, row.id).map(({ fingerprint }) => fingerprint);
  return { ...row, reason: JSON.parse(reason), fingerprints };
}

export function findFingerprint(sql: Sql, environmentId: string, fingerprint: string): FingerprintRow | undefined {
  const row = sql.one<Omit<FingerprintRow, 'reason'> & StoredDescription>(FINGERPRINT, environmentId, fingerprint);
  return row && { ...row, reason: JSON.parse(row.reason) };
}

export function fingerprintsOf(sql: Sql, environmentId: string, id: string): readonly CrashFingerprint[] {
  const group = findGroup(sql, environmentId, id);
  return group === undefined
    ? []
    : sql
        .all<StoredDescription & { readonly fingerprint: string }>(DESCRIBED_FINGERPRINTS, group.id)
        .map((row) => ({ ...row, reason: JSON.parse(row.reason) }));
}

export function insertGroup(sql: Sql, group: Omit<CrashGroup, 'fingerprints' | keyof CrashGroupStanding>): void {
  const { id, projectId, environmentId, fingerprint, createdAtMs } = group;
  sql.run(INSERT_GROUP, id, projectId, environmentId, fingerprint, ...described(group), createdAtMs);
}

/** `standsFor`: the fingerprint of its group that stands for all of them. */
export function insertFingerprint(
  sql: Sql,
  environmentId: string,
  row: CrashDescription & { readonly fingerprint: string; readonly groupId: string; readonly describedAtMs: number },
  standsFor: string,
  atMs: number,
): void {
  const { fingerprint, groupId, describedAtMs } = row;
  sql.run(INSERT_FINGERPRINT, environmentId, fingerprint, groupId, standsFor, ...described(row), atMs, describedAtMs);
}

const DESCRIBE_FINGERPRINT = `UPDATE crash_fingerprints SET title = ?, culprit = ?, exception_type = ?, reason = ?, rule = ?
  WHERE environment_id = ? AND fingerprint = ?`;

export const describeFingerprint = (
  sql: Sql,
  environmentId: string,
  fingerprint: string,
  description: CrashDescription,
): number => sql.run(DESCRIBE_FINGERPRINT, ...described(description), environmentId, fingerprint);

/** By the fingerprint that stands for the group, or the last in the group that has succeeded it. */
export function describeAnew(sql: Sql, environmentId: string, groupId: string): void {
  const group = findGroup(sql, environmentId, groupId);
  let row = group && findFingerprint(sql, group.environmentId, group.fingerprint);
  while (row?.successor != null) {
    const next = findFingerprint(sql, environmentId, row.successor);
    if (next?.groupId !== groupId) break;
    row = next;
  }
  if (row !== undefined) sql.run(DESCRIBE, ...described(row), groupId);
}

export function standGroup(sql: Sql, groupId: string, standing: CrashGroupStanding): void {
  const { status, resolvedInVersion, resolvedAtMs, regressedAtMs, regressedInVersion, regressions } = standing;
  const version = resolvedInVersion === null ? null : storeText(resolvedInVersion);
  const regressedIn = regressedInVersion === null ? null : storeText(regressedInVersion);
  sql.run(STAND, status, version, resolvedAtMs, regressedAtMs, regressedIn, regressions, groupId);
}

const described = ({ title, culprit, exceptionType, reason, rule }: CrashDescription): SqliteValue[] => [
  storeText(title),
  culprit === null ? null : storeText(culprit),
  exceptionType === null ? null : storeText(exceptionType),
  storeText(JSON.stringify(reason)),
  rule,
];

const OF_FINGERPRINTS = `${GROUP} WHERE id IN (SELECT group_id FROM crash_fingerprints
  WHERE environment_id = ? AND fingerprint IN (SELECT value FROM json_each(?)))`;

export const groupsOfFingerprints = (sql: Sql, environmentId: string, fingerprints: readonly string[]): CrashGroup[] =>
  sql.all<GroupRow>(OF_FINGERPRINTS, environmentId, JSON.stringify(fingerprints)).map((row) => groupOf(sql, row));
