import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../control/actor.ts';
import { WrongState } from '../../../control/control-errors.ts';
import { writing } from '../../../control/operation.ts';
import { nextMoment } from '../../../control/record-change.ts';
import type { Condition } from '../../../edge/targeting-rules.ts';
import { checkTraffic } from '../check-traffic.ts';
import { findExperiment } from '../experiment-statements.ts';
import type { Experiment, NewOverride } from '../experiment-store.ts';
import { saveExperimentChange } from '../save-experiment-change.ts';
import { rangesFor } from './layer-ranges.ts';
import { readOverrides } from './read-overrides.ts';

/** Who is let in, while an experiment runs. */
export const allocationOperations = {
  setOverrides: writing(
    async (
      db,
      projectId: string,
      idOrKey: string,
      sent: readonly NewOverride[],
      actor: Actor,
    ): Promise<Experiment | undefined> => {
      const experiment = await findExperiment(db, projectId, idOrKey);
      if (experiment === undefined) return undefined;
      if (experiment.status === 'archived') {
        throw new WrongState('EXPERIMENT_ARCHIVED', "The experiment is archived and can't have overrides.");
      }
      const overrides = readOverrides(sent, experiment.variants);
      if (isDeepStrictEqual(overrides, experiment.overrides)) return experiment;
      const changed = { ...experiment, overrides, updatedAtMs: await nextMoment(db, experiment.projectId) };
      await saveExperimentChange(db, actor, 'overrides_set', experiment, changed);
      return changed;
    },
  ),
  setAudience: writing(
    async (
      db,
      projectId: string,
      idOrKey: string,
      audience: readonly Condition[],
      actor: Actor,
    ): Promise<Experiment | undefined> => {
      const experiment = await findExperiment(db, projectId, idOrKey);
      if (experiment === undefined) return undefined;
      if (experiment.status === 'archived') {
        throw new WrongState('EXPERIMENT_ARCHIVED', "The experiment is archived; its audience can't be changed.");
      }
      if (isDeepStrictEqual(audience, experiment.audience)) return experiment;
      const changed = { ...experiment, audience, updatedAtMs: await nextMoment(db, experiment.projectId) };
      await saveExperimentChange(db, actor, 'audience_set', experiment, changed);
      return changed;
    },
  ),
  setTraffic: writing(
    async (db, projectId: string, idOrKey: string, sent: number, actor: Actor): Promise<Experiment | undefined> => {
      const experiment = await findExperiment(db, projectId, idOrKey);
      if (experiment === undefined) return undefined;
      const { status } = experiment;
      if (status !== 'running' && status !== 'paused') {
        const reason = status === 'draft' ? 'EXPERIMENT_NOT_STARTED' : 'EXPERIMENT_NOT_RUNNING';
        const hint = status === 'draft' ? '; change the draft itself' : '';
        throw new WrongState(reason, `The experiment is ${status}, so it has no traffic${hint}.`);
      }
      const trafficPct = checkTraffic(sent);
      if (trafficPct === experiment.trafficPct) return experiment;
      const ranges = await rangesFor(db, experiment, trafficPct);
      const updatedAtMs = await nextMoment(db, experiment.projectId);
      const changed = { ...experiment, trafficPct, ranges, updatedAtMs };
      await saveExperimentChange(db, actor, 'traffic_set', experiment, changed);
      return changed;
    },
  ),
};
