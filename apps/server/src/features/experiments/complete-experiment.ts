import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { findFlag } from '../flags/flag-statements.ts';
import { setRollout } from '../flags/targeting-operations.ts';
import { findExperiment } from './experiment-statements.ts';
import type { CompletedExperiment, Experiment, ExperimentOutcome, ShippedFlag } from './experiment-store.ts';
import { moveExperiment } from './move-experiment.ts';
import { saveExperimentChange } from './save-experiment-change.ts';

/** Ends an experiment and sets the flag that makes its outcome last: both are changed, or neither. */
export async function completeExperiment(
  db: Db,
  projectId: string,
  idOrKey: string,
  { winner = null, flag = null }: ExperimentOutcome,
  actor: Actor,
): Promise<CompletedExperiment | undefined> {
  const experiment = await findExperiment(db, projectId, idOrKey);
  if (experiment === undefined) return undefined;
  const completed = moveExperiment(experiment, 'complete', await nextMoment(db, experiment.projectId), winner);
  await saveExperimentChange(db, actor, 'completed', experiment, completed);
  return { ...completed, shipped: flag === null ? null : await ship(db, completed, flag, actor) };
}

async function ship(
  db: Db,
  { projectId, environmentId }: Experiment,
  { key: idOrKey, value }: NonNullable<ExperimentOutcome['flag']>,
  actor: Actor,
): Promise<ShippedFlag> {
  const flag = await findFlag(db, projectId, idOrKey);
  if (flag === undefined) throw new Unacceptable('flag.key', 'The project has no such flag.');
  if (flag.status === 'archived') throw new Unacceptable('flag.key', 'The flag is archived and not served.');
  const scope = { projectId, flag: flag.id, environment: environmentId };
  const targeting = await setRollout(db, scope, { percentage: 100, value }, actor, { valueField: 'flag.value' });
  return {
    flagId: flag.id,
    flagKey: flag.key,
    environmentId,
    percentage: 100,
    value,
    enabledRules: targeting?.rules.filter(({ enabled }) => enabled).length ?? 0,
    isKilled: (targeting?.kill ?? null) !== null,
  };
}
