import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Registry } from 'prom-client';
import type { LoadingReport } from './loading-progress.ts';
import { type MetricRow, metricTable } from './metric-table.ts';
import { type HistogramSeries, QuickHistogram } from './quick-histogram.ts';

/** Figures that are looked up when somebody asks, instead of being kept up to date all the time. */
export interface MetricSources {
  readonly version: string;
  readonly log: () => { waitingRecords: number; unloadedBytes: number; unloadedSegments: number; freeBytes: number };
  readonly loading: () => LoadingReport;
  readonly store: () => {
    state: string;
    rssBytes: number;
    counters: StoreCounts;
    checkpoint: { readonly last?: { readonly createdAtMs: number; readonly bytes: number }; readonly failure?: string };
  };
  readonly edge: () => { rowsApplied: number; flagsCompiled: number; isBehind: boolean };
}

interface StoreCounts {
  readonly storedEvents: number;
  readonly duplicateEvents: number;
  readonly failedEvents: number;
  readonly storedCrashes: number;
  readonly duplicateCrashes: number;
  readonly storedMetrics: number;
  readonly duplicateMetrics: number;
  readonly damagedRecords: number;
  readonly lostEvents: number;
  readonly unbalancedItems: number;
}

/** All measurements of the process, as Prometheus text. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #loopDelay: IntervalHistogram = monitorEventLoopDelay({ resolution: 20 });
  /** Added to the counter when /metrics is requested: looking labels up costs more than counting. */
  readonly #uncountedItems = new Map<string, { readonly labels: Record<string, string>; count: number }>();
  readonly #requests = this.#histogram(metricTable.requests);
  readonly #requestsByResult = new Map<string, Map<number, HistogramSeries>>();
  readonly #shed = this.#counter(metricTable.shedRequests);
  readonly #mismatches = this.#counter(metricTable.environmentMismatches);
  readonly #compatIgnored = this.#counter(metricTable.compatIgnored);
  readonly #sync = this.#histogram(metricTable.logSync).series();
  readonly #groups = this.#histogram(metricTable.logGroupRecords).series();
  readonly #failures = this.#counter(metricTable.logFailures);
  readonly #symbolicationFailures = this.#counter(metricTable.symbolicationFailures);
  readonly #limitsFallbacks = this.#counter(metricTable.limitsFallbacks);
  readonly #webhookAttempts = this.#counter(metricTable.webhookAttempts);
  readonly #redisAnswers = this.#histogram(metricTable.redisAnswers).series();

  constructor(sources: MetricSources) {
    this.#loopDelay.enable();
    this.#counter(metricTable.items, (counter) => {
      for (const { labels, count } of this.#uncountedItems.values()) counter.inc(labels, count);
      this.#uncountedItems.clear();
    });
    this.#registerLookups(sources);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    return await this.#registry.metrics();
  }

  countItems(kind: string, outcome: string, reason: string, count: number): void {
    if (count <= 0) return;
    const key = `${kind} ${outcome} ${reason}`;
    const known = this.#uncountedItems.get(key);
    if (known !== undefined) known.count += count;
    else this.#uncountedItems.set(key, { labels: { kind, outcome, reason }, count });
  }

  answered(route: string, status: number, durationMs: number): void {
    this.#requestsOf(route, status).observe(durationMs / 1000);
  }

  #requestsOf(route: string, status: number): HistogramSeries {
    const ofRoute = this.#requestsByResult.get(route) ?? new Map<number, HistogramSeries>();
    const known = ofRoute.get(status);
    if (known !== undefined) return known;
    const added = this.#requests.series({ route, status: String(status) });
    this.#requestsByResult.set(route, ofRoute.set(status, added));
    return added;
  }

  countShed(requestClass: string): void {
    this.#shed.inc({ class: requestClass });
  }

  environmentNamed(ofKey: string, named: string | string[] | undefined): void {
    if (named !== undefined && named !== '' && named !== ofKey) this.#mismatches.inc();
  }

  countIgnored(client: string, kind: string, count: number): void {
    if (count > 0) this.#compatIgnored.inc({ client, kind }, count);
  }

  synced(durationMs: number, records: number): void {
    this.#sync.observe(durationMs / 1000);
    this.#groups.observe(records);
  }

  /** A crash report was shown without some of its symbols. */
  symbolicationFailed(by: 'files' | 'symbolizer'): void {
    this.#symbolicationFailures.inc({ by });
  }

  limitsFellBack(reason: 'unreachable' | 'slow' | 'refused'): void {
    this.#limitsFallbacks.inc({ reason });
  }

  redisAnswered(durationMs: number): void {
    this.#redisAnswers.observe(durationMs / 1000);
  }

  /** Only where limits are to be shared. */
  showSharedLimits(look: () => boolean): void {
    this.#gauge(metricTable.limitsShared, (gauge) => gauge.set(look() ? 1 : 0));
  }

  logFailed(): void {
    this.#failures.inc();
  }

  /** What works, as `/readyz` says it. */
  showAvailability(
    look: () => Readonly<Record<'events' | 'config' | 'queries', { readonly available: boolean }>>,
  ): void {
    this.#gauge(metricTable.available, (gauge) => {
      const report = look();
      for (const what of ['events', 'config', 'queries'] as const) gauge.set({ what }, report[what].available ? 1 : 0);
    });
  }

  showControl(look: () => boolean): void {
    this.#gauge(metricTable.controlAvailable, (gauge) => gauge.set(look() ? 1 : 0));
  }

  /** Background jobs, and whether this server does them. */
  showJobs(look: () => Iterable<readonly [name: string, isHeld: boolean]>): void {
    this.#gauge(metricTable.jobHeld, (gauge) => {
      gauge.reset();
      for (const [name, isHeld] of look()) gauge.set({ name }, isHeld ? 1 : 0);
    });
  }

  /** What waits for each of the loaders of a shared store, the first one first. */
  showLoaders(look: () => readonly { readonly oldestSealedAtMs: number | null }[]): void {
    this.#gauge(metricTable.loaderBehind, (gauge) => {
      gauge.reset();
      for (const [at, { oldestSealedAtMs }] of look().entries()) {
        gauge.set({ loader: `${at + 1}` }, oldestSealedAtMs === null ? 0 : (Date.now() - oldestSealedAtMs) / 1000);
      }
    });
  }

  /** Backups that the server makes by itself; undefined where it makes none. */
  showBackups(look: () => { readonly lastAtMs?: number; readonly failure?: string } | undefined): void {
    this.#gauge(metricTable.backupAge, (gauge) => {
      const lastAtMs = look()?.lastAtMs;
      gauge.reset();
      if (lastAtMs !== undefined) gauge.set((Date.now() - lastAtMs) / 1000);
      else gauge.remove();
    });
    this.#gauge(metricTable.backupFailed, (gauge) => gauge.set(look()?.failure === undefined ? 0 : 1));
  }

  showEventExport(look: () => { readonly exportedBeforeMs?: number; readonly failure?: string } | undefined): void {
    this.#gauge(metricTable.exportLag, (gauge) => {
      const before = look()?.exportedBeforeMs;
      gauge.reset();
      if (before !== undefined) gauge.set((Date.now() - before) / 1000);
      else gauge.remove();
    });
    this.#gauge(metricTable.exportFailed, (gauge) => gauge.set(look()?.failure === undefined ? 0 : 1));
  }

  /** Of the queue of webhooks, as it was counted last. */
  showWebhooks(
    look: () => { readonly pending: number; readonly oldestPendingAtMs: number | null; readonly paused: number },
  ): void {
    this.#gauge(metricTable.webhooksPending, (gauge) => gauge.set(look().pending));
    this.#gauge(metricTable.webhooksPaused, (gauge) => gauge.set(look().paused));
    this.#gauge(metricTable.webhooksOldest, (gauge) => {
      const { oldestPendingAtMs } = look();
      gauge.set(oldestPendingAtMs === null ? 0 : (Date.now() - oldestPendingAtMs) / 1000);
    });
  }

  countWebhook(isDelivered: boolean): void {
    this.#webhookAttempts.inc({ outcome: isDelivered ? 'delivered' : 'failed' });
  }

  stop(): void {
    this.#loopDelay.disable();
  }

  #registerLookups(sources: MetricSources): void {
    this.#gauge(metricTable.build, (gauge) => gauge.set({ version: sources.version, node: process.versions.node }, 1));
    this.#gauge(metricTable.logWaiting, (gauge) => gauge.set(sources.log().waitingRecords));
    this.#gauge(metricTable.logUnloadedBytes, (gauge) => gauge.set(sources.log().unloadedBytes));
    this.#gauge(metricTable.logUnloadedSegments, (gauge) => gauge.set(sources.log().unloadedSegments));
    this.#gauge(metricTable.loadingBehind, (gauge) => gauge.set(sources.loading().behindSeconds));
    this.#gauge(metricTable.loadingRate, (gauge) => {
      const { arrivalBytesPerSecond, loadingBytesPerSecond } = sources.loading();
      gauge.set({ what: 'arrived' }, arrivalBytesPerSecond);
      gauge.set({ what: 'loaded' }, loadingBytesPerSecond);
    });
    this.#gauge(metricTable.logFreeBytes, (gauge) => gauge.set(sources.log().freeBytes));
    this.#gauge(metricTable.storeReady, (gauge) => gauge.set(sources.store().state === 'ready' ? 1 : 0));
    this.#gauge(metricTable.storeRows, (gauge) => {
      const { counters } = sources.store();
      gauge.set({ kind: 'events', outcome: 'stored' }, counters.storedEvents);
      gauge.set({ kind: 'events', outcome: 'duplicate' }, counters.duplicateEvents);
      gauge.set({ kind: 'events', outcome: 'failed' }, counters.failedEvents);
      gauge.set({ kind: 'crashes', outcome: 'stored' }, counters.storedCrashes);
      gauge.set({ kind: 'crashes', outcome: 'duplicate' }, counters.duplicateCrashes);
      gauge.set({ kind: 'metrics', outcome: 'stored' }, counters.storedMetrics);
      gauge.set({ kind: 'metrics', outcome: 'duplicate' }, counters.duplicateMetrics);
    });
    this.#gauge(metricTable.logDamage, (gauge) => {
      const { counters } = sources.store();
      gauge.set({ what: 'records' }, counters.damagedRecords);
      gauge.set({ what: 'events' }, counters.lostEvents);
    });
    this.#gauge(metricTable.checkpointAge, (gauge) => {
      const { last } = sources.store().checkpoint;
      gauge.reset();
      if (last !== undefined) gauge.set((Date.now() - last.createdAtMs) / 1000);
      else gauge.remove();
    });
    this.#gauge(metricTable.checkpointBytes, (gauge) => gauge.set(sources.store().checkpoint.last?.bytes ?? 0));
    this.#gauge(metricTable.checkpointFailed, (gauge) =>
      gauge.set(sources.store().checkpoint.failure === undefined ? 0 : 1),
    );
    this.#gauge(metricTable.edgeRows, (gauge) => gauge.set(sources.edge().rowsApplied));
    this.#gauge(metricTable.edgeFlagsCompiled, (gauge) => gauge.set(sources.edge().flagsCompiled));
    this.#gauge(metricTable.controlBehind, (gauge) => gauge.set(sources.edge().isBehind ? 1 : 0));
    this.#gauge(metricTable.ledgerUnbalanced, (gauge) => gauge.set(sources.store().counters.unbalancedItems));
    this.#gauge(metricTable.eventLoopDelay, (gauge) => {
      gauge.set({ quantile: '0.5' }, this.#loopDelay.percentile(50) / 1e9);
      gauge.set({ quantile: '0.99' }, this.#loopDelay.percentile(99) / 1e9);
      gauge.set({ quantile: '1' }, this.#loopDelay.max / 1e9);
      this.#loopDelay.reset();
    });
    this.#gauge(metricTable.memory, (gauge) => {
      gauge.set({ process: 'main' }, process.memoryUsage.rss());
      gauge.set({ process: 'store' }, sources.store().rssBytes);
    });
  }

  #counter(row: MetricRow, look: (counter: Counter) => void = () => undefined): Counter {
    return new Counter(this.#options(row, look));
  }

  #histogram({ name, sentence, buckets = [] }: MetricRow): QuickHistogram {
    return new QuickHistogram(name, sentence, buckets, this.#registry);
  }

  #gauge(row: MetricRow, look: (gauge: Gauge) => void): void {
    new Gauge(this.#options(row, look));
  }

  /** `look` is called when /metrics is requested. */
  #options<Metric>({ name, labels, sentence }: MetricRow, look: (metric: Metric) => void) {
    return {
      name,
      help: sentence,
      labelNames: [...labels],
      registers: [this.#registry],
      collect(this: Metric) {
        look(this);
      },
    };
  }
}
