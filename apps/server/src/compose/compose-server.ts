import { edgeIdentity } from '../engines/files/data-directory/edge-identity.ts';
import type { DataDirectory } from '../engines/files/data-directory/open-data-directory.ts';
import { compatFolders, registerCompat } from '../features/compat/register-compat.ts';
import { withTemplates } from '../features/dashboards/with-templates.ts';
import { ConfigDelivery } from '../features/delivery/config-delivery.ts';
import { hotConfig } from '../features/delivery/hot-config.ts';
import { DeviceCache } from '../features/devices/device-cache.ts';
import { DeviceRegistry } from '../features/devices/device-registry.ts';
import type { EdgeCondition } from '../features/edges/edge-store.ts';
import { EventReplay } from '../features/events/failed/event-replay.ts';
import { ExportSpool } from '../features/insights/export-spool.ts';
import { registerMcpRoute } from '../features/mcp/mcp-route.ts';
import { hashPassword } from '../features/members/argon2-passwords.ts';
import { AttributesBackfill } from '../features/people/attributes-backfill.ts';
import { beginInstallation } from '../features/projects/first-start/begin-installation.ts';
import type { GivenValues } from '../features/projects/first-start/given-values.ts';
import { ReleaseService } from '../features/releases/release-service.ts';
import { ReleaseWatch } from '../features/releases/release-watch.ts';
import { SdkTarballs } from '../features/sdks/sdk-tarballs.ts';
import { Authenticator } from '../http/access/authenticator.ts';
import type { MemberCaller } from '../http/access/caller.ts';
import { Gate } from '../http/access/gate.ts';
import { KeyUses } from '../http/access/key-uses.ts';
import { MemberGate } from '../http/access/member-gate.ts';
import { hotIngest } from '../http/ingest/hot-ingest.ts';
import { LoadShedder } from '../http/overload/load-shedder.ts';
import { createApp } from '../http/server/app.ts';
import { Cors } from '../http/server/cors.ts';
import { transportHeaders } from '../http/server/safety-headers.ts';
import { DashboardFiles } from '../http/static/dashboard-files.ts';
import { Documentation } from '../http/static/documentation.ts';
import { PageScript } from '../http/static/page-script.ts';
import { OpenStreams } from '../http/streaming/open-streams.ts';
import { dashboardUrl } from '../settings/dashboard-url.ts';
import type { Settings } from '../settings/read-settings.ts';
import { Health } from '../telemetry/health.ts';
import { IntervalTask } from '../telemetry/interval-task.ts';
import type { Logger } from '../telemetry/logger.ts';
import { builtFiles } from './built-files.ts';
import { composeBackups } from './compose-backups.ts';
import { composeCohorts } from './compose-cohorts.ts';
import { composeCrashes } from './compose-crashes.ts';
import { composeEdges } from './compose-edges.ts';
import { composeEventExport } from './compose-event-export.ts';
import { composeIngest } from './compose-ingest.ts';
import { composeInsights } from './compose-insights.ts';
import { composeJobs } from './compose-jobs.ts';
import { composeLimits } from './compose-limits.ts';
import { composeLoaders } from './compose-loaders.ts';
import { composePrivacy } from './compose-privacy.ts';
import { composeSessions } from './compose-sessions.ts';
import { composeSymbols } from './compose-symbols.ts';
import { composeWatches } from './compose-watches.ts';
import { composeWebhooks } from './compose-webhooks.ts';
import { composeDigests } from './digests/compose-digests.ts';
import { forgetChangesElsewhere } from './forget-changes-elsewhere.ts';
import { loadEdgeState, serveSnapshotFile } from './load-edge-state.ts';
import { openFileStorage } from './open-file-storage.ts';
import { openStorage } from './open-storage.ts';
import { registerRoutes } from './register-routes.ts';

const rememberedDevices = 50_000;
const useFlushMs = 15_000;
const tallyFlushMs = 2_000;

