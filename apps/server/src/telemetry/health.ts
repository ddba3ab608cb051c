import { type HealthNoticeSources, healthNotices, storeReason } from './health-notices.ts';

/** Whether one of the three things that a server is for works now. */
export interface Availability {
  readonly available: boolean;
  /** Why not; null while it works. */
  readonly reason: string | null;
}

export interface HealthReport {
  /** Ready: events are taken and config is answered. Queries may wait: the log keeps what the store will load. */
  readonly status: 'ready' | 'not_ready';
  /** Why something does not work, and what an operator should look at while everything does. */
  readonly reasons: readonly string[];
  readonly events: Availability;
  readonly config: Availability;
  readonly queries: Availability;
  readonly store: {
    readonly state: string;
    readonly unloaded_bytes: number;
    readonly unloaded_segments: number;
    readonly loading: {
      /** Age of the oldest event that was accepted and cannot be asked for yet. */
      readonly behind_seconds: number;
      readonly arrival_bytes_per_second: number;
      readonly loading_bytes_per_second: number;
      /** Null when events arrive faster than they are loaded. */
      readonly caught_up_in_seconds: number | null;
    };
    /** The newest one; null when there is none. */
    readonly checkpoint: { readonly created_at: string; readonly age_seconds: number; readonly bytes: number } | null;
  };
}

export interface HealthSources extends HealthNoticeSources {
  readonly log: () => {
    readonly unavailable?: string;
    readonly unloadedBytes: number;
    readonly unloadedSegments: number;
  };
  /** Keys can be checked and config can be answered. */
  readonly isEdgeLoaded: () => boolean;
  /** Why the data directory is not in use yet; undefined when it is. */
  readonly directoryProblem: () => string | undefined;
  readonly isDraining: () => boolean;
}

const refusals: Readonly<Record<string, string>> = {
  directory_gone: 'the data directory was deleted or replaced while the server was running',
  disk_full: 'the disk is full',
  backlog_full: 'too much data is waiting to be written or loaded',
  write_failed: 'the event log cannot be written',
};

const DRAINING = 'The server is stopping';
const STARTING = 'The server is starting: keys cannot be checked yet';
const NOT_LOADED = 'Keys cannot be checked: neither the control database nor its snapshot can be read';

/** What works and what does not, for `/readyz`, the metrics and the operator. */
export class Health {
  readonly #sources: HealthSources;

  constructor(sources: HealthSources) {
    this.#sources = sources;
  }

  report(): HealthReport {
    const { unloadedBytes, unloadedSegments } = this.#sources.log();
    const [events, config, queries] = [this.#events(), this.config(), this.#queries()];
    const problems = [events, config, queries].flatMap(({ reason }) => reason ?? []);
    return {
      status: events.available && config.available ? 'ready' : 'not_ready',
      reasons: [...new Set([...problems, ...healthNotices(this.#sources)])],
      events,
      config,
      queries,
      store: {
        state: this.#sources.store().state,
        unloaded_bytes: unloadedBytes,
        unloaded_segments: unloadedSegments,
        loading: this.#loading(),
        checkpoint: this.#checkpoint(),
      },
    };
  }

  config(): Availability {
    const { isDraining, isEdgeLoaded, directoryProblem, controlNotice } = this.#sources;
    if (isDraining()) return availabilityOf(DRAINING);
    if (isEdgeLoaded()) return availabilityOf(undefined);
    const isStarting = directoryProblem() === undefined && controlNotice() === undefined;
    return availabilityOf(isStarting ? STARTING : NOT_LOADED);
  }

  #events(): Availability {
    const { unavailable } = this.#sources.log();
    const { reason } = this.config();
    if (reason !== null || unavailable === undefined) return availabilityOf(reason ?? undefined);
    const refusal = `Events are rejected: ${refusals[unavailable] ?? unavailable}`;
    return availabilityOf(this.#sources.directoryProblem() ?? refusal);
  }

  #queries(): Availability {
    const { isDraining, directoryProblem, store } = this.#sources;
    return availabilityOf(isDraining() ? DRAINING : (directoryProblem() ?? storeReason(store())));
  }

  #loading(): HealthReport['store']['loading'] {
    const loading = this.#sources.loading.report();
    const { caughtUpInSeconds } = loading;
    return {
      behind_seconds: Math.round(loading.behindSeconds * 10) / 10,
      arrival_bytes_per_second: Math.round(loading.arrivalBytesPerSecond),
      loading_bytes_per_second: Math.round(loading.loadingBytesPerSecond),
      caught_up_in_seconds: caughtUpInSeconds === undefined ? null : Math.round(caughtUpInSeconds),
    };
  }

  #checkpoint(): HealthReport['store']['checkpoint'] {
    const { last } = this.#sources.store().checkpoint;
    if (last === undefined) return null;
    const { createdAtMs, bytes } = last;
    const ageSeconds = Math.max(0, Math.round((Date.now() - createdAtMs) / 1000));
    return { created_at: new Date(createdAtMs).toISOString(), age_seconds: ageSeconds, bytes };
  }
}

const availabilityOf = (reason: string | undefined): Availability => ({
  available: reason === undefined,
  reason: reason ?? null,
});
