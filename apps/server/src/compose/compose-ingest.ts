import { ThreadIngest } from '../adapters/embedded/ingest-thread/thread-ingest.ts';
import { BatchIngest } from '../ingest/batch-ingest.ts';
import { CrashIngest, type KeptReport } from '../ingest/crash-ingest.ts';
import { EdgeTallies } from '../ingest/edge-tallies.ts';
import { HeavyIngest } from '../ingest/heavy-ingest.ts';
import { PerformanceIngest } from '../ingest/performance-ingest.ts';
import { Scrubber } from '../ingest/scrubber.ts';
import { talliedOutcomes } from '../ingest/tallied-outcomes.ts';
import { ProjectBudget } from '../limits/project-budget.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { SchemaChecks } from '../schemas/schema-checks.ts';
import type { Settings } from '../settings/read-settings.ts';
import { FlagSightings } from '../snapshot/flag-sightings.ts';
import { linearRegex } from '../snapshot/linear-regex.ts';
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
  const scrubber = new Scrubber({ isOn: scrub, ...(scrubKeys === undefined ? {} : { secretKeys: scrubKeys }) });
  const sightings = new FlagSightings(state, (seen) => control.flags.noteSightings(seen));
  const schemasOf = (projectId: string) => state.schemasOf(projectId);
  const onExposure = (environmentId: string, flag: string): void => sightings.note(environmentId, flag);
  const thread = new ThreadIngest({ scrub, ...(scrubKeys === undefined ? {} : { scrubKeys }), schemasOf });
  const heavy = new HeavyIngest({ thread, log, budget, outcomes, onExposure, onKept });
  const checks = new SchemaChecks(schemasOf, linearRegex);
  return {
    budget,
    tallies,
    sightings,
    events: heavy.events(new BatchIngest({ log, budget, scrubber, outcomes, checks, onExposure })),
    crashes: heavy.crashes(new CrashIngest({ log, scrubber, outcomes, onKept })),
    performance: heavy.metrics(new PerformanceIngest({ log, scrubber, outcomes })),
    stop: () => thread.close(),
  };
}
