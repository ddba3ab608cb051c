import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../analytics/analytics-store.ts';
import type { LiveEvents } from '../analytics/live/live-events.ts';
import type { BatchIngest } from '../collect/ingest/batch-ingest.ts';
import type { CrashIngest } from '../collect/ingest/crash-ingest.ts';
import type { PerformanceIngest } from '../collect/ingest/performance-ingest.ts';
import type { ProjectBudget } from '../collect/limits/project-budget.ts';
import type { RateLimiter } from '../collect/limits/rate-limiter.ts';
import type { EdgePublisher } from '../edge/edge-publisher.ts';
import type { EdgeState } from '../edge/edge-state.ts';
import type { AlertEvaluator } from '../features/alerts/alert-evaluator.ts';
import { registerAlertsRoute } from '../features/alerts/alerts-route.ts';
import { registerChangeRequestsRoute } from '../features/approvals/change-requests-route.ts';
import { registerChangesRoute } from '../features/changes/changes-route.ts';
import { registerCohortsRoute } from '../features/cohorts/cohorts-route.ts';
import { registerCrashGroupsRoute } from '../features/crashes/crash-groups-route.ts';
import { registerCrashHealthRoute } from '../features/crashes/crash-health-route.ts';
import type { ReportReader } from '../features/crashes/report/report-reader.ts';
import { registerCrashCommentsRoute } from '../features/crashes/triage/crash-comments-route.ts';
import { registerDashboardsRoute } from '../features/dashboards/dashboards-route.ts';
import { registerSharedRoute } from '../features/dashboards/sharing/shared-route.ts';
import { registerSharesRoute } from '../features/dashboards/sharing/shares-route.ts';
import type { DashboardCatalog } from '../features/dashboards/with-templates.ts';
import type { ConfigDelivery } from '../features/delivery/config-delivery.ts';
import { registerConfigRoute } from '../features/delivery/config-route.ts';
import { registerDefinitionsRoute } from '../features/delivery/definitions-route.ts';
import { registerEvaluateRoute } from '../features/delivery/evaluate-route.ts';
import { registerOfrepRoute } from '../features/delivery/ofrep-route.ts';
import { registerRulesetRoute } from '../features/delivery/ruleset-route.ts';
import { StreamTokens } from '../features/delivery/stream-tokens.ts';
import type { DeviceRegistry } from '../features/devices/device-registry.ts';
import { registerDevicesRoute } from '../features/devices/devices-route.ts';
import { type DigestsRouteDeps, registerDigestsRoute } from '../features/digests/digests-route.ts';
import { registerPictureRoute } from '../features/digests/picture-route.ts';
import { type EdgesRouteDeps, registerEdgesRoute } from '../features/edges/edges-route.ts';
import { registerCatalogRoute } from '../features/events/catalog-route.ts';
import { registerEventsRoute } from '../features/events/events-route.ts';
import type { EventReplay } from '../features/events/failed/event-replay.ts';
import { registerFailedEventsRoute } from '../features/events/failed/failed-events-route.ts';
import { registerLiveRoute } from '../features/events/live/live-route.ts';
import { registerEventSchemasRoute } from '../features/events/schemas/event-schemas-route.ts';
import { registerExperimentsRoute } from '../features/experiments/experiments-route.ts';
import { registerExplainExperimentRoute } from '../features/experiments/explain-experiment-route.ts';
import { registerExposuresRoute } from '../features/experiments/exposures-route.ts';
import { registerResultsRoute } from '../features/experiments/results-route.ts';
import { registerExplainRoute } from '../features/flags/explain-route.ts';
import type { FlagSightings } from '../features/flags/flag-sightings.ts';
import { registerFlagsRoute } from '../features/flags/flags-route.ts';
import { registerGuardrailsRoute } from '../features/flags/guardrails/guardrails-route.ts';
import type { RolloutWatch } from '../features/flags/guardrails/rollout-watch.ts';
import { registerSchedulesRoute } from '../features/flags/schedules/schedules-route.ts';
import { registerTargetingRoute } from '../features/flags/targeting-route.ts';
import { registerGroupsRoute } from '../features/groups/groups-route.ts';
import { registerHoldoutRoute } from '../features/holdout/holdout-route.ts';
import { registerActivityRoute } from '../features/insights/activity-route.ts';
import type { ExportSpool } from '../features/insights/export-spool.ts';
import { registerExportsRoute } from '../features/insights/exports-route.ts';
import { registerInsightsRoute } from '../features/insights/insights-route.ts';
import { registerPeopleBehindRoute } from '../features/insights/people/people-behind-route.ts';
import { registerLayersRoute } from '../features/layers/layers-route.ts';
import { type InvitationsRouteDeps, registerInvitationsRoute } from '../features/members/invitations-route.ts';
import { registerMembersRoute } from '../features/members/members-route.ts';
import { registerSessionRoute, type SessionRouteDeps } from '../features/members/session-route.ts';
import type { BackupJobs } from '../features/operations/backup-jobs.ts';
import { registerBackupsRoute } from '../features/operations/backups-route.ts';
import { registerFeedbackRoute } from '../features/operations/feedback-route.ts';
import { registerJobsRoute } from '../features/operations/jobs-route.ts';
import { type OperationsRouteDeps, registerOperationsRoute } from '../features/operations/operations-route.ts';
import { registerPeopleRoute } from '../features/people/people-route.ts';
import { registerPersonAssignmentsRoute } from '../features/people/person-assignments-route.ts';
import type { PersonDirectory } from '../features/people/person-directory.ts';
import { registerPerformanceInsightsRoute } from '../features/performance/performance-insights-route.ts';
import type { Eraser } from '../features/privacy/eraser.ts';
import { registerPrivacyRoute } from '../features/privacy/privacy-route.ts';
import { registerEnvironmentsRoute } from '../features/projects/environments-route.ts';
import { registerKeysRoute } from '../features/projects/keys-route.ts';
import { registerLedgerRoute } from '../features/projects/ledger-route.ts';
import { registerPlansRoute } from '../features/projects/plans-route.ts';
import { registerProjectSettingsRoute } from '../features/projects/project-settings-route.ts';
import { registerProjectsRoute } from '../features/projects/projects-route.ts';
import { registerUsageRoute } from '../features/projects/usage-route.ts';
import { type ReleasesRouteDeps, registerReleasesRoute } from '../features/releases/releases-route.ts';
import type { SdkTarballs } from '../features/sdks/sdk-tarballs.ts';
import { registerSdksRoute } from '../features/sdks/sdks-route.ts';
import type { SymbolUploads } from '../features/symbols/symbol-uploads.ts';
import type { Symbolicator } from '../features/symbols/symbolicator.ts';
import { registerSymbolsRoute } from '../features/symbols/symbols-route.ts';
import { registerViewsRoute } from '../features/views/views-route.ts';
import { registerWebhooksRoute, type WebhooksRouteDeps } from '../features/webhooks/webhooks-route.ts';
import { registerCrashesRoute } from '../http/ingest/crashes-route.ts';
import { registerImportRoute } from '../http/ingest/import-route.ts';
import { registerIngestRoute } from '../http/ingest/ingest-route.ts';
import { registerPerformanceRoute } from '../http/ingest/performance-route.ts';
import type { Documentation } from '../http/static/documentation.ts';
import type { PageScript } from '../http/static/page-script.ts';
import { registerPageScriptRoute } from '../http/static/page-script-route.ts';
import type { OpenStreams } from '../http/streaming/open-streams.ts';
import type { Health } from '../telemetry/health.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Cohorts } from './compose-cohorts.ts';
import type { Insights } from './compose-insights.ts';
import type { ControlPlane } from './control/control-plane.ts';

