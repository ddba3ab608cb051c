import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isNoSpace } from '../../../engines/files/disk-failure.ts';
import { failPointValue } from '../../../telemetry/fail-points.ts';
import {
  type EventLog,
  type EventLogStatus,
  LogUnavailable,
  type LogUnavailableReason,
  type SegmentId,
} from '../event-log.ts';
import { eventsInRecord } from '../events-in-record.ts';
import type { LogRecord } from '../log-record.ts';
import { addTotals, type LogTotals, NO_TOTALS } from '../log-totals.ts';
import { encodeRecord, type SegmentHeader } from '../segment-format.ts';
import { sealedName } from '../segment-names.ts';
import { AcknowledgedMark } from './acknowledged-mark.ts';
import { Backlog } from './backlog.ts';
import { type FileDriver, nodeFileDriver, withoutSync } from './file-driver.ts';
import type { FileEventLogOptions } from './file-event-log-options.ts';
import { FreeSpace } from './free-space.ts';
import { type LogFolder, openLogFolder } from './log-folder.ts';
import type { LogStep } from './log-observer.ts';
import { DirectoryGone, LogPlace } from './log-place.ts';
import { type Recovery, recoverLog } from './recover-log.ts';
import { RetryDelay } from './retry-delay.ts';
import type { CommittedGroup, SegmentFile } from './segment-file.ts';
import { SegmentSettler } from './segment-settler.ts';
import { SegmentSupply } from './segment-supply.ts';
import { type WaitingRecord, WaitingRecords } from './waiting-records.ts';

const MiB = 1024 * 1024;
/** While sealing is stuck the current segment grows instead: each unsealed one holds a descriptor. */
const MAX_UNSEALED_SEGMENTS = 16;
const SEAL_PATIENCE_MS = 10_000;
const SEAL_LOOK_MS = 5;

const messages: Readonly<Record<LogUnavailableReason, string>> = {
  not_open: 'the event log is not open',
  directory_gone: 'the data directory was deleted or replaced',
  closed: 'the event log is closed',
  disk_full: 'the disk of the event log is full',
  write_failed: 'the event log cannot be written',
  backlog_full: 'too much data is waiting to be written or loaded',
};

