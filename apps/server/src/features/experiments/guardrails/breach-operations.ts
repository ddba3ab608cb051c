import type { Actor } from '../../../control/actor.ts';
import { reading, writing } from '../../../control/operation.ts';
import { nextMoment } from '../../../control/record-change.ts';
import { findExperiment, runningExperiments } from '../experiment-statements.ts';
import type { Experiment, ExperimentBreach } from '../experiment-store.ts';
import { moveExperiment } from '../move-experiment.ts';
import { saveExperimentChange } from '../save-experiment-change.ts';
import { isSameBreach } from './experiment-breach.ts';

/** Guardrails that pause an experiment. */
export const breachOperations = {
  watched: reading(async (db): Promise<readonly Experiment[]> => {
    const running = await runningExperiments(db);
    return running.filter(({ analysis, metrics }) => {
      return analysis.guardrailAction === 'pause' && metrics.some(({ isGuardrail }) => isGuardrail);
    });
  }),
  recordBreach: writing(
    async (db, projectId: string, id: string, breach: ExperimentBreach, actor: Actor): Promise<boolean> => {
      const experiment = await findExperiment(db, projectId, id);
      const isKnown = experiment?.breaches.some((known) => isSameBreach(known, breach)) === true;
      if (experiment?.status !== 'running' || isKnown) return false;
      const paused = moveExperiment(experiment, 'pause', await nextMoment(db, projectId));
      const breaches = [...experiment.breaches, breach];
      await saveExperimentChange(db, actor, 'paused', experiment, { ...paused, breaches });
      return true;
    },
  ),
};
