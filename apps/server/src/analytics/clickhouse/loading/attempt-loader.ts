import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentEnd } from '../../../collect/event-log/segment-account.ts';
import { sealedName } from '../../../collect/event-log/segment-names.ts';
import { FileSegmentDirectory } from '../../../collect/loader/file-segment-directory.ts';
import { SegmentEnds } from '../../../collect/loader/segment-ends.ts';
import { SegmentLoading } from '../../../collect/loader/segment-loading.ts';
import type {
  AttemptStore,
  CommittedAttempts,
  LoadAttempt,
  WaitingSegment,
} from '../../../control/attempts/attempt-store.ts';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { makeFolder } from '../../../engines/files/make-folder.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import type { Erasure } from '../erasure/erasure.ts';
import { type ClickhouseLoadTarget, loadedLog } from './clickhouse-load-target.ts';
import { fetchSegment } from './landing.ts';
import { partOf } from './loader-part.ts';

export interface AttemptLoaderOptions {
  /** Its number: the first is 1. How many there are, the control plane says with every attempt. */
  readonly loader?: number | undefined;
  readonly client: ClickhouseClient;
  readonly attempts: AttemptStore;
  /** Asked for when there is something to load: most edges hold no memory for it. */
  readonly open: () => Promise<LoaderStore>;
  /** For the segments at hand. */
  readonly folder: string;
  readonly bytesPerAttempt: number;
  readonly onNotice: (message: string) => void;
}

/** Where rows are made. */
export interface LoaderStore {
  readonly target: ClickhouseLoadTarget;
  readonly erasure: Pick<Erasure, 'carryOut'>;
}

/** How a line says it, wherever that stands: what only looks like one costs a few more links. */
const removalKinds = ['"k":"erase"', '"k":"expire"'];

/** Makes rows of what edges have shipped of its projects, attempt by attempt. One that fails is followed by another one. */
export class AttemptLoader {
  readonly #options: AttemptLoaderOptions;
  readonly #segmentFolder: string;
  readonly #directory: FileSegmentDirectory;
  #store: LoaderStore | undefined;
  #loadedBytes = 0;
  #areNumbersChecked = false;

  constructor(options: AttemptLoaderOptions) {
    this.#options = options;
    this.#segmentFolder = join(options.folder, 'segments');
    this.#directory = new FileSegmentDirectory(this.#segmentFolder, join(options.folder, 'scratch'));
  }

  /** Of segments that others load as well, its share. */
  get loadedBytes(): number {
    return this.#loadedBytes;
  }

  /** False when nothing waits, or it is not for this edge to load. */
  async loadSome(): Promise<boolean> {
    const { attempts, bytesPerAttempt, open, loader = 1 } = this.#options;
    const attempt = await attempts.begin(loader, bytesPerAttempt);
    if (attempt === undefined) return false;
    failPoint('attempt.begun');
    this.#store ??= await open();
    const { target } = this.#store;
    try {
      await this.#load(attempt, this.#store);
      target.committed(attempt);
    } catch (error) {
      target.givenUp();
      throw error;
    } finally {
      await rm(this.#segmentFolder, { recursive: true, force: true });
    }
    this.#loadedBytes += attempt.segments.reduce((sum, { bytes }) => sum + bytes, 0) / attempt.loaders;
    return true;
  }

  async #load(attempt: LoadAttempt, { target, erasure }: LoaderStore): Promise<void> {
    const { attempts } = this.#options;
    const visible = await this.#checkNumbers();
    const isRemoving = await this.#fetch(attempt);
    await target.beginAttempt(attempt, visible, isRemoving);
    const ends = await this.#loadSegments(attempt, target);
    await target.writeRows(attempt.attempt);
    if (target.hasRemovals) await erasure.carryOut(attempt.attempt, visible);
    failPoint('attempt.written');
    const logs = target.accountedLogs().map((position) => loadedLog(position, ends.last(position.logId)));
    await attempts.commit(attempt, attempt.segments, logs, { ...target.counters });
    failPoint('attempt.committed');
  }

  /**
   * A control database that was restored from an earlier backup gives numbers again that stand on rows already, and those
   * would count twice. ClickHouse is asked first: another loader may begin an attempt and write at any time.
   */
  async #checkNumbers(): Promise<CommittedAttempts> {
    const { attempts, client } = this.#options;
    if (this.#areNumbersChecked) return await attempts.committed();
    const [[newest] = []] = await client.rows('SELECT max(attempt) FROM ledger');
    const committed = await attempts.committed();
    if (Number(newest) > committed.latest) {
      throw new Error(
        `ClickHouse has rows of attempt ${newest}, but the control database knows only ${committed.latest} attempts: it is older than ClickHouse. Nothing is loaded until the newer rows are removed (see the guide "Use ClickHouse").`,
      );
    }
    this.#areNumbersChecked = true;
    return committed;
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

  async #loadSegments(attempt: LoadAttempt, target: ClickhouseLoadTarget): Promise<SegmentEnds> {
    const { onNotice } = this.#options;
    const ends = new SegmentEnds(this.#directory);
    for (const { logId, segmentEnd } of attempt.logs) ends.note(logId, segmentEnd as SegmentEnd);
    const loading = new SegmentLoading(this.#directory, target, onNotice, ends);
    const entries = await this.#directory.listSealed();
    for (const segments of loadedTogether(attempt.segments)) {
      const numbers = segments.map(({ number }) => number);
      const [{ logId, loaded }] = segments;
      const own = entries.filter((entry) => entry.logId === logId && numbers.includes(entry.number));
      await loading.load(own, partOf(attempt, loaded));
    }
    return ends;
  }
}

type Together = readonly [WaitingSegment, ...WaitingSegment[]];

/** Segments of a log, in their order, of which the same is loaded already: as a rule nothing, and all of them at once. */
function loadedTogether(segments: readonly WaitingSegment[]): readonly Together[] {
  const groups: [WaitingSegment, ...WaitingSegment[]][] = [];
  for (const segment of segments) {
    const last = groups.at(-1);
    if (last?.[0].logId === segment.logId && isSame(last[0].loaded, segment.loaded)) last.push(segment);
    else groups.push([segment]);
  }
  return groups;
}

const isSame = (a: WaitingSegment['loaded'], b: WaitingSegment['loaded']): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
