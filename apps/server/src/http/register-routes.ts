import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../analytics/analytics-store.ts';
import type { ControlPlane } from '../control/control-plane.ts';
import type { DeviceRegistry } from '../devices/device-registry.ts';
import type { BatchIngest } from '../ingest/batch-ingest.ts';
import type { CrashIngest } from '../ingest/crash-ingest.ts';
import type { PerformanceIngest } from '../ingest/performance-ingest.ts';
import type { ProjectBudget } from '../limits/project-budget.ts';
import type { EdgePublisher } from '../snapshot/edge-publisher.ts';
import type { EdgeState } from '../snapshot/edge-state.ts';
import type { Health } from '../telemetry/health.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { registerConfigRoute } from './routes/config-route.ts';
import { registerCrashesRoute } from './routes/crashes-route.ts';
import { registerDevicesRoute } from './routes/devices-route.ts';
import { registerEnvironmentsRoute } from './routes/environments-route.ts';
import { registerEventsRoute } from './routes/events-route.ts';
import { registerIngestRoute } from './routes/ingest-route.ts';
import { registerKeysRoute } from './routes/keys-route.ts';
import { registerOperationsRoute } from './routes/operations-route.ts';
import { registerPerformanceRoute } from './routes/performance-route.ts';
import { registerPlansRoute } from './routes/plans-route.ts';
import { registerProjectsRoute } from './routes/projects-route.ts';
import { registerUsageRoute } from './routes/usage-route.ts';

export interface RouteParts {
  readonly control: ControlPlane;
  readonly devices: DeviceRegistry;
  readonly ingest: BatchIngest;
  readonly crashes: CrashIngest;
  readonly performance: PerformanceIngest;
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
  readonly publisher: EdgePublisher;
  readonly budget: ProjectBudget;
  readonly health: Health;
  readonly metrics: Metrics;
}

/** Every resource, in the order of the path of an event. */
export function registerRoutes(fastify: FastifyInstance, parts: RouteParts): void {
  registerDevicesRoute(fastify, parts.devices, parts.state);
  registerConfigRoute(fastify, (environmentId, deviceId) => parts.devices.find(environmentId, deviceId));
  registerIngestRoute(fastify, parts.ingest);
  registerCrashesRoute(fastify, parts.crashes);
  registerPerformanceRoute(fastify, parts.performance);
  registerEventsRoute(fastify, parts.store, parts.state);
  registerEnvironmentsRoute(fastify, parts.control.environments, parts.publisher);
  registerKeysRoute(fastify, parts.control.keys, parts.state, parts.publisher);
  registerUsageRoute(fastify, parts);
  registerProjectsRoute(fastify, parts.control.projects, parts.publisher);
  registerPlansRoute(fastify, parts.control.plans, parts.publisher);
  registerOperationsRoute(fastify, parts.health, parts.metrics);
}
