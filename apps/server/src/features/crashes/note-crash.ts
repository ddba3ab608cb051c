import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { emitNotice } from '../../control/notices/emit-notice.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Scope } from '../../edge/scope.ts';
import {
  countFingerprints,
  findFingerprint,
  insertFingerprint,
  succeedFingerprint,
} from './crash-fingerprint-statements.ts';
import { findGroup, insertGroup, standGroup } from './crash-group-statements.ts';
import { type CrashGroup, type CrashSighting, MAX_FINGERPRINTS, overflowFingerprint } from './crash-group-store.ts';
import { describeAnew } from './describe-crash-group.ts';
import { logGroup } from './log-crash-group.ts';
import { seenAgain } from './move-crash-group.ts';

const scheduler: Actor = { kind: 'scheduler', id: 'crash-grouping', name: 'Crash grouping' };
const OVERFLOW = {
  title: 'Other crashes',
  culprit: null,
  exceptionType: null,
  reason: { kind: 'type_only', used: [`More than ${MAX_FINGERPRINTS} crash types`] },
  rule: 0,
} as const;

/** Answers the fingerprint that the reports of the sighting count under. */
export async function noteCrash(db: Db, scope: Scope, sighting: CrashSighting): Promise<string> {
  const { environmentId, projectId } = scope;
  const { fingerprint, groupId } = await noted(db, scope, sighting);
  const group = await findGroup(db, environmentId, groupId);
  if (group === undefined || group.status !== 'resolved') return fingerprint;
  const standing = seenAgain(group, sighting, await nextMoment(db, projectId));
  if (standing === undefined) return fingerprint;
  await standGroup(db, group.id, standing);
  await tell(db, await logGroup(db, scheduler, 'regressed', group), 'crash_group.regressed');
  return fingerprint;
}

/** Where the sighting belongs, after it has been made to belong somewhere. */
async function noted(
  db: Db,
  { projectId, environmentId }: Scope,
  { fingerprint, former, description, describedAtMs }: CrashSighting,
): Promise<{ readonly fingerprint: string; readonly groupId: string }> {
  const known = await findFingerprint(db, environmentId, fingerprint);
  if (known !== undefined) return known;
  const succeeded = former === null ? undefined : await findFingerprint(db, environmentId, former);
  if (succeeded !== undefined && succeeded.successor === null) {
    const { groupId } = succeeded;
    const standsFor = (await findGroup(db, environmentId, groupId))?.fingerprint ?? fingerprint;
    await insertFingerprint(
      db,
      environmentId,
      { ...description, fingerprint, groupId, describedAtMs },
      standsFor,
      Date.now(),
    );
    await succeedFingerprint(db, environmentId, succeeded.fingerprint, fingerprint);
    await describeAnew(db, environmentId, groupId);
    return { fingerprint, groupId };
  }
  const isFull = (await countFingerprints(db, environmentId)) >= MAX_FINGERPRINTS;
  const shared = isFull ? await findFingerprint(db, environmentId, overflowFingerprint) : undefined;
  if (shared !== undefined) return shared;
  const made = isFull
    ? { ...OVERFLOW, fingerprint: overflowFingerprint, describedAtMs }
    : { ...description, fingerprint, describedAtMs };
  return await createGroup(db, { projectId, environmentId }, made);
}

async function createGroup(
  db: Db,
  scope: Scope,
  made: CrashSighting['description'] & { readonly fingerprint: string; readonly describedAtMs: number },
): Promise<{ readonly fingerprint: string; readonly groupId: string }> {
  const [groupId, createdAtMs] = [uuidv7(), Date.now()];
  await insertGroup(db, { ...made, ...scope, id: groupId, createdAtMs });
  await insertFingerprint(db, scope.environmentId, { ...made, groupId }, made.fingerprint, createdAtMs);
  const group = await findGroup(db, scope.environmentId, groupId);
  if (group !== undefined) await tell(db, group, 'crash_group.created');
  return { fingerprint: made.fingerprint, groupId };
}

async function tell(db: Db, group: CrashGroup, type: 'crash_group.created' | 'crash_group.regressed'): Promise<void> {
  const { projectId, environmentId, id, title, culprit, exceptionType, regressedInVersion } = group;
  const data = { crash_group_id: id, title, culprit, exception_type: exceptionType, version: regressedInVersion };
  await emitNotice(db, { type, projectId, environmentId, data, atMs: Date.now() });
}
