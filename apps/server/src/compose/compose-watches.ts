import { experimentBreaches } from '../features/experiments/guardrails/experiment-evidence.ts';
import { ExperimentWatch } from '../features/experiments/guardrails/experiment-watch.ts';
import { rolloutEvidence } from '../features/flags/guardrails/rollout-evidence.ts';
import { RolloutWatch } from '../features/flags/guardrails/rollout-watch.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Storage } from './open-storage.ts';

/** What looks at data as it arrives and acts on it. */
export function composeWatches({ publisher, store }: Storage, jobs: Jobs, logger: Logger) {
  const deps = {
    dataRevision: () => {
      const { storedEvents, storedCrashes, storedMetrics } = store.status().counters;
      return storedEvents + storedCrashes + storedMetrics;
    },
    publish: () => publisher.publish(),
    logger,
  };
  const ofRollouts = jobs.of('rollouts');
  const rollouts = new RolloutWatch({
    ...deps,
    isHere: () => ofRollouts.lease.isHeld,
    guardrails: ofRollouts.stores.guardrails,
    findEvidence: rolloutEvidence(store),
  });
  const ofExperiments = jobs.of('experiments');
  const experiments = new ExperimentWatch({
    ...deps,
    isHere: () => ofExperiments.lease.isHeld,
    experiments: ofExperiments.stores.experiments,
    findBreaches: experimentBreaches(store),
  });
  return {
    rollouts,
    start(): void {
      rollouts.start();
      experiments.start();
    },
    async stop(): Promise<void> {
      await rollouts.stop();
      await experiments.stop();
    },
  };
}
