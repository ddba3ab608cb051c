import type { Actor } from '../../control/actor.ts';
import { recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { experimentState } from './experiment-state.ts';
import { saveExperiment } from './experiment-statements.ts';
import type { Experiment } from './experiment-store.ts';

/** Keeps an experiment as it is now, and that somebody made it so. */
export async function saveExperimentChange(
  db: Db,
  actor: Actor,
  action: string,
  before: Experiment | null,
  after: Experiment,
): Promise<void> {
  await saveExperiment(db, after);
  await recordChange(db, actor, {
    projectId: after.projectId,
    entityType: 'experiment',
    entityId: after.id,
    entityKey: after.key,
    environmentId: after.environmentId,
    action,
    before: before && experimentState(before),
    after: experimentState(after),
    touches: [after.environmentId],
    atMs: after.updatedAtMs,
  });
}
