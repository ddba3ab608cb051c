import { withMethods } from '../../../control/control-client.ts';
import { type CheckRegex, readConditions } from '../../flags/read-rules.ts';
import type { ExperimentStore } from '../experiment-store.ts';

/** Reads and checks audiences before they are stored: what says whether a pattern may be used cannot go to another thread. */
export function checkingAudience(store: ExperimentStore, checkRegex: CheckRegex): ExperimentStore {
  const checked = <Sent extends Pick<Parameters<ExperimentStore['update']>[2], 'audience'>>(sent: Sent): Sent =>
    sent.audience === undefined ? sent : { ...sent, audience: readConditions(sent.audience, 'audience', checkRegex) };
  return withMethods<ExperimentStore>(store, {
    create: async (experiment, actor) => await store.create(checked(experiment), actor),
    update: async (projectId, idOrKey, patch, actor) => await store.update(projectId, idOrKey, checked(patch), actor),
    setAudience: async (projectId, idOrKey, audience, actor) =>
      await store.setAudience(projectId, idOrKey, readConditions(audience, 'audience', checkRegex), actor),
  });
}
