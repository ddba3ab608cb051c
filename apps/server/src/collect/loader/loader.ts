import { failPoint } from '../../telemetry/fail-points.ts';
import { isCoveredBy, type LoadTarget, LoadTargetBroken, type LogPosition } from './load-target.ts';
import { releasableSegments } from './releasable-segments.ts';
import type { SegmentDirectory, SegmentEntry } from './segment-directory.ts';
import { SegmentLoading } from './segment-loading.ts';
import { Wakeup } from './wakeup.ts';

export interface LoaderOptions {
  /** Segments are loaded together up to this many bytes when there is a backlog. */
  readonly bytesPerLoad: number;
  /** How long nothing must have come before housekeeping starts. */
  readonly idleAfterMs: number;
  /** Looks at the directory at least this often, in case a notification was lost. */
  readonly scanEveryMs: number;
  /** Something was loaded and can be asked for. */
  readonly onProgress: () => void;
  /** The segment is durable in the store. */
  readonly onLoaded: (segment: { readonly logId: string; readonly number: number }) => void;
  readonly onNotice: (message: string) => void;
}

export interface LoaderStatus {
  readonly waitingSegments: number;
  readonly waitingBytes: number;
  /** Of all segments that were loaded since the start. */
  readonly loadedBytes: number;
  /** What was received until then can be asked for; absent before the first load. */
  readonly visibleUpToMs?: number;
  /** Absent when what an earlier store held is in this one. */
  readonly rebuiltShare?: number;
  /** Bytes of all segments that are, or have been, loaded for a rebuild. */
  readonly rebuildBytes: number;
}

/** Compressed segments are about this much larger in memory. */
const INFLATION = 8;
/** One statement names the files of a load: thousands of tiny ones would take longer to name than to read. */
const MAX_SEGMENTS_PER_LOAD = 256;
/** With a backlog, a look at every file of it before each load would be most of the work. */
const LIST_EVERY_MS = 1_000;
const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 10_000;

/**
 * Brings sealed segments into the store, in order, each exactly once: verify, load, move to `loaded/`, compress.
 * What an earlier store had loaded comes first when this one does not have it.
 */
export class Loader {
  readonly #directory: SegmentDirectory;
  readonly #target: LoadTarget;
  readonly #options: LoaderOptions;
  readonly #loading: SegmentLoading;
  readonly #wakeup = new Wakeup();
  /** Not in the store although an earlier one had it. */
  #toRebuild: SegmentEntry[] = [];
  #rebuildBytes = 0;
  #toCompress: SegmentEntry[] = [];
  #waiting: readonly SegmentEntry[] = [];
  #listedAt = Number.NEGATIVE_INFINITY;
  #loadedBytes = 0;
  #visibleUpToMs: number | undefined;
  /** Loaded, but still among the sealed: the store could lose them in a power cut. */
  readonly #unsafe = new Map<string, SegmentEntry>();
  #toMove: SegmentEntry[] = [];
  /** Kept elsewhere: segments up to here can go. */
  #covered: readonly LogPosition[] | undefined;
  readonly #purges: Purge[] = [];
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(directory: SegmentDirectory, target: LoadTarget, options: LoaderOptions) {
    this.#directory = directory;
    this.#target = target;
    this.#options = options;
    this.#loading = new SegmentLoading(directory, target, options.onNotice);
  }

  /** Resolves when it is known whether there is something to rebuild; rejects later work through `failed`. */
  async start(failed: (error: unknown) => void): Promise<void> {
    await this.#directory.clearScratch();
    const positions = await this.#positions();
    for (const entry of await this.#directory.listLoaded()) {
      if (!isCoveredBy(positions.get(entry.logId), entry.number)) this.#toRebuild.push(entry);
      else if (!entry.isCompressed) this.#toCompress.push(entry);
    }
    this.#rebuildBytes = bytesOf(this.#toRebuild);
    this.#waiting = await this.#directory.listSealed();
    this.#running = this.#run().catch(failed);
  }

  /** Something may have been sealed. */
  wake(): void {
    this.#wakeup.wake();
  }

  /** What is in segments up to these positions can be had from elsewhere: they are removed at a quiet moment. */
  release(covered: readonly LogPosition[]): void {
    this.#covered = covered;
    this.#wakeup.wake();
  }