/** One log, written by this process alone. docs/specs/event-log.md describes what it leaves on disk. */
export class FileEventLog implements EventLog {
  readonly #options: FileEventLogOptions;
  readonly #driver: FileDriver;
  readonly #folder: LogFolder;
  readonly #sealAfterMs: number;
  readonly #sealBytes: number;
  readonly #waiting: WaitingRecords;
  readonly #backlog: Backlog;
  readonly #freeSpace: FreeSpace;
  readonly #place: LogPlace;
  readonly #settler: SegmentSettler;
  readonly #supply: SegmentSupply;
  readonly #probe: RetryDelay;
  #current: SegmentFile | undefined;
  #nextSequence = 1;
  #nextGroup = 1;
  /** Acknowledged since the log counts. */
  #totals: LogTotals = NO_TOTALS;
  #mark: AcknowledgedMark | undefined;
  /** Records in the group that is being written. */
  #inFlight = 0;
  #sealTimer: NodeJS.Timeout | undefined;
  #isSealDue = false;
  #isRecovered = false;
  #outage: LogUnavailableReason | undefined;
  #running: Promise<void> | undefined;
  #probing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: FileEventLogOptions, driver: FileDriver, folder: LogFolder) {
    this.#options = options;
    this.#driver = driver;
    this.#folder = folder;
    this.#sealAfterMs = options.sealAfterMs ?? 500;
    this.#sealBytes = options.sealBytes ?? 8 * MiB;
    this.#waiting = new WaitingRecords(options.maxWaitingBytes ?? 32 * MiB);
    this.#backlog = new Backlog(options.maxUnloadedBytes);
    const retryAfterMs = options.retryAfterMs ?? 100;
    this.#probe = new RetryDelay(retryAfterMs);
    // While the directory is gone everything fails, which is said once.
    const failed = (step: LogStep) => (error: unknown) => {
      if (!this.#place.isGone) options.observe?.failed?.(step, error);
    };
    this.#freeSpace = new FreeSpace(driver, folder.path, options.minFreeBytes, failed('free_space'));
    this.#place = new LogPlace(
      () => options.isInPlace?.() ?? true,
      (isInPlace) => options.observe?.placeChanged?.(isInPlace),
    );
    this.#settler = new SegmentSettler(
      driver,
      (segment) => this.#announce(segment),
      (step, error) => options.observe?.failed?.(step, error),
      retryAfterMs,
      () => this.#place.look(),
    );
    this.#supply = new SegmentSupply(driver, folder.path, this.#settler, failed('prepare'));
  }

  /** Rejects only when there is no folder to work in; a disk that is full or failing makes an unavailable log. */
  static async open(options: FileEventLogOptions): Promise<FileEventLog> {
    const given = options.driver ?? nodeFileDriver;
    const driver = options.isSyncOn === false ? withoutSync(given) : given;
    const log = new FileEventLog(options, driver, await openLogFolder(driver, options.logRoot));
    await log.#freeSpace.look();
    log.#freeSpace.start();
    log.#place.start();
    try {
      await log.#recover();
      log.#supply.prepare();
    } catch (error) {
      options.observe?.failed?.('recover', error);
      log.#suspend(error);
    }
    return log;
  }

  get logId(): string {
    return this.#folder.logId;
  }

  /** Holds the segments of this log. */
  get folder(): string {
    return this.#folder.path;
  }

  append(record: LogRecord): Promise<void> {
    const unavailable = this.#unavailable();
    if (unavailable !== undefined) {
      if (this.#probe.isDue) this.#startProbe();
      return Promise.reject(new LogUnavailable(unavailable, messages[unavailable]));
    }
    return new Promise((resolve, reject) => {
      const line = encodeRecord(record, this.#nextSequence);
      this.#waiting.push({
        line,
        sequence: this.#nextSequence++,
        events: eventsInRecord(record),
        resolve,
        reject,
      });
      this.#running ??= this.#runSoon();
    });
  }

  async seal(): Promise<void> {
    const current = this.#current;
    if (current !== undefined && current.records > 0) this.#sealIsDue();
    const upTo = current?.number ?? Number.POSITIVE_INFINITY;
    const giveUpAt = performance.now() + SEAL_PATIENCE_MS;
    const isOpen = (): boolean => current !== undefined && this.#current === current && current.records > 0;
    while (isOpen() || this.#settler.hasUnsealed(upTo)) {
      if (performance.now() > giveUpAt) throw new LogUnavailable('write_failed', messages.write_failed);
      await pause(SEAL_LOOK_MS);
    }
  }

  release(upTo: SegmentId): void {
    if (upTo.logId === this.#folder.logId) this.#backlog.releaseUpTo(upTo.number);
  }

  status(): EventLogStatus {
    const unavailable = this.#unavailable();
    const openSegments = this.#current !== undefined && this.#current.records > 0 ? 1 : 0;
    return {
      ...(unavailable === undefined ? {} : { unavailable }),
      unloadedBytes: this.#backlog.sealedBytes + this.#unsealedBytes(),
      unloadedSegments: this.#backlog.segments + this.#settler.unsealedSegments + openSegments,
      waitingRecords: this.#waiting.count + this.#inFlight,
      freeBytes: this.#freeSpace.freeBytes,
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  #unsealedBytes(): number {
    return this.#settler.unsealedBytes + (this.#current?.acknowledgedBytes ?? 0);
  }

  #unavailable(): LogUnavailableReason | undefined {
    if (this.#closing !== undefined) return 'closed';
    if (this.#place.isGone) return 'directory_gone';
    if (this.#outage !== undefined) return this.#outage;
    if (this.#freeSpace.isLow) return 'disk_full';
    const isFull = this.#waiting.isFull || this.#backlog.isFull(this.#unsealedBytes() + this.#waiting.bytes);
    return isFull ? 'backlog_full' : undefined;
  }

  async #runSoon(): Promise<void> {
    // Everything that the present turn of the loop brings shares the first sync; no timer.
    await new Promise(setImmediate);
    while (this.#waiting.count > 0) await this.#commit(this.#waiting.take(this.#sealBytes));
    this.#running = undefined;
  }

  async #commit(group: readonly WaitingRecord[]): Promise<void> {
    this.#inFlight = group.length;
    let attempt = await this.#tryCommit(group);
    if ('error' in attempt && !this.#place.isGone) attempt = await this.#tryCommit(group);
    this.#inFlight = 0;
    if ('error' in attempt) return this.#refuse(group, attempt.error);
    for (const record of group) record.resolve();
    this.#afterCommit(group.length, attempt);
  }

  async #refuse(group: readonly WaitingRecord[], error: unknown): Promise<void> {
    const reason = this.#suspend(error);
    const refused = [...group, ...this.#waiting.takeAll()];
    // Before anybody hears of the refusal, so that a restart cannot bring the records back.
    await this.#settler.cutTails();
    if (failPointValue('log.refused') === 'acknowledged') for (const record of refused) record.resolve();
    for (const record of refused) record.reject(new LogUnavailable(reason, messages[reason], { cause: error }));
  }

  /** On a failure the segment is given up for good; the group, not acknowledged, may be tried on another. */
  async #tryCommit(group: readonly WaitingRecord[]): Promise<CommittedGroup | { readonly error: unknown }> {
    const firstSequence = group[0]?.sequence ?? 0;
    const lastSequence = group.at(-1)?.sequence ?? 0;
    try {
      this.#current ??= await this.#supply.take();
      const header = this.#current.hasHeader ? undefined : this.#header(this.#current, firstSequence);
      const lines = group.map((record) => record.line);
      const events = group.reduce((sum, record) => sum + record.events, 0);
      const totals = addTotals(this.#totals, { records: group.length, events });
      const toWrite = { seq: this.#nextGroup, lines, lastSequence, totals };
      const written = await this.#current.commit(toWrite, header, () => this.#place.check());
      this.#nextGroup++;
      this.#totals = totals;
      const { number: segment } = this.#current;
      this.#mark?.note({ segment, nextSequence: lastSequence + 1, nextGroup: this.#nextGroup, totals });
      return written;
    } catch (error) {
      await this.#abandonCurrent();
      this.#options.observe?.failed?.('write', error);
      return { error };
    }
  }

  #header(segment: SegmentFile, first: number): SegmentHeader {
    const abandoned = this.#settler.notes();
    return { log: this.#folder.logId, segment: segment.number, first, before: this.#totals, abandoned };
  }

  #afterCommit(records: number, { bytes, syncMs }: CommittedGroup): void {
    if (this.#current?.records === records) {
      this.#supply.prepare();
      this.#sealTimer = setTimeout(() => this.#sealIsDue(), this.#sealAfterMs).unref();
    }
    if ((this.#current?.acknowledgedBytes ?? 0) >= this.#sealBytes) this.#isSealDue = true;
    this.#rotateIfDue();
    this.#options.observe?.groupSynced?.(records, bytes, syncMs);
  }

  #sealIsDue(): void {
    this.#isSealDue = true;
    this.#rotateIfDue();
  }

  #rotateIfDue(): void {
    const isBusy = this.#inFlight > 0 || this.#settler.unsealedSegments >= MAX_UNSEALED_SEGMENTS;
    if (this.#isSealDue && !isBusy) this.#rotate();
  }

  #rotate(): void {
    const segment = this.#leaveCurrent();
    if (segment !== undefined && segment.records > 0) this.#settler.seal(segment);
  }

  async #abandonCurrent(): Promise<void> {
    const segment = this.#leaveCurrent();
    if (segment !== undefined) await this.#settler.abandon(segment);
    await this.#freeSpace.look();
  }

  #leaveCurrent(): SegmentFile | undefined {
    const segment = this.#current;
    this.#current = undefined;
    clearTimeout(this.#sealTimer);
    this.#isSealDue = false;
    return segment;
  }

  async #recover(): Promise<Recovery> {
    const recovery = await recoverLog(this.#driver, this.#folder);
    this.#nextSequence = recovery.position.nextSequence;
    this.#nextGroup = recovery.position.nextGroup;
    this.#totals = recovery.position.totals;
    this.#mark ??= await AcknowledgedMark.open(this.#driver, this.#folder.path, (error) =>
      this.#options.observe?.failed?.('mark', error),
    );
    this.#supply.startAt(recovery.position.nextNumber);
    for (const [number, bytes] of recovery.unloaded) this.#backlog.add(number, bytes);
    this.#isRecovered = true;
    if (recovery.recovered.length > 0) this.#options.observe?.recovered?.(recovery.recovered);
    if (recovery.lost.records > 0) this.#options.observe?.lost?.(recovery.lost);
    return recovery;
  }

  #suspend(error: unknown): LogUnavailableReason {
    this.#outage = isNoSpace(error) ? 'disk_full' : 'write_failed';
    if (this.#closing === undefined) this.#probe.schedule(() => this.#startProbe());
    return this.#place.look() ? this.#outage : 'directory_gone';
  }

  #startProbe(): void {
    this.#probe.cancel();
    this.#probing ??= this.#tryAgain().finally(() => {
      this.#probing = undefined;
    });
  }

  /** Proves by a synced write that the log works again. */
  async #tryAgain(): Promise<void> {
    if (!this.#place.look()) {
      this.#suspend(new DirectoryGone());
      return;
    }
    try {
      if (!this.#isRecovered) await this.#recoverLate();
      if (!(await this.#settler.cutTails())) throw new Error('could not truncate failed segments');
      const segment = await this.#supply.take();
      this.#current = segment;
      await segment.writeHeader(this.#header(segment, this.#nextSequence));
      this.#outage = undefined;
      this.#probe.reset();
    } catch (error) {
      await this.#abandonCurrent();
      this.#options.observe?.failed?.('probe', error);
      this.#suspend(error);
    }
  }

  async #recoverLate(): Promise<void> {
    const { unloaded } = await this.#recover();
    for (const [number, bytes] of unloaded)
      this.#tellSealed(number, bytes, join(this.#folder.path, sealedName(number)));
  }

  #announce(segment: SegmentFile): void {
    this.#backlog.add(segment.number, segment.sealedBytes);
    this.#options.observe?.sealed?.(segment.records, segment.sealedBytes);
    this.#tellSealed(segment.number, segment.sealedBytes, segment.sealedPath);
    this.#rotateIfDue();
  }

  #tellSealed(number: number, bytes: number, path: string): void {
    try {
      this.#options.onSealed?.({ id: { logId: this.#folder.logId, number }, bytes, path });
    } catch (error) {
      this.#options.observe?.failed?.('on_sealed', error);
    }
  }

  async #finish(): Promise<void> {
    this.#probe.cancel();
    await this.#probing;
    await this.#running;
    if (this.#current?.records === 0) await this.#abandonCurrent();
    else this.#rotate();
    await this.#supply.close();
    await this.#settler.close();
    this.#freeSpace.stop();
    this.#place.stop();
    await this.#mark?.close();
  }
}
