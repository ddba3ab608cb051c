import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { emitNotice } from '../../control/notices/emit-notice.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { NewRegression, Regression } from './regression.ts';
import {
  deleteRegressionOfRelease,
  findRegressionOfChange,
  findRegressionOfRelease,
  insertRegression,
  regressionsSince,
  updateRegression,
} from './regression-statements.ts';
import { releaseState } from './release-state.ts';
import { findRelease } from './release-statements.ts';
import type { Release } from './release-store.ts';

export const regressionOperations = {
  noteRegression: writing(
    async (db, projectId: string, found: NewRegression, actor: Actor): Promise<Regression | undefined> => {
      const release = await findRelease(db, projectId, found.releaseId);
      return release && (await note(db, release, found, actor));
    },
  ),
  endRegression: writing(async (db, projectId: string, releaseId: string, actor: Actor): Promise<void> => {
    const before = await findRelease(db, projectId, releaseId);
    if (before?.regression == null) return;
    await deleteRegressionOfRelease(db, before.id);
    await log(db, before, { ...before, regression: null }, actor, 'regression_ended');
  }),
  regressions: reading(regressionsSince),
};

/** What was found stays as it was found, unless it is sure by now. */
async function note(db: Db, release: Release, found: NewRegression, actor: Actor): Promise<Regression> {
  const known =
    found.kind === 'release'
      ? await findRegressionOfRelease(db, release.id)
      : await findRegressionOfChange(db, release.environmentId, found.changeId);
  if (known !== undefined && (known.tier === found.tier || known.tier === 'confirmed')) return known;
  const { projectId, environmentId, id: releaseId } = release;
  const atMs = await nextMoment(db, projectId);
  const saved = {
    ...found,
    id: known?.id ?? uuidv7(),
    version: release.version,
    detectedAtMs: known?.detectedAtMs ?? atMs,
  };
  if (known !== undefined) await updateRegression(db, known.id, releaseId, found);
  else await insertRegression(db, { projectId, environmentId, releaseId }, saved.id, found, atMs);
  if (found.kind === 'release') await log(db, release, { ...release, regression: saved }, actor, 'regression_found');
  await tell(db, release, saved, atMs);
  return saved;
}

async function log(db: Db, before: Release, after: Release, actor: Actor, action: string): Promise<void> {
  await recordChange(db, actor, {
    projectId: before.projectId,
    entityType: 'release',
    entityId: before.id,
    entityKey: `${before.platform} ${before.version}`,
    environmentId: before.environmentId,
    action,
    before: releaseState(before),
    after: releaseState(after),
    touches: [],
    atMs: await nextMoment(db, before.projectId),
  });
}

async function tell(db: Db, release: Release, found: Regression, atMs: number): Promise<void> {
  const { projectId, environmentId, id, platform, version } = release;
  const data = {
    release_id: id,
    version,
    platform,
    kind: found.kind,
    tier: found.tier,
    crash_free_rate: found.crashFreeRate,
    crash_free_delta: found.crashFreeDelta,
    total_sessions: found.totalSessions,
    change_id: found.kind === 'change' ? found.changeId : null,
    change_key: found.kind === 'change' ? found.changeKey : null,
    previous_version: found.kind === 'release' ? found.prevVersion : null,
  };
  await emitNotice(db, { type: 'release.regressed', projectId, environmentId, data, atMs });
}
