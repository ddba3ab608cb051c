import { AlertEvaluator } from '../features/alerts/alert-evaluator.ts';
import { AlertWatch } from '../features/alerts/alert-watch.ts';
import { experimentBreaches } from '../features/experiments/guardrails/experiment-evidence.ts';
import { ExperimentWatch } from '../features/experiments/guardrails/experiment-watch.ts';
import { ExpiryReminder } from '../features/flags/expiry/expiry-reminder.ts';
import { rolloutEvidence } from '../features/flags/guardrails/rollout-evidence.ts';
import { RolloutWatch } from '../features/flags/guardrails/rollout-watch.ts';
import { ScheduleRunner } from '../features/flags/schedules/schedule-runner.ts';
import type { RunInsight } from '../features/insights/run-insight.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Storage } from './open-storage.ts';

/** What acts on flags, experiments and alerts by itself: as data arrives, and when it is time. */
export function composeWatches(
  { publisher, state, store }: Storage,
  jobs: Jobs,
  runInsight: RunInsight,
  logger: Logger,
) {
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
  const ofSchedules = jobs.of('schedules');
  const schedules = new ScheduleRunner({
    publish: deps.publish,
    logger,
    isHere: () => ofSchedules.lease.isHeld,
    schedules: ofSchedules.stores.schedules,
  });
  const expiries = new ExpiryReminder({
    logger,
    isHere: () => ofSchedules.lease.isHeld,
    expiries: ofSchedules.stores.expiries,
  });
  const ofAlerts = jobs.of('alerts');
  const alertEvaluator = new AlertEvaluator({
    run: runInsight,
    timezoneOf: (projectId) => state.timezoneOf(projectId),
  });
  const alerts = new AlertWatch({
    alerts: ofAlerts.stores.alerts,
    evaluator: alertEvaluator,
    isHere: () => ofAlerts.lease.isHeld,
    dataRevision: deps.dataRevision,
    logger,
  });
  return {
    rollouts,
    alertEvaluator,
    start(): void {
      rollouts.start();
      experiments.start();
      schedules.start();
      expiries.start();
      alerts.start();
    },
    async stop(): Promise<void> {
      await rollouts.stop();
      await experiments.stop();
      await schedules.stop();
      await expiries.stop();
      await alerts.stop();
    },
  };
}
