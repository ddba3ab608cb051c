import { statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hashPassword } from './adapters/embedded/argon2-passwords.ts';
import { openDataDirectory } from './adapters/embedded/data-directory/open-data-directory.ts';
import { FileBackupMaker } from './adapters/embedded/file-backup/file-backup-maker.ts';
import { FileEventLog } from './adapters/embedded/file-event-log/file-event-log.ts';
import { HttpSymbolizer } from './adapters/embedded/http-symbolizer/http-symbolizer.ts';
import { MemoryRateLimiter } from './adapters/embedded/memory-limiter/memory-rate-limiter.ts';
import { ThreadReportReader } from './adapters/embedded/report-reader/thread-report-reader.ts';
import { SqliteControlPlane } from './adapters/embedded/sqlite-control/sqlite-control-plane.ts';
import { StoreProcess } from './adapters/embedded/store-process/store-process.ts';
import { FileSymbolVault } from './adapters/embedded/symbol-files/file-symbol-vault.ts';
import { ExportSpool } from './analytics/export-spool.ts';
import { BackupJobs } from './backups/backup-jobs.ts';
import { withTemplates } from './control/dashboards/with-templates.ts';
import { beginInstallation } from './control/first-start/begin-installation.ts';
import type { GivenValues } from './control/first-start/given-values.ts';
import { CrashDesk } from './crashes/crash-desk.ts';
import { CrashGrouper } from './crashes/crash-grouper.ts';
import { DeviceCache } from './devices/device-cache.ts';
import { DeviceRegistry } from './devices/device-registry.ts';
import { createApp } from './http/app.ts';
import { Authenticator } from './http/authenticator.ts';
import { Cors } from './http/cors.ts';
import { Gate } from './http/gate.ts';
import { hotConfig } from './http/hot-config.ts';
import { hotIngest } from './http/hot-ingest.ts';
import { KeyUses } from './http/key-uses.ts';
import { OpenStreams } from './http/open-streams.ts';
import { registerRoutes } from './http/register-routes.ts';
import { BatchIngest } from './ingest/batch-ingest.ts';
import { CrashIngest } from './ingest/crash-ingest.ts';
import { EdgeTallies } from './ingest/edge-tallies.ts';
import { PerformanceIngest } from './ingest/performance-ingest.ts';
import { Scrubber } from './ingest/scrubber.ts';
import { talliedOutcomes } from './ingest/tallied-outcomes.ts';
import { ProjectBudget } from './limits/project-budget.ts';
import { Directory } from './people/directory.ts';
import { Eraser } from './people/eraser.ts';
import { RetentionSchedule } from './people/retention-schedule.ts';
import { ReleaseBook } from './releases/release-book.ts';
import { ReleaseWatch } from './releases/release-watch.ts';
import { EventReplay } from './replay/event-replay.ts';
import { SchemaChecks } from './schemas/schema-checks.ts';
import type { Settings } from './settings/read-settings.ts';
import { ConfigDelivery } from './snapshot/config-delivery.ts';
import { EdgePublisher } from './snapshot/edge-publisher.ts';
import { EdgeState } from './snapshot/edge-state.ts';
import { FlagSightings } from './snapshot/flag-sightings.ts';
import { faultOfRegex, linearRegex } from './snapshot/linear-regex.ts';
import { readSnapshotFile, writeSnapshotFile } from './snapshot/snapshot-file.ts';
import { ReportSymbolicator } from './symbols/report-symbolicator.ts';
import { SymbolUploads } from './symbols/symbol-uploads.ts';
import { countOutcomes } from './telemetry/count-outcomes.ts';
import { Health } from './telemetry/health.ts';
import type { Logger } from './telemetry/logger.ts';
import { Metrics } from './telemetry/metrics.ts';

const MiB = 1024 * 1024;
const hourMs = 3_600_000;
const rememberedDevices = 50_000;
const keyUseFlushMs = 15_000;
const republishMs = 2_000;
const forgetEveryMs = 2_000;
const tallyFlushMs = 2_000;

