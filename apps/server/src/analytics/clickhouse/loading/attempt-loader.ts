import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentEnd } from '../../../collect/event-log/segment-account.ts';
import { sealedName } from '../../../collect/event-log/segment-names.ts';
import { FileSegmentDirectory } from '../../../collect/loader/file-segment-directory.ts';
import { SegmentEnds } from '../../../collect/loader/segment-ends.ts';
import { SegmentLoading } from '../../../collect/loader/segment-loading.ts';
import type { AttemptStore, LoadAttempt } from '../../../control/attempts/attempt-store.ts';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { makeFolder } from '../../../engines/files/make-folder.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import type { Erasure } from '../erasure/erasure.ts';
import { type ClickhouseLoadTarget, loadedLog } from './clickhouse-load-target.ts';
import { fetchSegment } from './landing.ts';

export interface AttemptLoaderOptions {
  readonly client: ClickhouseClient;
  readonly attempts: AttemptStore;
  readonly target: ClickhouseLoadTarget;
  readonly erasure: Pick<Erasure, 'carryOut'>;
  /** For the segments at hand. */
  readonly folder: string;
  readonly bytesPerAttempt: number;
  readonly onNotice: (message: string) => void;
}

/** How a line says it, wherever that stands: what only looks like one costs a few more links. */
const removalKinds = ['"k":"erase"', '"k":"expire"'];

/** Makes rows of what edges have shipped, attempt by attempt. One that fails is followed by another one. */
export class AttemptLoader {
  readonly #options: AttemptLoaderOptions;
  readonly #segmentFolder: string;
  readonly #directory: FileSegmentDirectory;
  #loadedBytes = 0;
  #areNumbersChecked = false;

  constructor(options: AttemptLoaderOptions) {
    this.#options = options;
    this.#segmentFolder = join(options.folder, 'segments');
    this.#directory = new FileSegmentDirectory(this.#segmentFolder, join(options.folder, 'scratch'));
  }

  get loadedBytes(): number {
    return this.#loadedBytes;
  }

  /** False when nothing waits, or it is not for this edge to load. */
  async loadSome(): Promise<boolean> {
    const { attempts, bytesPerAttempt, target } = this.#options;
    const attempt = await attempts.begin(bytesPerAttempt);
    if (attempt === undefined) return false;
    failPoint('attempt.begun');
    try {
      await this.#load(attempt);
      target.committed(attempt.attempt);
    } catch (error) {
      target.givenUp();
      throw error;
    } finally {
      await rm(this.#segmentFolder, { recursive: true, force: true });
    }
    this.#loadedBytes += attempt.segments.reduce((sum, { bytes }) => sum + bytes, 0);
    return true;
  }

  async #load(attempt: LoadAttempt): Promise<void> {
    const { attempts, target, erasure } = this.#options;
    const visible = await attempts.committed();
    await this.#checkNumbers(visible.latest);
    const isRemoving = await this.#fetch(attempt);
    await target.beginAttempt(attempt, visible, isRemoving);
    const ends = await this.#loadSegments(attempt);
    await target.writeRows(attempt.attempt);
    if (target.hasRemovals) await erasure.carryOut(attempt.attempt, visible);
    failPoint('attempt.written');
    const positions = await target.positions();
    const logs = positions.map((position) => loadedLog(position, ends.last(position.logId)));
    await attempts.commit(attempt.attempt, attempt.segments, logs, { ...target.counters });
    failPoint('attempt.committed');
  }

  /**
   * A control database that was restored from an earlier backup gives numbers again that stand on rows already, and those
   * would count twice.
   */
  async #checkNumbers(latest: number): Promise<void> {
    if (this.#areNumbersChecked) return;
    const [[newest] = []] = await this.#options.client.rows('SELECT max(attempt) FROM ledger');
    if (Number(newest) > latest) {
      throw new Error(
        `ClickHouse has rows of attempt ${newest}, but the control database knows only ${latest} attempts: it is older than ClickHouse. Nothing is loaded until the newer rows are removed (see the guide "Use ClickHouse").`,
      );
    }
    this.#areNumbersChecked = true;
  }

  /** Answers whether records in them may take something away. */
  async #fetch({ segments }: LoadAttempt): Promise<boolean> {
    await rm(this.#segmentFolder, { recursive: true, force: true });
    await makeFolder(this.#segmentFolder);
    let isRemoving = false;
    for (const segment of segments) {
      const file = join(this.#segmentFolder, segment.logId, sealedName(segment.number));
      const content = await fetchSegment(this.#options.client, segment, file);
      isRemoving ||= removalKinds.some((kind) => content.includes(kind));
    }
    failPoint('attempt.fetched');
    return isRemoving;
  }

  async #loadSegments({ logs }: LoadAttempt): Promise<SegmentEnds> {
    const { target, onNotice } = this.#options;
    const ends = new SegmentEnds(this.#directory);
    for (const { logId, segmentEnd } of logs) ends.note(logId, segmentEnd as SegmentEnd);
    const loading = new SegmentLoading(this.#directory, target, onNotice, ends);
    const entries = await this.#directory.listSealed();
    for (const logId of new Set(entries.map((entry) => entry.logId))) {
      await loading.load(entries.filter((entry) => entry.logId === logId));
    }
    return ends;
  }
}
