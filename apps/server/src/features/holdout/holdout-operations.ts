import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import { environmentIdsOf, nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { requireProject } from '../projects/require-project.ts';
import { holdoutState } from './holdout-state.ts';
import { findHoldout, saveHoldout } from './holdout-statements.ts';
import type { Holdout, HoldoutChange } from './holdout-store.ts';

/** Beyond it experiments would be decided by the smaller half. */
const MAX_PERCENTAGE = 50;

export const holdoutOperations = {
  find: reading(findHoldout),
  set: writing(set),
};

async function set(db: Db, givenProject: string, change: HoldoutChange, actor: Actor): Promise<Holdout | undefined> {
  const projectId = givenProject.toLowerCase();
  await requireProject(db, projectId);
  const { percentage, reshuffle = false } = change;
  if (!(percentage >= 0 && percentage <= MAX_PERCENTAGE)) {
    throw new Unacceptable('percentage', `percentage must be a number from 0 to ${MAX_PERCENTAGE}.`);
  }
  const before = await findHoldout(db, projectId);
  if ((before?.percentage ?? 0) === percentage && !reshuffle) return before;
  const atMs = await nextMoment(db, projectId);
  const isSame = before !== undefined && !reshuffle;
  const after: Holdout = {
    projectId,
    id: isSame ? before.id : uuidv7(),
    percentage,
    beganAtMs: percentage === 0 ? null : ((isSame ? before.beganAtMs : null) ?? atMs),
    updatedAtMs: atMs,
  };
  await saveHoldout(db, after);
  await recordChange(db, actor, {
    projectId,
    entityType: 'holdout',
    entityId: projectId,
    entityKey: 'holdout',
    action: before === undefined ? 'created' : reshuffle ? 'reshuffled' : 'updated',
    before: before === undefined ? null : holdoutState(before),
    after: holdoutState(after),
    touches: await environmentIdsOf(db, projectId),
    atMs,
  });
  return after;
}
