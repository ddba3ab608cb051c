import type { Db } from '../../control/sql/db.ts';
import type { Scope } from '../../edge/scope.ts';
import { describeFingerprint, findFingerprint, markDescribed } from './crash-fingerprint-statements.ts';
import { describeGroup, findGroup, groupsOfFingerprints } from './crash-group-statements.ts';
import type { CrashDescription } from './crash-group-store.ts';
import { redactChanges, redactCrashGroups } from './redact-crash-groups.ts';

/** By the fingerprint that stands for the group, or the last in the group that has succeeded it. */
export async function describeAnew(db: Db, environmentId: string, groupId: string): Promise<void> {
  const group = await findGroup(db, environmentId, groupId);
  let row = group && (await findFingerprint(db, group.environmentId, group.fingerprint));
  while (row?.successor != null) {
    const next = await findFingerprint(db, environmentId, row.successor);
    if (next?.groupId !== groupId) break;
    row = next;
  }
  if (row !== undefined) await describeGroup(db, groupId, row);
}

export async function describeAgain(
  db: Db,
  scope: Scope,
  fingerprint: string,
  description: CrashDescription | null,
  describedAtMs: number,
): Promise<void> {
  const { environmentId, projectId } = scope;
  if (description === null) await redactCrashGroups(db, scope, [fingerprint]);
  else {
    await describeFingerprint(db, environmentId, fingerprint, description);
    for (const { id } of await groupsOfFingerprints(db, environmentId, [fingerprint])) {
      await describeAnew(db, environmentId, id);
      const title = (await findGroup(db, environmentId, id))?.title ?? description.title;
      await redactChanges(db, projectId, id, title);
    }
  }
  await markDescribed(db, environmentId, fingerprint, describedAtMs);
}
