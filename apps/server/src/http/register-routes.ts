import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../analytics/analytics-store.ts';
import type { ExportSpool } from '../analytics/export-spool.ts';
import type { LiveEvents } from '../analytics/live-events.ts';
import type { BackupJobs } from '../backups/backup-jobs.ts';
import type { ControlPlane } from '../control/control-plane.ts';
import type { DashboardCatalog } from '../control/dashboards/with-templates.ts';
import type { ReportReader } from '../crashes/report-reader.ts';
import type { DeviceRegistry } from '../devices/device-registry.ts';
import type { BatchIngest } from '../ingest/batch-ingest.ts';
import type { CrashIngest } from '../ingest/crash-ingest.ts';
import type { PerformanceIngest } from '../ingest/performance-ingest.ts';
import type { ProjectBudget } from '../limits/project-budget.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Directory } from '../people/directory.ts';
import type { Eraser } from '../people/eraser.ts';
import type { EventReplay } from '../replay/event-replay.ts';
import type { ConfigDelivery } from '../snapshot/config-delivery.ts';
import type { EdgePublisher } from '../snapshot/edge-publisher.ts';
import type { EdgeState } from '../snapshot/edge-state.ts';
import type { FlagSightings } from '../snapshot/flag-sightings.ts';
import type { SymbolUploads } from '../symbols/symbol-uploads.ts';
import type { Symbolicator } from '../symbols/symbolicator.ts';
import type { Health } from '../telemetry/health.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { insightAsker } from './insight-asker.ts';
import type { OpenStreams } from './open-streams.ts';
import type { PageScript } from './page-script.ts';
import { registerBackupsRoute } from './routes/backups-route.ts';
import { registerCatalogRoute } from './routes/catalog-route.ts';
import { registerChangesRoute } from './routes/changes-route.ts';
import { registerConfigRoute } from './routes/config-route.ts';
import { registerCrashGroupsRoute } from './routes/crash-groups-route.ts';
import { registerCrashHealthRoute } from './routes/crash-health-route.ts';
import { registerCrashesRoute } from './routes/crashes-route.ts';
import { registerDashboardsRoute } from './routes/dashboards-route.ts';
import { registerDefinitionsRoute } from './routes/definitions-route.ts';
import { registerDevicesRoute } from './routes/devices-route.ts';
import { registerEnvironmentsRoute } from './routes/environments-route.ts';
import { registerEvaluateRoute } from './routes/evaluate-route.ts';
import { registerEventSchemasRoute } from './routes/event-schemas-route.ts';
import { registerEventsRoute } from './routes/events-route.ts';
import { registerExperimentsRoute } from './routes/experiments-route.ts';
import { registerExplainExperimentRoute } from './routes/explain-experiment-route.ts';
import { registerExplainRoute } from './routes/explain-route.ts';
import { registerExportsRoute } from './routes/exports-route.ts';
import { registerFailedEventsRoute } from './routes/failed-events-route.ts';
import { registerFeedbackRoute } from './routes/feedback-route.ts';
import { registerFlagsRoute } from './routes/flags-route.ts';
import { registerGroupsRoute } from './routes/groups-route.ts';
import { registerIngestRoute } from './routes/ingest-route.ts';
import { registerInsightsRoute } from './routes/insights-route.ts';
import { type InvitationsRouteParts, registerInvitationsRoute } from './routes/invitations-route.ts';
import { registerJobsRoute } from './routes/jobs-route.ts';
import { registerKeysRoute } from './routes/keys-route.ts';
import { registerLedgerRoute } from './routes/ledger-route.ts';
import { registerLiveRoute } from './routes/live-route.ts';
import { registerMembersRoute } from './routes/members-route.ts';
import { registerOfrepRoute } from './routes/ofrep-route.ts';
import { registerOperationsRoute } from './routes/operations-route.ts';
import { registerPageScriptRoute } from './routes/page-script-route.ts';
import { registerPeopleRoute } from './routes/people-route.ts';
import { registerPerformanceInsightsRoute } from './routes/performance-insights-route.ts';
import { registerPerformanceRoute } from './routes/performance-route.ts';
import { registerPersonAssignmentsRoute } from './routes/person-assignments-route.ts';
import { registerPlansRoute } from './routes/plans-route.ts';
import { registerPrivacyRoute } from './routes/privacy-route.ts';
import { registerProjectSettingsRoute } from './routes/project-settings-route.ts';
import { registerProjectsRoute } from './routes/projects-route.ts';
import { type ReleasesRouteParts, registerReleasesRoute } from './routes/releases-route.ts';
import { registerRulesetRoute } from './routes/ruleset-route.ts';
import { registerSessionRoute, type SessionRouteParts } from './routes/session-route.ts';
import { registerSymbolsRoute } from './routes/symbols-route.ts';
import { registerTargetingRoute } from './routes/targeting-route.ts';
import { registerUsageRoute } from './routes/usage-route.ts';