/** A server, put together and not yet listening. */
export interface Composition {
  /** Resolves with its address and, on the very first start, the text that says the keys once. */
  listen(): Promise<{ readonly baseUrl: string; readonly firstStart?: string }>;
  /** Finishes what is in flight, in the order that loses nothing. */
  stop(): Promise<void>;
}

/** The one place that knows every part. */
export async function compose(settings: Settings, logger: Logger, version: string): Promise<Composition> {
  const directory = await openDataDirectory(settings.dataDir, { version });
  let controlNotice: string | undefined;

  const store = new StoreProcess({
    logFolder: directory.logRoot,
    storeFolder: directory.storeDir,
    memoryLimitMb: settings.storeMemoryMb,
    questionMemoryMb: settings.queryMemoryMb,
    threads: settings.storeThreads,
    filterMb: 64,
    loadMb: 16,
    idleMs: 1_000,
    checkpointFolder: directory.checkpointDir,
    checkpointEveryMs: settings.checkpointHours * hourMs,
    eraseWithinMs: settings.eraseWithinHours * 3_600_000,
    onLog: ({ level, message }) => logger[level]({ process: 'store' }, message),
  });
  const control = new SqliteControlPlane({
    path: directory.controlDb,
    mustExist: directory.isControlDbExpected,
    checkRegex: faultOfRegex,
    onState: (state) => {
      controlNotice = state.isAvailable ? undefined : state.reason;
      if (!state.isAvailable) logger.error({ reason: state.reason }, 'The control database cannot be used');
      else if (!state.isNew) void publisher.publish();
    },
  });
  const state = new EdgeState();
  const publisher = new EdgePublisher({
    source: control,
    state,
    writeFile: (snapshot) => writeSnapshotFile(directory.snapshotFile, snapshot),
    logger,
    retryMs: republishMs,
  });
  const minFreeBytes = settings.minFreeBytes ?? (await defaultFreeBytes(directory.path));
  const log = await FileEventLog.open({
    logRoot: directory.logRoot,
    maxUnloadedBytes: settings.maxBacklogBytes,
    minFreeBytes,
    isSyncOn: settings.sync,
    onSealed: () => store.sealed(),
    observe: {
      groupSynced: (records, _bytes, syncMs) => metrics.synced(syncMs, records),
      failed: (step, error) => {
        metrics.logFailed();
        logger.error({ err: error, step }, 'The event log met a failure');
      },
      recovered: (segments) => {
        for (const segment of segments) logger.info({ segment }, 'Recovered a segment that was being written');
      },
    },
  });
  store.onLoaded((segment) => log.release(segment));
  store.start();

  const metrics = new Metrics({ log: () => log.status(), store: () => store.status() });
  const health = new Health({
    log: () => log.status(),
    store: () => store.status(),
    controlNotice: () => controlNotice,
    isDraining: () => app.isDraining(),
  });

  const budget = new ProjectBudget(new MemoryRateLimiter(), (projectId) => state.planOf(projectId));
  const tallies = new EdgeTallies(log);
  const outcomes = talliedOutcomes(countOutcomes(metrics), tallies);
  const scrubber = new Scrubber({
    isOn: settings.scrub,
    ...(settings.scrubKeys === undefined ? {} : { secretKeys: settings.scrubKeys }),
  });
  const devices = new DeviceCache(control.devices, rememberedDevices);
  const delivery = new ConfigDelivery({
    state,
    findDevice: (environmentId, deviceId) => devices.find(environmentId, deviceId),
    findUser: (environmentId, userId) => control.users.find(environmentId, userId),
  });
  const streams = new OpenStreams(state);
  const sightings = new FlagSightings(state, (seen) => control.flags.noteSightings(seen));
  const ingest = new BatchIngest({
    log,
    budget,
    scrubber,
    outcomes,
    checks: new SchemaChecks((projectId) => state.schemasOf(projectId), linearRegex),
    onExposure: (environmentId, flag) => sightings.note(environmentId, flag),
  });
  const vault = await FileSymbolVault.open({ folder: directory.symbolDir });
  const { symbolizerUrl } = settings;
  const symbolicationFailed = (by: 'files' | 'symbolizer', reason: unknown) => {
    metrics.symbolicationFailed(by);
    logger.warn({ by, reason }, 'A crash report is shown without some of its symbols');
  };
  const onSymbolizerFailure = (error: unknown) => symbolicationFailed('symbolizer', error);
  const symbolicator = new ReportSymbolicator({
    files: control.symbols,
    vault,
    ...(symbolizerUrl === undefined
      ? {}
      : { external: new HttpSymbolizer({ url: symbolizerUrl, onFailure: onSymbolizerFailure }) }),
    onFailure: (failure) => symbolicationFailed('files', failure),
  });
  const people = new Directory({ store, users: control.users, devices });
  const eraser = new Eraser({
    people,
    store,
    privacy: control.privacy,
    jobs: control.jobs,
    log,
    forget: async ({ environmentId }, subject, deviceIds) => {
      devices.forgetDevices(environmentId, deviceIds);
      if (subject.kind === 'user') devices.forgetUser(environmentId, subject.id);
      await publisher.publish();
    },
    onFailure: (error, jobId) => logger.warn({ err: error, jobId }, 'An erasure does not get on for now'),
  });
  const retention = new RetentionSchedule({
    bounded: () =>
      state.environments().flatMap(({ id, projectId }) => {
        const retentionDays = state.retentionDaysOf(projectId);
        return retentionDays === undefined ? [] : [{ projectId, environmentId: id, retentionDays }];
      }),
    log,
    privacy: control.privacy,
    forgetDevices: (environmentId, deviceIds) => devices.forgetDevices(environmentId, deviceIds),
    onNotice: (message) => logger.error({}, message),
  });
  const backups = new BackupJobs({
    jobs: control.jobs,
    logger,
    maker: new FileBackupMaker({
      folder: settings.backupDir ?? directory.backupDir,
      dataDirectory: directory,
      version,
      sealLog: async () => {
        await tallies.flush();
        await log.seal();
      },
      copyStore: async (folder) => void (await store.copyTo(folder)),
      copyControl: (path) => control.copyTo(path),
      namedFolders: [basename(directory.symbolDir)],
    }),
  });
  const watch = new ReleaseWatch({
    store,
    releases: control.releases,
    changes: control.changes,
    environments: () => state.allEnvironments().map(({ id, projectId }) => ({ projectId, environmentId: id })),
    logger,
  });
  watch.start();
  const reportReader = new ThreadReportReader();
  const crashDesk = new CrashDesk({
    grouper: new CrashGrouper({
      reader: reportReader,
      symbols: symbolicator,
      hasOtherSymbols: symbolizerUrl !== undefined,
      groups: control.crashGroups,
      log,
    }),
    store,
    scopes: () => state.environments().map(({ id, projectId }) => ({ projectId, environmentId: id })),
    onTrouble: (error) => logger.warn({ err: error }, 'Crash reports are grouped later'),
  });
  const uses = new KeyUses(control.keys);
  const app = createApp({
    gate: new Gate({ authenticator: new Authenticator(state), budget, uses }),
    cors: new Cors(settings.adminOrigins),
    logger,
    observer: metrics,
    hotRoutes: [hotIngest(ingest), hotConfig(delivery)],
    onDrain: () => streams.endAll(),
  });
  registerRoutes(app.fastify, {
    control,
    dashboards: withTemplates(control.dashboards),
    devices: new DeviceRegistry({ devices, users: control.users, log }),
    people,
    eraser,
    delivery,
    streams,
    sightings,
    forgetUser: (projectId, userId) => {
      for (const { id } of state.environmentsOf(projectId)) devices.forgetUser(id, userId);
    },
    ingest,
    crashes: new CrashIngest({ log, scrubber, outcomes, onKept: (report) => crashDesk.accept(report) }),
    replay: new EventReplay({ store, log }),
    performance: new PerformanceIngest({ log, scrubber, outcomes }),
    releases: {
      releases: control.releases,
      changes: control.changes,
      book: new ReleaseBook({ store, releases: control.releases, watch }),
      watch,
    },
    symbols: new SymbolUploads({ files: control.symbols, vault, maxBytes: settings.symbolsMaxBytes }),
    symbolicator,
    reportReader,
    store,
    exports: new ExportSpool({ store, folder: join(directory.path, 'exports'), reservedBytes: 2 * minFreeBytes }),
    state,
    publisher,
    budget,
    backups,
    health,
    metrics,
  });
  const flushUses = async (): Promise<void> => {
    try {
      await Promise.all([uses.flush(), sightings.flush()]);
    } catch (error) {
      logger.warn({ err: error }, 'Uses of keys and flags could not be noted; trying again');
    }
  };
  const flushTimer = setInterval(() => void flushUses(), keyUseFlushMs).unref();
  const flushTallies = async (): Promise<void> => {
    try {
      await tallies.flush();
    } catch (error) {
      logger.warn({ err: error }, 'Counts of refused events could not be noted; trying again');
    }
  };
  const tallyTimer = setInterval(() => void flushTallies(), tallyFlushMs).unref();

  const forgetDue = async (): Promise<void> => {
    try {
      await eraser.advance();
      await retention.tick();
    } catch (error) {
      logger.warn({ err: error }, 'Erasures and retention wait; trying again');
    }
  };
  const forgetTimer = setInterval(() => void forgetDue(), forgetEveryMs).unref();

  const isFirstStart = await loadSnapshot();
  crashDesk.start();
  void giveUpUnfinished();
  return { listen, stop };

  async function listen(): Promise<{ baseUrl: string; firstStart?: string }> {
    const address = await app.listen(settings.port, settings.host);
    const baseUrl = settings.publicUrl ?? address;
    if (!isFirstStart) return { baseUrl };
    const { bootstrapFile } = settings;
    const firstStart = await beginInstallation(control, {
      baseUrl,
      given: givenValues(settings),
      hashPassword,
      ...(bootstrapFile === undefined ? {} : { bootstrapFile }),
    });
    await publisher.publish();
    return { baseUrl, ...(firstStart === undefined ? {} : { firstStart }) };
  }

  async function giveUpUnfinished(): Promise<void> {
    try {
      await backups.giveUpUnfinished();
    } catch (error) {
      logger.warn({ err: error }, 'What is left of an unfinished backup could not be cleared away');
    }
  }

  /** From the control plane, or from the file when that cannot be read. */
  async function loadSnapshot(): Promise<boolean> {
    try {
      const { isNew } = await control.ready();
      if (isNew || (await control.members.count()) === 0) {
        await directory.noteControlDbCreated();
        return true;
      }
      await publisher.publish();
    } catch (error) {
      logger.error({ err: error }, 'The control plane cannot be read; serving from the snapshot file');
      try {
        state.swap(await readSnapshotFile(directory.snapshotFile));
      } catch (fileError) {
        logger.error({ err: fileError }, 'Nor can the snapshot file; keyed requests are answered 503 until one can');
      }
    }
    return false;
  }

  async function stop(): Promise<void> {
    await app.drain();
    await backups.stop();
    clearInterval(flushTimer);
    clearInterval(forgetTimer);
    clearInterval(tallyTimer);
    await flushTallies();
    await watch.stop();
    publisher.stop();
    await crashDesk.stop();
    await reportReader.close();
    await vault.close();
    await log.close();
    await store.stop();
    await flushUses();
    await control.close();
    metrics.stop();
    await directory.close();
  }
}

/** 512 MiB, or 5 % of a disk that is smaller than 10 GiB. */
async function defaultFreeBytes(path: string): Promise<number> {
  const { blocks, bsize } = await statfs(path);
  return Math.min(512 * MiB, Math.floor(blocks * bsize * 0.05));
}

function givenValues(settings: Settings): GivenValues {
  const { ownerEmail, ownerPassword, operatorToken, publishableKey, secretKey, devKey } = settings;
  const given = { ownerEmail, ownerPassword, operatorToken, publishableKey, secretKey, devKey };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