export interface RouteDeps {
  readonly logger: Logger;
  readonly control: ControlPlane;
  readonly dashboards: DashboardCatalog;
  readonly devices: DeviceRegistry;
  readonly people: PersonDirectory;
  readonly eraser: Eraser;
  readonly ingest: Pick<BatchIngest, 'accept'>;
  readonly imports: Pick<BatchIngest, 'accept'>;
  readonly crashes: Pick<CrashIngest, 'accept'>;
  readonly symbols: SymbolUploads;
  readonly symbolicator: Symbolicator;
  readonly reportReader: ReportReader;
  readonly performance: Pick<PerformanceIngest, 'accept'>;
  readonly releases: Pick<ReleasesRouteDeps, 'releases' | 'changes' | 'releaseService' | 'watch'>;
  readonly replay: EventReplay;
  readonly store: AnalyticsStore & LiveEvents;
  readonly exports: ExportSpool;
  readonly state: EdgeState;
  readonly publisher: EdgePublisher;
  readonly delivery: ConfigDelivery;
  readonly streams: OpenStreams;
  readonly sightings: FlagSightings;
  readonly rolloutWatch: RolloutWatch;
  readonly webhooks: Pick<WebhooksRouteDeps, 'sender' | 'policy'>;
  readonly digests: DigestsRouteDeps;
  readonly cohorts: Cohorts;
  readonly insights: Insights;
  readonly alertEvaluator: AlertEvaluator;
  readonly forgetUser: (projectId: string, userId: string) => void;
  readonly budget: ProjectBudget;
  readonly limiter: RateLimiter;
  readonly addressLimiter: RateLimiter;
  readonly backups: BackupJobs;
  readonly edges: EdgesRouteDeps;
  readonly sessions: SessionRouteDeps & Pick<InvitationsRouteDeps, 'invitations'>;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly openapiFile: OperationsRouteDeps['openapiFile'];
  readonly documentation: Documentation;
  readonly pageScript: PageScript;
  readonly sdks: SdkTarballs;
}

