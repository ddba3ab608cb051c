import type { EntityState } from '../../control/change.ts';
import type { Db } from '../../control/sql/db.ts';
import { json, nullable, text, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { descriptionColumns } from './crash-description-columns.ts';

const { exceptionType, reason, title } = descriptionColumns;
const one = { environmentId: text, fingerprint: text };
const FINGERPRINT = statement({
  sql: `SELECT exception_type AS exceptionType, reason FROM crash_fingerprints
    WHERE environment_id = :environmentId AND fingerprint = :fingerprint`,
  params: one,
  row: { exceptionType, reason },
});
const GROUPS = statement({
  sql: `SELECT id, exception_type AS exceptionType, reason FROM crash_groups WHERE environment_id = :environmentId
    AND (fingerprint = :fingerprint OR id IN (SELECT group_id FROM crash_fingerprints
      WHERE environment_id = :environmentId AND fingerprint = :fingerprint))`,
  params: one,
  row: { id: text, exceptionType, reason },
});
const REDACT_FINGERPRINT = statement({
  sql: `UPDATE crash_fingerprints SET title = :title, reason = :reason
    WHERE environment_id = :environmentId AND fingerprint = :fingerprint`,
  params: { ...one, title, reason },
});
const REDACT_GROUP = statement({
  sql: 'UPDATE crash_groups SET title = :title, reason = :reason WHERE id = :id',
  params: { id: text, title, reason },
});

const states = { before: nullable(json<EntityState>()), after: nullable(json<EntityState>()) };
const CHANGES = statement({
  sql: `SELECT id, before, after FROM changes
    WHERE project_id = :projectId AND entity_type = 'crash_group' AND entity_id = :groupId`,
  params: { projectId: text, groupId: text },
  row: { id: text, ...states },
});
const REWRITE_CHANGE = statement({
  sql: 'UPDATE changes SET before = :before, after = :after, entity_key = :entityKey WHERE id = :id',
  params: { id: text, ...states, entityKey: text },
});

/** What a redaction is made of. */
export type Redactable = ValuesOf<{ exceptionType: typeof exceptionType; reason: typeof reason }>;
export type Redacted = ValuesOf<{ title: typeof title; reason: typeof reason }>;
type LoggedStates = ValuesOf<typeof states>;

export async function findRedactableFingerprint(
  db: Db,
  environmentId: string,
  fingerprint: string,
): Promise<Redactable | undefined> {
  return await db.one(FINGERPRINT, { environmentId, fingerprint });
}

/** Also those that had the fingerprint before they were merged into another. */
export async function redactableGroups(
  db: Db,
  environmentId: string,
  fingerprint: string,
): Promise<readonly (Redactable & { readonly id: string })[]> {
  return await db.all(GROUPS, { environmentId, fingerprint });
}

export async function redactFingerprint(
  db: Db,
  environmentId: string,
  fingerprint: string,
  redacted: Redacted,
): Promise<void> {
  await db.run(REDACT_FINGERPRINT, { ...redacted, environmentId, fingerprint });
}

export async function redactGroup(db: Db, id: string, redacted: Redacted): Promise<void> {
  await db.run(REDACT_GROUP, { ...redacted, id });
}

export async function changesOfGroup(
  db: Db,
  projectId: string,
  groupId: string,
): Promise<readonly (LoggedStates & { readonly id: string })[]> {
  return await db.all(CHANGES, { projectId, groupId });
}

export async function rewriteChange(db: Db, id: string, entityKey: string, logged: LoggedStates): Promise<void> {
  await db.run(REWRITE_CHANGE, { ...logged, id, entityKey });
}
