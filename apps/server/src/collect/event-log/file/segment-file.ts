import { join } from 'node:path';
import { type LogTotals, NO_TOTALS } from '../log-totals.ts';
import { encodeGroup, encodeHeader, encodeSeal, type SegmentHeader } from '../segment-format.ts';
import { openName, sealedName } from '../segment-names.ts';
import { type FileDriver, writeAll } from './file-driver.ts';

export interface GroupToWrite {
  readonly seq: number;
  readonly lines: readonly Buffer[];
  readonly lastSequence: number;
  /** Kept by the log once this group is. */
  readonly totals: LogTotals;
}

export interface CommittedGroup {
  /** Header and group line included. */
  readonly bytes: number;
  readonly syncMs: number;
}

/** How far a segment has come; each step is durable before the next begins. */
export type SegmentStage = 'open' | 'sealed' | 'renamed';

/** One segment as it is written. After a failure it is never written or synced again. */
export class SegmentFile {
  readonly number: number;
  readonly openPath: string;
  readonly sealedPath: string;
  stage: SegmentStage = 'open';
  isFailed = false;
  /** Up to here everything has been synced; bytes behind it count for nothing. */
  acknowledgedBytes = 0;
  records = 0;
  #groups = 0;
  #nextSequence = 0;
  #nextGroup = 0;
  #totals: LogTotals = NO_TOTALS;
  #hasHeader = false;
  #fd: number | undefined;
  readonly #driver: FileDriver;

  private constructor(driver: FileDriver, folder: string, number: number) {
    this.#driver = driver;
    this.number = number;
    this.openPath = join(folder, openName(number));
    this.sealedPath = join(folder, sealedName(number));
  }

  static async create(driver: FileDriver, folder: string, number: number): Promise<SegmentFile> {
    const segment = new SegmentFile(driver, folder, number);
    segment.#fd = await driver.create(segment.openPath);
    return segment;
  }

  get hasHeader(): boolean {
    return this.#hasHeader;
  }

  async syncFile(): Promise<void> {
    await this.#driver.fsync(this.#openFd());
  }

  async writeHeader(header: SegmentHeader): Promise<void> {
    const written = await writeAll(this.#driver, this.#openFd(), [encodeHeader(header)]);
    await this.#driver.fdatasync(this.#openFd());
    this.#hasHeader = true;
    this.acknowledgedBytes += written;
  }

  /** One write, one sync; the header goes along with the first group. `confirm` throws to take it back. */
  async commit(group: GroupToWrite, header: SegmentHeader | undefined, confirm: () => void): Promise<CommittedGroup> {
    const len = group.lines.reduce((sum, line) => sum + line.length, 0);
    const groupLine = encodeGroup({ seq: group.seq, count: group.lines.length, len });
    const lead = header === undefined ? [groupLine] : [encodeHeader(header), groupLine];
    const bytes = await writeAll(this.#driver, this.#openFd(), lead.concat(group.lines));
    const startedAt = performance.now();
    await this.#driver.fdatasync(this.#openFd());
    const syncMs = performance.now() - startedAt;
    confirm();
    if (!this.#driver.isLinked(this.#openFd())) throw new Error(`segment ${this.number} was deleted`);
    this.#hasHeader = true;
    this.acknowledgedBytes += bytes;
    this.records += group.lines.length;
    this.#groups++;
    this.#nextSequence = group.lastSequence + 1;
    this.#nextGroup = group.seq + 1;
    this.#totals = group.totals;
    return { bytes, syncMs };
  }

  sealLine(): Buffer {
    return encodeSeal({
      segment: this.number,
      records: this.records,
      groups: this.#groups,
      bytes: this.acknowledgedBytes,
      next: this.#nextSequence,
      nextGroup: this.#nextGroup,
      after: this.#totals,
    });
  }

  /** Size of the sealed file. */
  get sealedBytes(): number {
    return this.acknowledgedBytes + this.sealLine().length;
  }

  async writeSeal(): Promise<void> {
    await writeAll(this.#driver, this.#openFd(), [this.sealLine()]);
    await this.#driver.fdatasync(this.#openFd());
  }

  async close(): Promise<void> {
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd !== undefined) await this.#driver.close(fd);
  }

  #openFd(): number {
    if (this.#fd === undefined) throw new Error(`segment ${this.number} is closed`);
    return this.#fd;
  }
}