import { StreamTokens } from './stream-tokens.ts';

export interface RouteParts {
  readonly control: ControlPlane;
  readonly dashboards: DashboardCatalog;
  readonly devices: DeviceRegistry;
  readonly people: Directory;
  readonly eraser: Eraser;
  readonly ingest: Pick<BatchIngest, 'accept'>;
  readonly crashes: Pick<CrashIngest, 'accept'>;
  readonly symbols: SymbolUploads;
  readonly symbolicator: Symbolicator;
  readonly reportReader: ReportReader;
  readonly performance: Pick<PerformanceIngest, 'accept'>;
  readonly releases: Pick<ReleasesRouteParts, 'releases' | 'changes' | 'book' | 'watch'>;
  readonly replay: EventReplay;
  readonly store: AnalyticsStore & LiveEvents;
  readonly exports: ExportSpool;
  readonly state: EdgeState;
  readonly publisher: EdgePublisher;
  readonly delivery: ConfigDelivery;
  readonly streams: OpenStreams;
  readonly sightings: FlagSightings;
  readonly forgetUser: (projectId: string, userId: string) => void;
  readonly budget: ProjectBudget;
  readonly limiter: RateLimiter;
  readonly backups: BackupJobs;
  readonly sessions: SessionRouteParts & Pick<InvitationsRouteParts, 'invitations'>;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly pageScript: PageScript;
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
  registerExplainExperimentRoute(fastify, control.experiments);
  registerExperimentsRoute(fastify, { experiments: control.experiments, state, publisher });
  registerGroupsRoute(fastify, { groups: control.groups, publisher, forgetUser: parts.forgetUser });
  registerChangesRoute(fastify, control.changes);
  registerDefinitionsRoute(fastify, {
    flags: control.flags,
    experiments: control.experiments,
    schemas: control.schemas,
    state,
  });
  registerIngestRoute(fastify, parts.ingest);
  registerCrashesRoute(fastify, parts.crashes);
  registerCrashGroupsRoute(
    fastify,
    {
      store: parts.store,
      groups: control.crashGroups,
      reader: parts.reportReader,
      symbolicator: parts.symbolicator,
    },
    state,
  );
  registerCrashHealthRoute(fastify, parts.store, state);
  registerSymbolsRoute(fastify, parts.symbols, control.symbols);
  registerPerformanceRoute(fastify, parts.performance);
  registerPerformanceInsightsRoute(fastify, parts.store, state);
  registerReleasesRoute(fastify, { ...parts.releases, store: parts.store, state });
  registerEventsRoute(fastify, parts.store, state);
  registerFailedEventsRoute(fastify, parts);
  registerLiveRoute(fastify, { live: parts.store, state, streams });
  registerCatalogRoute(fastify, parts.store, state);
  registerEventSchemasRoute(fastify, control.schemas, publisher);
  registerPeopleRoute(fastify, parts);
  registerPersonAssignmentsRoute(fastify, parts);
  registerPrivacyRoute(fastify, parts.eraser, state);
  const askInsight = insightAsker({ store: parts.store, state, releases: parts.releases.releases });
  registerInsightsRoute(fastify, { ...parts, changes: control.changes, askInsight });
  registerExportsRoute(fastify, { spool: parts.exports, changes: control.changes, askInsight, state });
  registerDashboardsRoute(fastify, parts.dashboards);
  registerEnvironmentsRoute(fastify, control.environments, publisher);
  registerKeysRoute(fastify, control.keys, state, publisher);
  registerSessionRoute(fastify, parts.sessions);
  const forgetMember = (memberId: string): void => parts.sessions.book.forget(memberId);
  registerMembersRoute(fastify, control.members, forgetMember);
  registerInvitationsRoute(fastify, { ...parts.sessions, store: control.invitations });
  registerUsageRoute(fastify, parts);
  registerJobsRoute(fastify, control.jobs);
  registerLedgerRoute(fastify, parts.store, state);
  registerProjectSettingsRoute(fastify, control.projects, publisher);
  registerProjectsRoute(fastify, control.projects, publisher, forgetMember);
  registerPlansRoute(fastify, control.plans, publisher);
  registerBackupsRoute(fastify, parts.backups);
  const { limiter, sessions } = parts;
  registerFeedbackRoute(fastify, {
    feedback: control.feedback,
    limiter,
    addressOf: (request) => sessions.visitorOf(request).address,
  });
  registerOperationsRoute(fastify, parts.health, parts.metrics);
  registerPageScriptRoute(fastify, parts.pageScript);
}
