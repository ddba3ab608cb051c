import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { LogTotals } from '../log-totals.ts';
import { type FileDriver, isAbsent } from './file-driver.ts';

const MARK_FILE = 'acknowledged';
/** Always as long, so that a shorter text leaves nothing of a longer one. */
const MARK_BYTES = 192;
/** Under load there are thousands of acknowledgements a second. */
const WRITE_EVERY_MS = 10;

/** How far the log had come when it last acknowledged something. */
export interface Acknowledged {
  readonly segment: number;
  readonly nextSequence: number;
  readonly nextGroup: number;
  readonly totals: LogTotals;
}

/**
 * How much was acknowledged, beside the segments that hold it: a segment that was being written and has lost its end
 * looks like one whose last group was never acknowledged. Not synced, because it costs next to nothing then: it survives
 * the end of the process but for the last milliseconds, and after a power cut it may tell of less, never of more.
 */
export class AcknowledgedMark {
  readonly #driver: FileDriver;
  readonly #onFailed: (error: unknown) => void;
  #fd: number | undefined;
  #unwritten: Acknowledged | undefined;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  private constructor(driver: FileDriver, fd: number | undefined, onFailed: (error: unknown) => void) {
    this.#driver = driver;
    this.#fd = fd;
    this.#onFailed = onFailed;
  }

  /** Never rejects: the log works without it. */
  static async open(driver: FileDriver, folder: string, onFailed: (error: unknown) => void): Promise<AcknowledgedMark> {
    try {
      return new AcknowledgedMark(driver, await driver.openOver(join(folder, MARK_FILE)), onFailed);
    } catch (error) {
      onFailed(error);
      return new AcknowledgedMark(driver, undefined, onFailed);
    }
  }

  note(acknowledged: Acknowledged): void {
    this.#unwritten = acknowledged;
    if (this.#timer !== undefined) return;
    const waitMs = this.#writtenAtMs + WRITE_EVERY_MS - performance.now();
    if (waitMs <= 0) this.#write();
    else this.#timer = setTimeout(() => this.#write(), waitMs).unref();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#fd === undefined || this.#unwritten === undefined) return;
    try {
      this.#driver.overwrite(this.#fd, encode(this.#unwritten));
      this.#unwritten = undefined;
      this.#writtenAtMs = performance.now();
    } catch (error) {
      const fd = this.#fd;
      this.#fd = undefined;
      this.#onFailed(error);
      this.#driver.close(fd).catch(this.#onFailed);
    }
  }

  async close(): Promise<void> {
    this.#write();
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd !== undefined) await this.#driver.close(fd);
  }
}

/** Undefined where there is none, or none that can be believed. */
export async function readMark(driver: FileDriver, folder: string): Promise<Acknowledged | undefined> {
  try {
    return decode((await driver.read(join(folder, MARK_FILE))).toString('latin1'));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function encode({ segment, nextSequence: next, nextGroup, totals }: Acknowledged): Buffer {
  const { records, events } = totals;
  const text = JSON.stringify({ segment, next, nextGroup, records, events });
  return Buffer.from(`${crc32(text)} ${text}`.padEnd(MARK_BYTES - 1).concat('\n'), 'latin1');
}

function decode(text: string): Acknowledged | undefined {
  const [, checksum, body = ''] = /^(\d+) (\{.*\}) *\n$/.exec(text) ?? [];
  if (Number(checksum) !== crc32(body)) return undefined;
  const { segment, next, nextGroup, records, events } = JSON.parse(body) as Record<string, number>;
  return { segment, nextSequence: next, nextGroup, totals: { records, events } } as Acknowledged;
}
