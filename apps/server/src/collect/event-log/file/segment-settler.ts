import { dirname } from 'node:path';
import type { AbandonedSegment } from '../segment-format.ts';
import { type FileDriver, isAbsent, unlinkIfThere, writeAll } from './file-driver.ts';
import type { LogStep } from './log-observer.ts';
import { RetryDelay } from './retry-delay.ts';
import type { SegmentFile } from './segment-file.ts';

/** Bytes of a failed segment that were acknowledged. */
const acknowledgedBytes = (segment: SegmentFile): number => (segment.records === 0 ? 0 : segment.acknowledgedBytes);

/**
 * Brings written segments to their end beside the appends: sealed and renamed in the order of their numbers,
 * or removed when nothing in them was acknowledged. What fails is tried again until it works.
 */
export class SegmentSettler {
  readonly #driver: FileDriver;
  readonly #onSealed: (segment: SegmentFile) => void;
  readonly #onFailed: (step: LogStep, error: unknown) => void;
  readonly #isInPlace: () => boolean;
  /** In order: a segment is not sealed before its predecessors, so the store meets records in their order. */
  readonly #toSeal: SegmentFile[] = [];
  readonly #toRemove: SegmentFile[] = [];
  readonly #uncut = new Set<SegmentFile>();
  readonly #retry: RetryDelay;
  #running: Promise<void> | undefined;
  #isWanted = false;
  #isClosing = false;

  constructor(
    driver: FileDriver,
    onSealed: (segment: SegmentFile) => void,
    onFailed: (step: LogStep, error: unknown) => void,
    retryAfterMs: number,
    isInPlace: () => boolean,
  ) {
    this.#driver = driver;
    this.#isInPlace = isInPlace;
    this.#retry = new RetryDelay(retryAfterMs);
    this.#onSealed = onSealed;
    this.#onFailed = onFailed;
  }

  /** Acknowledged bytes that are not sealed yet. */
  get unsealedBytes(): number {
    return this.#toSeal.reduce((sum, segment) => sum + segment.acknowledgedBytes, 0);
  }

  get unsealedSegments(): number {
    return this.#toSeal.length;
  }

  /** Whether a segment of this number or a lower one is not sealed yet. */
  hasUnsealed(upTo: number): boolean {
    return this.#toSeal.some(({ number }) => number <= upTo);
  }