/** A server, put together and not yet listening. */
export interface Composition {
  /** Resolves with its address. */
  listen(): Promise<string>;
  /** Finishes what is in flight, in the order that loses nothing. */
  stop(): Promise<void>;
}

/** What the person at the terminal hears of. */
export interface Announcements {
  /** On the very first start: the keys, which are said once. */
  readonly firstStart: (text: string) => void;
  /** The server cannot go on; somebody must put something right. */
  readonly failure: (error: unknown) => void;
}

/** The one place that knows every part; what belongs together is put together in compose/. */
export async function compose(
  settings: Settings,
  logger: Logger,
  version: string,
  announce: Announcements,
): Promise<Composition> {
  const files = await openFileStorage(settings);
  const storage = await openStorage(settings, logger, version);
  const { control, log, metrics, opening, paths, publisher, state, store } = storage;
  const health = new Health({
    log: () => log.status(),
    store: () => store.status(),
    isEdgeLoaded: () => state.isLoaded,
    directoryProblem: () => opening.problem,
    controlNotice: storage.controlNotice,
    lostChanges: () => storage.lost.notice,
    loading: storage.loading,
    loaders: () => loaders.notices(),
    backups: () => backups.scheduleStatus(),
    eventExport: () => eventExport?.status(),
    limits: () => limits.notice(),
    webhooks: () => webhooks.notice(),
    isDraining: () => app.isDraining(),
  });
  metrics.showAvailability(() => health.report());

  const identity = edgeIdentity(settings.dataDir);
  const jobs = composeJobs(control, settings, identity.id, logger);
  const loaders = composeLoaders(storage, settings, jobs, logger);
  const edges = composeEdges({
    control,
    isShared: settings.databaseUrl !== undefined,
    id: identity.id,
    version,
    condition,
    logger,
  });
  const symbols = await composeSymbols(storage, files?.storage, logger);
  const crashes = composeCrashes(storage, settings, jobs, symbols, logger);
  const limits = await composeLimits(storage, settings, logger);
  const ingest = composeIngest(storage, settings, limits.limiter, (report) => crashes.desk.accept(report));
  const { budget, sightings, tallies } = ingest;

  const devices = new DeviceCache(control.devices, rememberedDevices);
  const delivery = new ConfigDelivery({
    state,
    findDevice: (environmentId, deviceId) => devices.find(environmentId, deviceId),
    findUser: (environmentId, userId) => control.users.find(environmentId, userId),
  });
  const streams = new OpenStreams(state, { config: settings.maxConfigStreams, live: settings.maxLiveStreams });
  const privacy = composePrivacy(storage, devices, jobs, (environmentId) => streams.tellSoon(environmentId), logger);
  const ofReleases = jobs.of('releases');
  const watch = new ReleaseWatch({
    isHere: () => ofReleases.lease.isHeld,
    store,
    releases: control.releases,
    changes: control.changes,
    environments: () => state.environments().map(({ id, projectId }) => ({ projectId, environmentId: id })),
    logger,
  });
  const ofAttributes = jobs.of('user attributes');
  const backfill = new AttributesBackfill({
    isHere: () => ofAttributes.lease.isHeld,
    jobs: ofAttributes.stores.jobs,
    users: control.users,
    store,
    log,
    logger,
  });
  const webhooks = composeWebhooks(storage, settings, { jobs, logger, version });
  const cohorts = composeCohorts(storage, settings, jobs, logger);
  const insights = composeInsights(storage, cohorts);
  const watches = composeWatches(storage, jobs, insights.runInsight, logger);
  const digests = composeDigests(storage, settings, {
    jobs,
    runInsight: insights.runInsight,
    limiter: limits.limiter,
    dashboardUrl: webhooks.dashboardUrl,
    logger,
  });
  const backups = composeBackups(storage, settings, { tallies, jobs, edges, symbols, files, logger, version });
  const sdks = new SdkTarballs({ built: builtFiles.sdks, kept: paths.sdkDir });
  const eventExport = await composeEventExport(storage, settings, jobs, logger);
  metrics.showBackups(backups.scheduleStatus);
  metrics.showEventExport(() => eventExport?.status());
  metrics.showControl(() => storage.controlNotice() === undefined);
  metrics.showJobs(jobs.states);

  const uses = new KeyUses(control.keys);
  const sessions = composeSessions(storage, settings, logger);
  sessions.sessionCache.onForget((memberId) => {
    const mayStill = ({ signedIn, access }: MemberCaller) =>
      sessions.sessionCache.isAsBefore(signedIn, access?.projectId);
    void streams.endOf(memberId, mayStill);
  });
  forgetChangesElsewhere(storage.elsewhere, { devices, sessions: sessions.sessionCache, streams, state });
  const documentation = new Documentation(builtFiles.documentation);
  const gate = new Gate({
    authenticator: new Authenticator(state, storage.whyKeyUncertain),
    members: new MemberGate(sessions.sessionCache, sessions.cookie, state),
    budget,
    uses,
    ...(storage.isControlShared ? { catchUp: () => publisher.publish() } : {}),
  });
  const app = createApp({
    gate,
    cors: new Cors(settings.adminOrigins, compatFolders(settings.compat)),
    logger,
    observer: metrics,
    hotRoutes: [hotIngest(ingest.events), hotConfig(delivery)],
    shedder: new LoadShedder((shedClass) => metrics.countShed(shedClass)),
    transportHeaders: transportHeaders(settings.publicUrl),
    documentation,
    dashboard: new DashboardFiles(settings.dashboardDir ?? builtFiles.dashboard),
    onDrain: () => streams.endAll(),
  });
  registerRoutes(app.fastify, {
    logger,
    openapiFile: builtFiles.openapi,
    documentation,
    pageScript: new PageScript(builtFiles.pageScript),
    sdks,
    control,
    dashboards: withTemplates(control.dashboards),
    devices: new DeviceRegistry({ devices, users: control.users, log }),
    people: privacy.people,
    eraser: privacy.eraser,
    delivery,
    streams,
    sightings,
    rolloutWatch: watches.rollouts,
    webhooks,
    digests: digests.route,
    cohorts,
    insights,
    alertEvaluator: watches.alertEvaluator,
    forgetUser: (projectId, userId) => {
      for (const { id } of state.environmentsOf(projectId)) devices.forgetUser(id, userId);
    },
    ingest: ingest.events,
    imports: ingest.imports,
    crashes: ingest.crashes,
    replay: new EventReplay({ store, log }),
    performance: ingest.performance,
    releases: {
      releases: control.releases,
      changes: control.changes,
      releaseService: new ReleaseService({ store, releases: control.releases, watch }),
      watch,
    },
    symbols: crashes.symbols,
    symbolicator: crashes.symbolicator,
    reportReader: crashes.reportReader,
    store,
    exports: new ExportSpool({
      store,
      folder: paths.exportDir,
      reservedBytes: 2 * storage.minFreeBytes,
    }),
    state,
    publisher,
    budget,
    limiter: limits.limiter,
    addressLimiter: limits.ofAddresses,
    backups: backups.jobs,
    edges,
    sessions,
    health,
    metrics,
  });
  registerMcpRoute(app.fastify, {
    state,
    openapiFile: builtFiles.openapi,
    version,
    publicUrl: settings.publicUrl,
    adminOrigins: settings.adminOrigins,
    logger,
  });
  await registerCompat(app.fastify, settings.compat, {
    gate,
    events: ingest.events,
    crashes: ingest.crashes,
    metrics: ingest.performance,
    budget,
    outcomes: ingest.outcomes,
    state,
    noteFlag: (environmentId, flagKey) => sightings.note(environmentId, flagKey),
    countIgnored: (client, kind, count) => metrics.countIgnored(client, kind, count),
  });

  const notingUses = new IntervalTask(
    useFlushMs,
    () => Promise.all([uses.flush(), sightings.flush()]),
    (error) => logger.warn({ err: error }, 'Could not save the last use of keys and flags; retrying'),
  );
  const notingTallies = new IntervalTask(
    tallyFlushMs,
    () => tallies.flush(),
    (error) => logger.warn({ err: error }, 'Could not save the counts of rejected events; retrying'),
  );

  const directory = opening.value;
  const isFirstStart = directory === undefined ? await serveSnapshotFile(storage, logger) : await start(directory);
  return { listen, stop };

  async function listen(): Promise<string> {
    const address = await app.listen(settings.port, settings.host);
    const baseUrl = settings.publicUrl ?? address;
    edges.start(address);
    webhooks.listensAt(baseUrl);
    if (isFirstStart === true) await install(baseUrl);
    if (directory === undefined) void startLate(baseUrl);
    return baseUrl;
  }

  /** What needs an open storage. True when this is the very first start. */
  async function start(opened: DataDirectory): Promise<boolean> {
    await identity.keep();
    const isFirst = await loadEdgeState(storage, opened, logger);
    jobs.start();
    loaders.start();
    await claimStore();
    await limits.start();
    privacy.start();
    watch.start();
    watches.start();
    webhooks.start();
    digests.start();
    backfill.start();
    cohorts.keeper.start();
    void symbols.start();
    crashes.start();
    eventExport?.start();
    void keepSdks().then(() => backups.start());
    return isFirst;
  }

  /** Later, when the control plane cannot be reached now: what is served until then is the snapshot. */
  async function claimStore(): Promise<void> {
    if (storage.controlNotice() === undefined) await jobs.claimStore();
    else storage.onControlOpen(() => void jobs.claimStore().catch(announce.failure));
  }

  function condition(): EdgeCondition {
    const { status, reasons, store: loading } = health.report();
    return {
      isReady: status === 'ready',
      reasons,
      backlogBytes: loading.unloaded_bytes,
      behindSeconds: loading.loading.behind_seconds,
      revision: state.mark?.revision ?? 0,
      jobs: jobs.names(),
    };
  }

  async function startLate(baseUrl: string): Promise<void> {
    try {
      const isFirst = await start(await opening.opened());
      logger.info({}, 'The data directory is writable again');
      if (isFirst) await install(baseUrl);
    } catch (error) {
      announce.failure(error);
    }
  }

  async function install(baseUrl: string): Promise<void> {
    const { bootstrapFile } = settings;
    const text = await beginInstallation(control, {
      baseUrl,
      dashboardUrl: dashboardUrl(baseUrl),
      given: givenValues(settings),
      hashPassword,
      ...(bootstrapFile === undefined ? {} : { bootstrapFile }),
    });
    await publisher.publish();
    if (text !== undefined) announce.firstStart(text);
  }

  async function keepSdks(): Promise<void> {
    try {
      await sdks.keep();
    } catch (error) {
      logger.warn({ err: error }, 'Could not save the SDK packages of this version; retrying at the next start');
    }
  }

  async function stop(): Promise<void> {
    await app.drain();
    await ingest.stop();
    await limits.stop();
    await backups.stop();
    await eventExport?.stop();
    await privacy.stop();
    await watch.stop();
    await watches.stop();
    await digests.stop();
    await webhooks.stop();
    await backfill.stop();
    await cohorts.keeper.stop();
    await crashes.stop();
    await symbols.stop();
    await notingTallies.stop();
    await notingTallies.now();
    await notingUses.stop();
    await notingUses.now();
    await edges.stop();
    await loaders.stop();
    await jobs.stop();
    await files?.storage.close();
    await storage.close();
  }
}

function givenValues(settings: Settings): GivenValues {
  const { ownerEmail, ownerPassword, operatorToken, publishableKey, secretKey, devKey } = settings;
  const given = { ownerEmail, ownerPassword, operatorToken, publishableKey, secretKey, devKey };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
