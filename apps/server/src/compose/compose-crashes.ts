import { CrashGrouper } from '../features/crashes/crash-grouper.ts';
import { CrashGroupingWorker } from '../features/crashes/crash-grouping-worker.ts';
import { ExpiredDescriptions } from '../features/crashes/expired-descriptions.ts';
import { ThreadReportReader } from '../features/crashes/report-reader/thread-report-reader.ts';
import { EmptyCrashGroups } from '../features/crashes/triage/empty-crash-groups.ts';
import { expiredBefore } from '../features/privacy/retention-schedule.ts';
import { HttpSymbolizer } from '../features/symbols/external/http-symbolizer.ts';
import { ReportSymbolicator } from '../features/symbols/report-symbolicator.ts';
import { SymbolUploads } from '../features/symbols/symbol-uploads.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Symbols } from './compose-symbols.ts';
import type { Storage } from './open-storage.ts';

/** What happens to a crash report after it was kept: symbols, reading, grouping. */
export function composeCrashes(storage: Storage, settings: Settings, jobs: Jobs, { vault }: Symbols, logger: Logger) {
  const { control, log, metrics, state, store } = storage;
  const { symbolizerUrl, symbolsMaxBytes } = settings;
  const failed = (by: 'files' | 'symbolizer', reason: unknown): void => {
    metrics.symbolicationFailed(by);
    logger.warn({ by, reason }, 'Showing a crash report without some of its symbols');
  };
  const external =
    symbolizerUrl && new HttpSymbolizer({ url: symbolizerUrl, onFailure: (error) => failed('symbolizer', error) });
  const symbolicator = new ReportSymbolicator({
    files: control.symbols,
    vault,
    ...(external ? { external } : {}),
    onFailure: (failure) => failed('files', failure),
  });
  const reportReader = new ThreadReportReader();
  const grouper = new CrashGrouper({
    reader: reportReader,
    symbols: symbolicator,
    hasOtherSymbols: symbolizerUrl !== undefined,
    groups: control.crashGroups,
    log,
  });
  const { lease } = jobs.of('crash groups');
  const grouping = new CrashGroupingWorker({
    isHere: () => lease.isHeld,
    grouper,
    store,
    descriptions: new ExpiredDescriptions({
      grouper,
      store,
      groups: control.crashGroups,
      emptyGroups: new EmptyCrashGroups(store, control.crashGroups),
    }),
    expiredBeforeMs: ({ projectId }) => {
      const days = state.retentionDaysOf(projectId);
      return days === undefined ? undefined : expiredBefore(Date.now(), days);
    },
    scopes: () => state.environments().map(({ id, projectId }) => ({ projectId, environmentId: id })),
    onTrouble: (error) => logger.warn({ err: error }, 'Could not group crash reports; retrying'),
  });
  const start = (): void => {
    grouping.start();
  };
  const stop = async (): Promise<void> => {
    await grouping.stop();
    await reportReader.close();
    await vault.close();
  };
  return {
    desk: grouping,
    reportReader,
    symbolicator,
    symbols: new SymbolUploads({ files: control.symbols, vault, maxBytes: symbolsMaxBytes }),
    start,
    stop,
  };
}
