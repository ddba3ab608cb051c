import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../analytics/analytics-store.ts';
import type { ControlPlane } from '../control/control-plane.ts';
import type { DeviceRegistry } from '../devices/device-registry.ts';
import type { BatchIngest } from '../ingest/batch-ingest.ts';
import type { CrashIngest } from '../ingest/crash-ingest.ts';
import type { PerformanceIngest } from '../ingest/performance-ingest.ts';
import type { ProjectBudget } from '../limits/project-budget.ts';
import type { ConfigDelivery } from '../snapshot/config-delivery.ts';
import type { EdgePublisher } from '../snapshot/edge-publisher.ts';
import type { EdgeState } from '../snapshot/edge-state.ts';
import type { FlagSightings } from '../snapshot/flag-sightings.ts';
import type { Health } from '../telemetry/health.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { OpenStreams } from './open-streams.ts';
import { registerChangesRoute } from './routes/changes-route.ts';
import { registerConfigRoute } from './routes/config-route.ts';
import { registerCrashesRoute } from './routes/crashes-route.ts';
import { registerDefinitionsRoute } from './routes/definitions-route.ts';
import { registerDevicesRoute } from './routes/devices-route.ts';
import { registerEnvironmentsRoute } from './routes/environments-route.ts';
import { registerEvaluateRoute } from './routes/evaluate-route.ts';
import { registerEventsRoute } from './routes/events-route.ts';
import { registerExperimentsRoute } from './routes/experiments-route.ts';
import { registerExplainRoute } from './routes/explain-route.ts';
import { registerFlagsRoute } from './routes/flags-route.ts';
import { registerGroupsRoute } from './routes/groups-route.ts';
import { registerIngestRoute } from './routes/ingest-route.ts';
import { registerKeysRoute } from './routes/keys-route.ts';
import { registerOfrepRoute } from './routes/ofrep-route.ts';
import { registerOperationsRoute } from './routes/operations-route.ts';
import { registerPerformanceRoute } from './routes/performance-route.ts';
import { registerPlansRoute } from './routes/plans-route.ts';
import { registerProjectSettingsRoute } from './routes/project-settings-route.ts';
import { registerProjectsRoute } from './routes/projects-route.ts';
import { registerRulesetRoute } from './routes/ruleset-route.ts';
import { registerTargetingRoute } from './routes/targeting-route.ts';
import { registerUsageRoute } from './routes/usage-route.ts';

import { StreamTokens } from './stream-tokens.ts';

export interface RouteParts {
  readonly control: ControlPlane;
  readonly devices: DeviceRegistry;
  readonly ingest: BatchIngest;
  readonly crashes: CrashIngest;
  readonly performance: PerformanceIngest;
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
  readonly publisher: EdgePublisher;
  readonly delivery: ConfigDelivery;
  readonly streams: OpenStreams;
  readonly sightings: FlagSightings;
  readonly forgetUser: (projectId: string, userId: string) => void;
  readonly budget: ProjectBudget;
  readonly health: Health;
  readonly metrics: Metrics;
}

/** Every resource, in the order of the path of an event. */
export function registerRoutes(fastify: FastifyInstance, parts: RouteParts): void {
  const { control, state, publisher, delivery, streams, sightings } = parts;
  registerDevicesRoute(fastify, parts);
  registerConfigRoute(fastify, delivery, streams);
  registerEvaluateRoute(fastify, state, sightings);
  registerRulesetRoute(fastify, state, streams);
  registerOfrepRoute(fastify, { state, sightings, streams, tokens: new StreamTokens(state) });
  registerFlagsRoute(fastify, control.flags, publisher);
  registerTargetingRoute(fastify, { flags: control.flags, state, publisher });
  registerExplainRoute(fastify, { flags: control.flags, changes: control.changes, state });
  registerExperimentsRoute(fastify, { experiments: control.experiments, state, publisher });
  registerGroupsRoute(fastify, { groups: control.groups, publisher, forgetUser: parts.forgetUser });
  registerChangesRoute(fastify, control.changes);
  registerDefinitionsRoute(fastify, control);
  registerIngestRoute(fastify, parts.ingest);
  registerCrashesRoute(fastify, parts.crashes);
  registerPerformanceRoute(fastify, parts.performance);
  registerEventsRoute(fastify, parts.store, state);
  registerEnvironmentsRoute(fastify, control.environments, publisher);
  registerKeysRoute(fastify, control.keys, state, publisher);
  registerUsageRoute(fastify, parts);
  registerProjectSettingsRoute(fastify, control.projects, publisher);
  registerProjectsRoute(fastify, control.projects, publisher);
  registerPlansRoute(fastify, control.plans, publisher);
  registerOperationsRoute(fastify, parts.health, parts.metrics);
}
