export interface LoadingSources {
  /** Bytes of the log that are not in the store for good. */
  readonly unloadedBytes: number;
  /** Bytes that were loaded since the store process started. */
  readonly loadedBytes: number;
  /** What was received until then can be asked for. */
  readonly visibleUpToMs?: number;
}

export interface LoadingReport {
  /** Age of the oldest event that was accepted and cannot be asked for yet. */
  readonly behindSeconds: number;
  readonly arrivalBytesPerSecond: number;
  readonly loadingBytesPerSecond: number;
  /** At these rates; absent when events arrive faster than they are loaded. */
  readonly caughtUpInSeconds?: number;
}

interface Sample {
  readonly atMs: number;
  /** Since the first sample. */
  readonly arrivedBytes: number;
  readonly loadedBytes: number;
}

const WINDOW_MS = 60_000;
/** Loading waits for a segment to be sealed and for the load before: so much is ordinary. */
const BEHIND_AFTER_SECONDS = 10;

/** How far what can be asked for is behind what was accepted, and whether that gets better. Sampled every second or two. */
export class LoadingProgress {
  readonly #read: () => LoadingSources;
  readonly #nowMs: () => number;
  #samples: Sample[] = [];
  #last: LoadingSources | undefined;
  readonly #startedAtMs: number;
  /** When nothing waited, as far as that was seen. */
  #emptyAtMs: number | undefined;

  constructor(read: () => LoadingSources, nowMs: () => number = Date.now) {
    this.#read = read;
    this.#nowMs = nowMs;
    this.#startedAtMs = nowMs();
  }

  sample(): void {
    const [atMs, now, last] = [this.#nowMs(), this.#read(), this.#last];
    const before = this.#samples.at(-1) ?? { atMs, arrivedBytes: 0, loadedBytes: 0 };
    // A store process that started again counts from zero.
    const loaded = last === undefined ? 0 : Math.max(0, now.loadedBytes - last.loadedBytes);
    const arrived = last === undefined ? 0 : Math.max(0, now.unloadedBytes - last.unloadedBytes + loaded);
    this.#samples.push({
      atMs,
      arrivedBytes: before.arrivedBytes + arrived,
      loadedBytes: before.loadedBytes + loaded,
    });
    this.#samples = this.#samples.filter((sample) => sample.atMs >= atMs - WINDOW_MS);
    if (now.unloadedBytes === 0) this.#emptyAtMs = atMs;
    this.#last = now;
  }

  report(): LoadingReport {
    const { unloadedBytes, visibleUpToMs = this.#emptyAtMs ?? this.#startedAtMs } = this.#read();
    const seenMs = Math.max(visibleUpToMs, this.#emptyAtMs ?? visibleUpToMs);
    const behindSeconds = unloadedBytes === 0 ? 0 : Math.max(0, (this.#nowMs() - seenMs) / 1000);
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    const seconds = first === undefined || last === undefined ? 0 : (last.atMs - first.atMs) / 1000;
    const perSecond = (of: (sample: Sample) => number): number =>
      first === undefined || last === undefined || seconds === 0 ? 0 : (of(last) - of(first)) / seconds;
    const arrivalBytesPerSecond = perSecond(({ arrivedBytes }) => arrivedBytes);
    const loadingBytesPerSecond = perSecond(({ loadedBytes }) => loadedBytes);
    const gain = loadingBytesPerSecond - arrivalBytesPerSecond;
    const rates = { behindSeconds, arrivalBytesPerSecond, loadingBytesPerSecond };
    if (unloadedBytes === 0) return { ...rates, caughtUpInSeconds: 0 };
    return gain > 0 ? { ...rates, caughtUpInSeconds: unloadedBytes / gain } : rates;
  }

  /** For an operator; undefined while loading keeps up. */
  notice(): string | undefined {
    const { behindSeconds, arrivalBytesPerSecond, loadingBytesPerSecond, caughtUpInSeconds } = this.report();
    if (behindSeconds < BEHIND_AFTER_SECONDS) return undefined;
    const waiting = `${megabytes(this.#read().unloadedBytes)} MB are waiting to be loaded`;
    const [arrival, loading] = [megabytes(arrivalBytesPerSecond), megabytes(loadingBytesPerSecond)];
    const outlook =
      caughtUpInSeconds === undefined
        ? `events arrive faster than they are loaded (${arrival} MB/s against ${loading})`
        : `caught up in about ${duration(caughtUpInSeconds)} at the current rate`;
    return `Loading is behind: the newest visible event is ${duration(behindSeconds)} old, ${waiting}; ${outlook}`;
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);

const duration = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3_600)} h`;