  /** What the next header must say, so that a restart does not take refused or rewritten records for kept ones. */
  notes(): AbandonedSegment[] {
    return [...this.#toSeal, ...this.#toRemove]
      .filter((segment) => segment.isFailed)
      .map((segment) => ({ segment: segment.number, bytes: acknowledgedBytes(segment) }))
      .sort((a, b) => a.segment - b.segment);
  }

  seal(segment: SegmentFile): void {
    this.#toSeal.push(segment);
    this.#start();
  }

  /** For a segment whose writing failed, so that its tail is never loaded, and for one that is not needed. */
  async abandon(segment: SegmentFile): Promise<void> {
    segment.isFailed = true;
    (segment.records === 0 ? this.#toRemove : this.#toSeal).push(segment);
    this.#uncut.add(segment);
    await this.#closeFile(segment);
    this.#start();
  }

  async #closeFile(segment: SegmentFile): Promise<void> {
    try {
      await segment.close();
    } catch (error) {
      this.#onFailed('discard', error);
    }
  }

  /** Cuts what was not acknowledged off the failed segments; false when that did not work everywhere. */
  async cutTails(): Promise<boolean> {
    if (!this.#isInPlace()) return false;
    for (const segment of this.#uncut) {
      try {
        await this.#driver.truncate(segment.openPath, acknowledgedBytes(segment));
        this.#uncut.delete(segment);
      } catch (error) {
        if (isAbsent(error)) this.#uncut.delete(segment);
        else this.#onFailed('cut', error);
      }
    }
    return this.#uncut.size === 0;
  }

  /** Settles what is left as well as it goes; what does not go is left to the recovery of the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#retry.cancel();
    await this.#running;
    for (let attempt = 0; attempt < 2 && this.#toSeal.length + this.#toRemove.length > 0; attempt++) {
      this.#start();
      await this.#running;
    }
  }

  /** Also ends a pause after a failure. */
  #start(): void {
    this.#isWanted = true;
    this.#running ??= this.#settleAll();
  }

  async #settleAll(): Promise<void> {
    this.#retry.cancel();
    let isDone = true;
    while (this.#isWanted && isDone) {
      this.#isWanted = false;
      isDone = await this.#settleOnce();
    }
    // Nothing may wait between the last look at #isWanted and this, or a segment pushed meanwhile would be forgotten.
    this.#running = undefined;
    if (isDone) this.#retry.reset();
    else if (!this.#isClosing) this.#retry.schedule(() => this.#start());
  }

  async #settleOnce(): Promise<boolean> {
    if (!this.#isInPlace()) return false;
    const isRemoved = await this.#removeAll();
    return (await this.#sealAll()) && isRemoved;
  }

  async #removeAll(): Promise<boolean> {
    try {
      for (let segment = this.#toRemove[0]; segment !== undefined; segment = this.#toRemove[0]) {
        await unlinkIfThere(this.#driver, segment.openPath);
        await this.#driver.syncDirectory(dirname(segment.openPath));
        this.#uncut.delete(segment);
        this.#toRemove.shift();
      }
      return true;
    } catch (error) {
      this.#onFailed('discard', error);
      return false;
    }
  }

  async #sealAll(): Promise<boolean> {
    for (let segment = this.#toSeal[0]; segment !== undefined; segment = this.#toSeal[0]) {
      if (this.#isBehindLeftover(segment)) return false;
      try {
        await this.#sealOne(segment);
      } catch (error) {
        if (!isAbsent(error) || !this.#isInPlace()) {
          this.#onFailed('seal', error);
          return false;
        }
        this.#giveUp(segment, error);
        continue;
      }
      this.#uncut.delete(segment);
      this.#toSeal.shift();
      this.#onSealed(segment);
    }
    return true;
  }

  /** Somebody has deleted the file; what follows must not wait for it for ever. */
  #giveUp(segment: SegmentFile, cause: unknown): void {
    this.#uncut.delete(segment);
    this.#toSeal.shift();
    const lost = `segment ${segment.number} was deleted before it was sealed; ${segment.records} records are lost`;
    this.#onFailed('lost', new Error(lost, { cause }));
  }

  /** Recovery looks for notes in open files only, so none may be sealed while a file it speaks of is still there. */
  #isBehindLeftover(segment: SegmentFile): boolean {
    return this.#toRemove.some((leftover) => leftover.number < segment.number);
  }

  async #sealOne(segment: SegmentFile): Promise<void> {
    const folder = dirname(segment.openPath);
    if (segment.stage === 'open') {
      if (segment.isFailed) await this.#sealCopy(segment);
      else await this.#sealInPlace(segment);
    }
    if (segment.stage === 'sealed') {
      await this.#driver.rename(segment.openPath, segment.sealedPath);
      segment.stage = 'renamed';
    }
    await this.#driver.syncDirectory(folder);
    if (segment.isFailed) {
      await unlinkIfThere(this.#driver, segment.openPath);
      await this.#driver.syncDirectory(folder);
    }
  }

  async #sealInPlace(segment: SegmentFile): Promise<void> {
    try {
      await segment.writeSeal();
      segment.stage = 'sealed';
    } catch (error) {
      segment.isFailed = true;
      throw error;
    } finally {
      await this.#closeFile(segment);
    }
  }

  /** The failed file is only read: its acknowledged part, all of which was synced, goes into a new file. */
  async #sealCopy(segment: SegmentFile): Promise<void> {
    const copyPath = `${segment.sealedPath}.tmp`;
    const kept = (await this.#driver.read(segment.openPath)).subarray(0, segment.acknowledgedBytes);
    await unlinkIfThere(this.#driver, copyPath);
    const fd = await this.#driver.create(copyPath);
    try {
      await writeAll(this.#driver, fd, [kept, segment.sealLine()]);
      await this.#driver.fsync(fd);
    } finally {
      await this.#driver.close(fd);
    }
    await this.#driver.rename(copyPath, segment.sealedPath);
    segment.stage = 'renamed';
  }
}
