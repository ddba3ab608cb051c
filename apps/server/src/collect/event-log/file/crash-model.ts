import { basename, dirname, join } from 'node:path';
import { seededRandom } from '../../../telemetry/testing/seeded-random.ts';
import { record } from '../sample-segment.ts';
import { accountOf, type SegmentEnd } from '../segment-account.ts';
import { LOADED_FOLDER } from '../segment-names.ts';
import { FileEventLog } from './file-event-log.ts';
import { readSealedSegments, type SegmentRead } from './read-back.ts';
import { type DiskOperation, type FaultPlan, ioError, SimulatedDisk } from './simulated-disk.ts';

/** What one run of the model did wrong; all empty when the log keeps its promises. */
export interface CrashVerdict {
  readonly powerCuts: number;
  readonly kills: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly lost: string[];
  readonly twice: string[];
  /** Refused, and there all the same. */
  readonly returned: string[];
  readonly isOrdered: boolean;
  /** Records that the log says are lost. */
  readonly reportedAsLost: number;
}

export interface CrashModelOptions {
  readonly seed: number;
  readonly isSyncOn: boolean;
  readonly hasFaults: boolean;
}

const logRoot = '/disk/log';
const faulty: readonly DiskOperation[] = [
  'create',
  'writev',
  'fdatasync',
  'fsync',
  'syncDirectory',
  'rename',
  'unlink',
];

/** Appends, faults, kills and power cuts in an order that the seed decides, then compares with what was promised. */
export class CrashModel {
  readonly #options: CrashModelOptions;
  readonly #random: () => number;
  readonly #disk: SimulatedDisk;
  readonly #acknowledged = new Set<string>();
  readonly #refused = new Set<string>();
  /** Refused in the outage that still lasts. */
  readonly #refusedLately = new Set<string>();
  #appended = 0;
  #powerCuts = 0;
  #kills = 0;

  constructor(options: CrashModelOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.#disk = new SimulatedDisk(this.#random);
  }

  async run(): Promise<CrashVerdict> {
    for (let cycle = 0; cycle < 5; cycle++) await this.#live();
    this.#disk.fault = () => undefined;
    await (await this.#open()).close();
    return this.#judge();
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  async #open(): Promise<FileEventLog> {
    const { isSyncOn } = this.#options;
    const bounds = { maxUnloadedBytes: 1e9, minFreeBytes: 0, retryAfterMs: 1 };
    const sealing = { sealBytes: 400 + this.#below(1_500), sealAfterMs: 60_000 };
    return FileEventLog.open({ logRoot, ...bounds, ...sealing, isSyncOn, driver: this.#disk.driver() });
  }

  async #live(): Promise<void> {
    this.#disk.fault = () => undefined;
    const log = await this.#open();
    for (let step = this.#below(8); step >= 0; step--) {
      if (this.#options.hasFaults) this.#disk.fault = this.#pickFaults();
      const settled = Promise.allSettled(Array.from({ length: 1 + this.#below(6) }, () => this.#append(log)));
      if (this.#random() < 0.8) await settled;
      if (this.#random() < 0.3) await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await this.#end(log);
    if (this.#random() < 0.3) await this.#loadAll();
  }

  #pickFaults(): FaultPlan {
    const choice = this.#random();
    if (choice < 0.5) return () => undefined;
    const code = this.#random() < 0.5 ? 'EIO' : 'ENOSPC';
    if (choice < 0.7) return this.#failing(1 + this.#below(3), code, ['writev', 'fdatasync']);
    if (choice < 0.9) return this.#failing(1 + this.#below(4), code, faulty);
    return this.#failing(Number.POSITIVE_INFINITY, code, faulty);
  }

  #failing(times: number, code: string, operations: readonly DiskOperation[]): FaultPlan {
    let left = times;
    return (operation) => {
      if (left === 0 || !operations.includes(operation) || this.#random() < 0.4) return undefined;
      left--;
      return ioError(code);
    };
  }

  async #append(log: FileEventLog): Promise<void> {
    const body = `{"n":${this.#appended++},"pad":"${'x'.repeat(this.#below(150))}"}`;
    try {
      await log.append(record(body));
    } catch {
      this.#refused.add(body);
      this.#refusedLately.add(body);
      return;
    }
    this.#acknowledged.add(body);
    this.#refusedLately.clear();
  }

  async #end(log: FileEventLog): Promise<void> {
    const choice = this.#random();
    if (choice < 0.2) return log.close();
    if (choice < 0.6) {
      this.#kills++;
      return this.#disk.killProcess();
    }
    // What could not be taken back while the disk failed may still be on it after the power came back.
    if (log.status().unavailable !== undefined) for (const body of this.#refusedLately) this.#refused.delete(body);
    this.#powerCuts++;
    this.#disk.cutPower();
  }

  /** What the loader does with segments that the store has. */
  async #loadAll(): Promise<void> {
    this.#disk.fault = () => undefined;
    const driver = this.#disk.driver();
    for (const { path } of await readSealedSegments(driver, logRoot)) {
      if (basename(dirname(path)) === LOADED_FOLDER) continue;
      await driver.rename(path, join(dirname(path), LOADED_FOLDER, basename(path)));
      await driver.syncDirectory(join(dirname(path), LOADED_FOLDER));
      await driver.syncDirectory(dirname(path));
    }
  }

  async #judge(): Promise<CrashVerdict> {
    const segments = await readSealedSegments(this.#disk.driver(), logRoot);
    const bodies = segments.flatMap((segment) => segment.bodies);
    const found = new Set(bodies);
    const sequences = segments.flatMap(({ reading }) => reading.lines.map((line) => line.sequence));
    return {
      powerCuts: this.#powerCuts,
      kills: this.#kills,
      acknowledged: this.#acknowledged.size,
      refused: this.#refused.size,
      lost: [...this.#acknowledged].filter((body) => !found.has(body)),
      twice: bodies.filter((body, index) => bodies.indexOf(body) !== index),
      returned: [...this.#refused].filter((body) => found.has(body)),
      reportedAsLost: await this.#reportedAsLost(segments),
      isOrdered: sequences.every((sequence, index) => index === 0 || sequence > (sequences[index - 1] ?? 0)),
    };
  }

  /** As the loader finds it out. */
  async #reportedAsLost(segments: readonly SegmentRead[]): Promise<number> {
    const driver = this.#disk.driver();
    let previous: SegmentEnd | undefined;
    let lost = 0;
    for (const { path, number, reading } of segments) {
      const { loss, end } = accountOf(await driver.read(path), reading, number, previous);
      lost += loss.records;
      previous = end;
    }
    return lost;
  }
}
