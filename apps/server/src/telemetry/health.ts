export interface HealthReport {
  readonly status: 'ready' | 'not_ready';
  /** Why events cannot be taken; or, while they can, what an operator should look at. */
  readonly reasons: readonly string[];
  readonly store: {
    readonly state: string;
    readonly unloaded_bytes: number;
    readonly unloaded_segments: number;
    /** The newest one; null when there is none. */
    readonly checkpoint: { readonly created_at: string; readonly age_seconds: number; readonly bytes: number } | null;
  };
}

export interface HealthSources {
  readonly log: () => {
    readonly unavailable?: string;
    readonly unloadedBytes: number;
    readonly unloadedSegments: number;
  };
  readonly store: () => {
    readonly state: string;
    readonly rebuiltShare?: number;
    readonly counters: {
      readonly damagedRecords: number;
      readonly missingSegments: number;
      readonly unbalancedItems: number;
      readonly lostRows: number;
    };
    readonly checkpoint: {
      readonly last?: { readonly createdAtMs: number; readonly bytes: number };
      readonly failure?: string;
    };
  };
  /** Why the control plane cannot be used, if so. */
  readonly controlNotice: () => string | undefined;
  /** What was answered and is not in the control plane any more, if anything. */
  readonly lostChanges: () => string | undefined;
  readonly isDraining: () => boolean;
}

const refusals: Readonly<Record<string, string>> = {
  disk_full: 'Events are refused: the disk is full',
  backlog_full: 'Events are refused: too much is waiting to be written or loaded',
  write_failed: 'Events are refused: the event log cannot be written',
};

/** Whether events can be taken. A store that is down does not matter here: the log keeps what it will load. */
export class Health {
  readonly #sources: HealthSources;

  constructor(sources: HealthSources) {
    this.#sources = sources;
  }

  report(): HealthReport {
    const { unavailable, unloadedBytes, unloadedSegments } = this.#sources.log();
    const blockers: string[] = [];
    if (this.#sources.isDraining()) blockers.push('The server is stopping');
    else if (unavailable !== undefined) blockers.push(refusals[unavailable] ?? `Events are refused: ${unavailable}`);
    return {
      status: blockers.length === 0 ? 'ready' : 'not_ready',
      reasons: [...blockers, ...this.#notices()],
      store: {
        state: this.#sources.store().state,
        unloaded_bytes: unloadedBytes,
        unloaded_segments: unloadedSegments,
        checkpoint: this.#checkpoint(),
      },
    };
  }

  #checkpoint(): HealthReport['store']['checkpoint'] {
    const { last } = this.#sources.store().checkpoint;
    if (last === undefined) return null;
    const { createdAtMs, bytes } = last;
    const ageSeconds = Math.max(0, Math.round((Date.now() - createdAtMs) / 1000));
    return { created_at: new Date(createdAtMs).toISOString(), age_seconds: ageSeconds, bytes };
  }

  #notices(): string[] {
    const { state, rebuiltShare = 0, counters, checkpoint } = this.#sources.store();
    const control = this.#sources.controlNotice();
    const lost = this.#sources.lostChanges();
    return [
      ...(control === undefined ? [] : [`The control database cannot be used: ${control}`]),
      ...(lost === undefined ? [] : [lost]),
      ...(state === 'down' ? ['The analytics store is down and being restarted; events wait in the log'] : []),
      ...(state === 'rebuilding' ? [`The analytics store is being rebuilt: ${Math.round(rebuiltShare * 100)} %`] : []),
      ...(counters.damagedRecords > 0
        ? [`${counters.damagedRecords} damaged records of the event log are in quarantine`]
        : []),
      ...(counters.missingSegments > 0 ? [`${counters.missingSegments} segments of the event log are missing`] : []),
      ...(counters.lostRows > 0 ? [`${counters.lostRows} rows were lost with a damaged checkpoint`] : []),
      ...(checkpoint.failure === undefined ? [] : [`The last checkpoint failed: ${checkpoint.failure}`]),
      ...(counters.unbalancedItems > 0 ? [`The ledger does not add up for ${counters.unbalancedItems} items`] : []),
    ];
  }
}
