import type { EntityState } from '../../control/change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Scope } from '../../edge/scope.ts';
import { ERASED_MARK } from '../privacy/privacy-store.ts';
import {
  changesOfGroup,
  findRedactableFingerprint,
  type Redactable,
  type Redacted,
  redactableGroups,
  redactFingerprint,
  redactGroup,
  rewriteChange,
} from './crash-redaction-statements.ts';

/** Takes out of the descriptions of groups what reports said that are gone; answers how many groups that changed. */
export async function redactCrashGroups(
  db: Db,
  { projectId, environmentId }: Scope,
  fingerprints: readonly string[],
): Promise<number> {
  const titles = new Map<string, string>();
  for (const fingerprint of fingerprints) {
    for (const group of await redactableGroups(db, environmentId, fingerprint)) {
      const redacted = plain(group);
      await redactGroup(db, group.id, redacted);
      titles.set(group.id, redacted.title);
    }
    const described = await findRedactableFingerprint(db, environmentId, fingerprint);
    if (described !== undefined) await redactFingerprint(db, environmentId, fingerprint, plain(described));
  }
  for (const [groupId, title] of titles) await redactChanges(db, projectId, groupId, title);
  return titles.size;
}

// Titles hold what a report said, and a custom fingerprint may be anything; where it crashed is the application's own.
const plain = ({ exceptionType, reason }: Redactable): Redacted => ({
  title: exceptionType ?? ERASED_MARK,
  reason: { ...reason, used: [] },
});

/** The change log shows a group under this title from now on. */
export async function redactChanges(db: Db, projectId: string, groupId: string, title: string): Promise<void> {
  for (const { id, before, after } of await changesOfGroup(db, projectId, groupId)) {
    await rewriteChange(db, id, title, {
      before: before && titled(before, title),
      after: after && titled(after, title),
    });
  }
}

function titled({ reason, ...group }: EntityState, title: string): EntityState {
  return { ...group, title, ...(reason === undefined ? {} : { reason: { ...(reason as object), used: [] } }) };
}
