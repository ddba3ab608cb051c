import { limits } from '@lamppost/protocol';
import { BatchIngest } from '../collect/ingest/batch-ingest.ts';
import { CrashIngest, type KeptReport } from '../collect/ingest/crash-ingest.ts';
import { HeavyIngest } from '../collect/ingest/heavy-ingest.ts';
import { PerformanceIngest } from '../collect/ingest/performance-ingest.ts';
import { Scrubber } from '../collect/ingest/screen/scrubber.ts';
import { ThreadIngest } from '../collect/ingest/thread/thread-ingest.ts';
import { EdgeTallies } from '../collect/ledger/edge-tallies.ts';
import { talliedOutcomes } from '../collect/ledger/tallied-outcomes.ts';
import { ProjectBudget } from '../collect/limits/project-budget.ts';
import type { RateLimiter } from '../collect/limits/rate-limiter.ts';
import { linearRegex } from '../edge/linear-regex.ts';
import { SchemaChecks } from '../features/events/schemas/schema-checks.ts';
import { FlagSightings } from '../features/flags/flag-sightings.ts';
import type { Settings } from '../settings/read-settings.ts';
import { countOutcomes } from '../telemetry/count-outcomes.ts';
import type { Storage } from './open-storage.ts';

/** How events, crash reports and metrics are taken, and what they may spend. */
export function composeIngest(
  storage: Storage,
  settings: Settings,
  limiter: RateLimiter,
  onKept: (report: KeptReport) => void,
) {
  const { control, log, metrics, state } = storage;
  const { scrub, scrubKeys } = settings;
  const budget = new ProjectBudget(limiter, (projectId) => state.planOf(projectId));
  const tallies = new EdgeTallies(log);
  const outcomes = talliedOutcomes(countOutcomes(metrics), tallies);
  const scrubber = new Scrubber({ isOn: scrub, secretKeys: scrubKeys });
  const sightings = new FlagSightings(state, (seen) => control.flags.noteSightings(seen));
  const schemasOf = (projectId: string) => state.schemasOf(projectId);
  const onExposure = (environmentId: string, flag: string): void => sightings.note(environmentId, flag);
  const threadOptions = { scrub, scrubKeys, schemasOf };
  const thread = new ThreadIngest(threadOptions);
  const heavy = new HeavyIngest({ thread, log, budget, outcomes, onExposure, onKept });
  const checks = new SchemaChecks(schemasOf, linearRegex);
  // History is read in a thread of its own, so that clients never wait for it, and takes nothing of what a plan grants them.
  const importThread = new ThreadIngest({ ...threadOptions, name: 'imports', maxEvents: limits.importEvents });
  const history = new HeavyIngest({
    thread: importThread,
    log,
    budget: { spendEvents: async () => [] },
    outcomes,
    onExposure: () => undefined,
    onKept,
  });
  return {
    budget,
    tallies,
    outcomes,
    sightings,
    events: heavy.events(new BatchIngest({ log, budget, scrubber, outcomes, checks, onExposure })),
    imports: history.everyBatch(),
    crashes: heavy.crashes(new CrashIngest({ log, scrubber, outcomes, onKept })),
    performance: heavy.metrics(new PerformanceIngest({ log, scrubber, outcomes })),
    stop: async () => {
      await Promise.all([thread.close(), importThread.close()]);
    },
  };
}
