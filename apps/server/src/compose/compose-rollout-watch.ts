import { rolloutEvidence } from '../features/flags/guardrails/rollout-evidence.ts';
import { RolloutWatch } from '../features/flags/guardrails/rollout-watch.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Storage } from './open-storage.ts';

export function composeRolloutWatch({ control, publisher, store }: Storage, logger: Logger): RolloutWatch {
  return new RolloutWatch({
    guardrails: control.guardrails,
    findEvidence: rolloutEvidence(store),
    dataRevision: () => {
      const { storedEvents, storedCrashes, storedMetrics } = store.status().counters;
      return storedEvents + storedCrashes + storedMetrics;
    },
    publish: () => publisher.publish(),
    logger,
  });
}