/** Every resource, in the order of the path of an event. */
export function registerRoutes(fastify: FastifyInstance, deps: RouteDeps): void {
  const { control, state, publisher, delivery, streams, sightings } = deps;
  const { filterSources, resultsOf, runInsight } = deps.insights;
  registerDevicesRoute(fastify, deps);
  registerConfigRoute(fastify, delivery, streams);
  registerEvaluateRoute(fastify, state, sightings);
  registerRulesetRoute(fastify, state, streams);
  registerOfrepRoute(fastify, { state, sightings, streams, tokens: new StreamTokens(state) });
  registerFlagsRoute(fastify, control.flags, publisher);
  registerTargetingRoute(fastify, { flags: control.flags, cohortRules: deps.cohorts.rules, state, publisher });
  registerGuardrailsRoute(fastify, {
    guardrails: control.guardrails,
    rolloutWatch: deps.rolloutWatch,
    state,
    publisher,
  });
  registerSchedulesRoute(fastify, { schedules: control.schedules, cohortRules: deps.cohorts.rules, state });
  registerExplainRoute(fastify, { flags: control.flags, changes: control.changes, state });
  registerExplainExperimentRoute(fastify, { experiments: control.experiments, state });
  registerExperimentsRoute(fastify, {
    experiments: control.experiments,
    cohortRules: deps.cohorts.rules,
    state,
    publisher,
  });
  registerLayersRoute(fastify, { layers: control.layers, state, publisher });
  registerHoldoutRoute(fastify, { holdouts: control.holdouts, publisher });
  registerExposuresRoute(fastify, { experiments: control.experiments, store: deps.store });
  registerResultsRoute(fastify, { experiments: control.experiments, resultsOf });
  registerGroupsRoute(fastify, { groups: control.groups, publisher, forgetUser: deps.forgetUser });
  registerChangesRoute(fastify, control.changes);
  registerChangeRequestsRoute(fastify, { changeRequests: control.changeRequests, state, publisher });
  registerDefinitionsRoute(fastify, {
    flags: control.flags,
    experiments: control.experiments,
    schemas: control.schemas,
    state,
  });
  registerIngestRoute(fastify, deps.ingest);
  registerImportRoute(fastify, deps.imports);
  registerCrashesRoute(fastify, deps.crashes);
  registerCrashGroupsRoute(
    fastify,
    {
      store: deps.store,
      groups: control.crashGroups,
      reader: deps.reportReader,
      symbolicator: deps.symbolicator,
    },
    state,
  );
  registerCrashCommentsRoute(fastify, control.crashGroups, state);
  registerCrashHealthRoute(fastify, deps.store, state);
  registerSymbolsRoute(fastify, deps.symbols, control.symbols);
  registerPerformanceRoute(fastify, deps.performance);
  registerPerformanceInsightsRoute(fastify, deps.store, state);
  registerReleasesRoute(fastify, { ...deps.releases, store: deps.store, state });
  registerEventsRoute(fastify, deps.store, state);
  registerFailedEventsRoute(fastify, deps);
  registerLiveRoute(fastify, { live: deps.store, state, streams });
  registerCatalogRoute(fastify, deps.store, state);
  registerEventSchemasRoute(fastify, control.schemas, publisher);
  registerPeopleRoute(fastify, { ...deps, filterSources });
  registerPersonAssignmentsRoute(fastify, deps);
  registerPrivacyRoute(fastify, deps.eraser, state);
  const asking = { store: deps.store, state, ...filterSources };
  registerCohortsRoute(fastify, { ...deps.cohorts, cohorts: control.cohorts, store: deps.store, state, publisher });
  registerInsightsRoute(fastify, { ...deps, changes: control.changes, runInsight });
  registerPeopleBehindRoute(fastify, asking);
  registerActivityRoute(fastify, deps.store, state);
  registerExportsRoute(fastify, {
    logger: deps.logger,
    spool: deps.exports,
    notices: control.notices,
    changes: control.changes,
    runInsight,
    state,
    releases: deps.releases.releases,
  });
  registerDashboardsRoute(fastify, deps.dashboards);
  registerSharesRoute(fastify, { dashboards: deps.dashboards, shares: control.shares, state });
  registerSharedRoute(fastify, {
    shares: control.shares,
    changes: control.changes,
    store: deps.store,
    limiter: deps.limiter,
    state,
    runInsight,
  });
  registerEnvironmentsRoute(fastify, control.environments, publisher);
  registerKeysRoute(fastify, control.keys, state, publisher);
  registerSessionRoute(fastify, deps.sessions);
  const forgetMember = (memberId: string): void => deps.sessions.sessionCache.forget(memberId);
  registerMembersRoute(fastify, control.members, forgetMember);
  registerInvitationsRoute(fastify, { ...deps.sessions, store: control.invitations });
  registerViewsRoute(fastify, control.views);
  registerWebhooksRoute(fastify, {
    ...deps.webhooks,
    webhooks: control.webhooks,
    projects: control.projects,
    state,
  });
  registerAlertsRoute(fastify, { alerts: control.alerts, evaluator: deps.alertEvaluator, state });
  registerDigestsRoute(fastify, deps.digests);
  registerUsageRoute(fastify, deps);
  registerJobsRoute(fastify, control.jobs);
  registerLedgerRoute(fastify, deps.store, state);
  registerProjectSettingsRoute(fastify, control.projects, publisher);
  registerProjectsRoute(fastify, control.projects, publisher, forgetMember);
  registerPlansRoute(fastify, control.plans, publisher);
  registerBackupsRoute(fastify, deps.backups);
  registerEdgesRoute(fastify, deps.edges);
  const { addressLimiter: limiter, sessions } = deps;
  registerFeedbackRoute(fastify, {
    feedback: control.feedback,
    limiter,
    addressOf: (request) => sessions.visitorOf(request).address,
  });
  registerPictureRoute(fastify, {
    digests: control.digests,
    limiter,
    addressOf: (request) => sessions.visitorOf(request).address,
  });
  registerOperationsRoute(fastify, deps);
  registerPageScriptRoute(fastify, deps.pageScript);
  registerSdksRoute(fastify, deps.sdks);
}