  /**
   * What is in segments up to these positions can be had from elsewhere and must not stay in the log, nor must anything
   * damaged that was put aside. Resolves when it is gone.
   */
  purge(covered: readonly LogPosition[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#purges.push({ covered, resolve, reject });
      this.#wakeup.wake();
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wakeup.wake();
    await this.#running;
    await this.#target.idle();
    await this.#settle();
  }

  status(): LoaderStatus {
    const waiting = {
      waitingSegments: this.#waiting.length,
      waitingBytes: bytesOf(this.#waiting),
      loadedBytes: this.#loadedBytes,
      ...(this.#visibleUpToMs === undefined ? {} : { visibleUpToMs: this.#visibleUpToMs }),
      rebuildBytes: this.#rebuildBytes,
    };
    if (this.#toRebuild.length === 0) return waiting;
    return { ...waiting, rebuiltShare: 1 - bytesOf(this.#toRebuild) / Math.max(1, this.#rebuildBytes) };
  }

  async #run(): Promise<void> {
    let retryMs = RETRY_MIN_MS;
    while (!this.#isStopping) {
      try {
        await this.#purgeSome();
        const hasWorked = (await this.#rebuildSome()) || (await this.#loadSome()) || (await this.#removeReleased());
        if (!hasWorked) await this.#rest();
        retryMs = RETRY_MIN_MS;
      } catch (error) {
        if (error instanceof LoadTargetBroken) throw error;
        this.#options.onNotice(`Loading failed, retrying in ${retryMs} ms: ${messageOf(error)}`);
        await this.#wakeup.sleep(retryMs, () => this.#isStopping);
        retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
      }
    }
  }

  async #rebuildSome(): Promise<boolean> {
    const batch = this.#nextLoad(this.#toRebuild);
    if (batch.length === 0) return false;
    await this.#loading.load(batch);
    this.#toRebuild = this.#toRebuild.slice(batch.length);
    this.#toCompress.push(...batch.filter((entry) => !entry.isCompressed));
    this.#options.onProgress();
    return true;
  }

  async #loadSome(): Promise<boolean> {
    if (this.#waiting.length === 0 || performance.now() - this.#listedAt > LIST_EVERY_MS) await this.#listWaiting();
    const batch = this.#nextLoad(this.#waiting);
    if (batch.length === 0) return false;
    await this.#loading.load(batch);
    for (const entry of batch) this.#unsafe.set(keyOf(entry.logId, entry.number), entry);
    this.#waiting = this.#waiting.slice(batch.length);
    this.#loadedBytes += bytesOf(batch);
    this.#visibleUpToMs = batch.at(-1)?.sealedAtMs;
    this.#options.onProgress();
    await this.#settle();
    return true;
  }

  async #listWaiting(): Promise<void> {
    this.#listedAt = performance.now();
    const sealed = await this.#directory.listSealed();
    this.#waiting = sealed.filter((entry) => !this.#unsafe.has(keyOf(entry.logId, entry.number)));
  }

  /** What is durable in the store leaves the log. */
  async #settle(): Promise<void> {
    for (const { logId, number } of this.#target.takeDurable()) {
      const entry = this.#unsafe.get(keyOf(logId, number));
      if (entry !== undefined) this.#toMove.push(entry);
    }
    for (;;) {
      const [entry] = this.#toMove;
      if (entry === undefined) return;
      const moved = await this.#directory.moveToLoaded(entry);
      failPoint('loader.moved');
      this.#toMove.shift();
      this.#unsafe.delete(keyOf(entry.logId, entry.number));
      this.#toCompress.push(moved);
      this.#options.onLoaded({ logId: entry.logId, number: entry.number });
    }
  }

  async #removeReleased(): Promise<boolean> {
    const covered = this.#covered;
    if (covered === undefined) return false;
    const [loaded, sealed] = [await this.#directory.listLoaded(), await this.#directory.listSealed()];
    for (const entry of releasableSegments(loaded, sealed, covered)) {
      const key = keyOf(entry.logId, entry.number);
      this.#toCompress = this.#toCompress.filter(({ logId, number }) => keyOf(logId, number) !== key);
      await this.#directory.remove(entry);
      failPoint('checkpoint.released');
    }
    this.#covered = undefined;
    return true;
  }

  async #purgeSome(): Promise<void> {
    for (;;) {
      const purge = this.#purges.shift();
      if (purge === undefined) return;
      const { covered, resolve, reject } = purge;
      try {
        await this.#target.idle();
        await this.#settle();
        this.#covered = covered;
        await this.#removeReleased();
        const positions = new Map(covered.map((position) => [position.logId, position]));
        for (const entry of await this.#directory.listLoaded()) {
          if (isCoveredBy(positions.get(entry.logId), entry.number)) await this.#directory.hollow(entry);
        }
        await this.#directory.clearQuarantine();
        resolve();
      } catch (error) {
        reject(error);
        if (error instanceof LoadTargetBroken) throw error;
      }
    }
  }

  /** The first segments of the first log, as many as fit. */
  #nextLoad(entries: readonly SegmentEntry[]): readonly SegmentEntry[] {
    const batch: SegmentEntry[] = [];
    let bytes = 0;
    for (const entry of entries) {
      bytes += entry.isCompressed ? entry.bytes * INFLATION : entry.bytes;
      const isFitting = entry.logId === (batch[0] ?? entry).logId && bytes <= this.#options.bytesPerLoad;
      if ((batch.length > 0 && !isFitting) || batch.length === MAX_SEGMENTS_PER_LOAD) break;
      batch.push(entry);
    }
    return batch;
  }

  /** Nothing to load: after a while the moment for housekeeping, which stops as soon as something comes. */
  async #rest(): Promise<void> {
    const { idleAfterMs, scanEveryMs } = this.#options;
    if (await this.#wakeup.sleep(Math.min(idleAfterMs, scanEveryMs))) return;
    await this.#target.idle();
    await this.#settle();
    for (;;) {
      if (this.#isStopping || this.#wakeup.isPending) return;
      const entry = this.#toCompress.shift();
      if (entry === undefined) break;
      await this.#directory.compress(entry);
      failPoint('loader.compressed');
    }
    await this.#wakeup.sleep(Math.max(0, scanEveryMs - idleAfterMs));
  }

  async #positions(): Promise<ReadonlyMap<string, LogPosition>> {
    return new Map((await this.#target.positions()).map((position) => [position.logId, position]));
  }
}

interface Purge {
  readonly covered: readonly LogPosition[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const keyOf = (logId: string, number: number): string => `${logId}/${number}`;

const bytesOf = (entries: readonly SegmentEntry[]): number => entries.reduce((sum, { bytes }) => sum + bytes, 0);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
