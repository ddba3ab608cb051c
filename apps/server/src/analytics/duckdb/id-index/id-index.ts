import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Mutex } from '../../../engines/duckdb/mutex.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import type { HashColumns } from './hash-columns.ts';
import { IdJournal } from './id-journal.ts';
import { IdRun } from './id-run.ts';
import { type IndexManifest, type ManifestRun, readManifest, writeManifest } from './index-manifest.ts';
import { joinRanges, type LogRanges } from './log-ranges.ts';
import { mergeRuns } from './merge-runs.ts';
import { RecentIds } from './recent-ids.ts';
import type { RunFilter } from './run-filter-file.ts';
import { RunDamaged } from './run-pages.ts';
import { RunWriter } from './run-writer.ts';

export interface IdIndexOptions {
  readonly folder: string;
  /** Memory for the filters in front of the runs. With less than 10 bits an id, more looks go to the disk. */
  readonly filterBytes: number;
  /** Ids that are gathered in memory before they become a run. */
  readonly runIds: number;
  readonly onMergeFailed: (error: unknown) => void;
}

interface OpenRun extends ManifestRun {
  readonly run: IdRun;
}

const MANIFEST = 'index.json';
const BITS_PER_ID = 10;
/** A filter is small if so many of them fit into the memory for filters. */
const SMALL_FILTERS = 16;
/** So many runs of a level become one of the next: a look asks three of each level at the most. */
const RUNS_PER_MERGE = 4;

/**
 * The deduplication hashes of everything in the store, so that a load asks the store only about ids that are in it: sorted
 * files on disk, merged into ever larger ones, each with a filter in memory, and a journal for what is newer.
 * It always has at least the ids of the store: they are on disk here before they are committed there.
 */
export class IdIndex {
  readonly #options: IdIndexOptions;
  readonly #storeId: string;
  #runs: readonly OpenRun[];
  #recent: RecentIds;
  /** How many of the recent ones are in the journal. */
  #journaled: number;
  #journal: IdJournal;
  #coveredLoad: number;
  #journaledLoad: number;
  #nextFile: number;
  #merging: Promise<void> | undefined;
  readonly #closing = new AbortController();
  /** One manifest at a time: loads and merges write it. */
  readonly #turns = new Mutex();

  /** Undefined when the folder does not have every id of this store up to this load: then it must be made anew. */
  static async open(options: IdIndexOptions, storeId: string, lastLoad: number): Promise<IdIndex | undefined> {
    const manifest = await readManifest(join(options.folder, MANIFEST));
    if (manifest === undefined || manifest.store_id !== storeId) return undefined;
    const recent = new RecentIds();
    let journaledLoad = manifest.covered_load;
    const journal = await IdJournal.open(join(options.folder, manifest.journal), ({ load, ranges, hashes }) => {
      recent.add([hashes], ranges);
      journaledLoad = Math.max(journaledLoad, load);
    });
    if (journaledLoad < lastLoad) {
      await journal.close();
      return undefined;
    }
    const runs = await openRuns(options.folder, manifest.runs);
    if (runs === undefined) {
      await journal.close();
      return undefined;
    }
    const index = new IdIndex(options, manifest, runs, { recent, journal, journaledLoad });
    await index.#removeLeftovers();
    index.#fitFilters();
    index.#mergeSoon();
    return index;
  }

  /** An empty one, in place of whatever the folder holds. */
  static async create(options: IdIndexOptions, storeId: string): Promise<IdIndex> {
    await rm(options.folder, { recursive: true, force: true });
    await mkdir(options.folder, { recursive: true });
    const journal = await IdJournal.create(join(options.folder, '1.journal'));
    const facts = { store_id: storeId, covered_load: 0, next_file: 2 };
    return new IdIndex(options, facts, [], { recent: new RecentIds(), journal, journaledLoad: 0 });
  }

  private constructor(
    options: IdIndexOptions,
    facts: Pick<IndexManifest, 'store_id' | 'covered_load' | 'next_file'>,
    runs: readonly OpenRun[],
    state: { readonly recent: RecentIds; readonly journal: IdJournal; readonly journaledLoad: number },
  ) {
    this.#options = options;
    this.#storeId = facts.store_id;
    this.#coveredLoad = facts.covered_load;
    this.#nextFile = facts.next_file;
    this.#runs = runs;
    this.#recent = state.recent;
    this.#journaled = state.recent.size;
    this.#journal = state.journal;
    this.#journaledLoad = state.journaledLoad;
  }

  get ids(): number {
    return this.#runs.reduce((sum, { run }) => sum + run.ids, this.#recent.size);
  }

  get filterBytes(): number {
    return this.#runs.reduce((sum, { run }) => sum + run.filterBytes, 0);
  }

  /**
   * Which records of the logs may hold the id; undefined when none does. Throws RunDamaged.
   * A repeat leaves the id where it was dropped too, so every place counts.
   */
  find(low: number, high: number): LogRanges | undefined {
    let found = this.#recent.has(low, high) ? this.#recent.ranges : undefined;
    for (const { run, ranges } of this.#runs) {
      if (run.has(low, high)) found = found === undefined ? ranges : joinRanges(found, ranges);
    }
    return found;
  }

  /** Remembers ids that the store has loaded, be it in memory only. */
  add(hashes: readonly HashColumns[], ranges: LogRanges): void {
    this.#recent.add(hashes, ranges);
  }

  /** Puts everything that was added on disk. To be called before the store commits the load of this number. */
  async beforeCommit(load: number): Promise<void> {
    const { ranges, size } = this.#recent;
    await this.#journal.append({ load, ranges, hashes: this.#recent.since(this.#journaled) });
    [this.#journaled, this.#journaledLoad] = [size, load];
    if (size >= this.#options.runIds) await this.#writeRun();
  }

  /** Ids that are in the store already, for an index that is made anew. It counts after `filled`. */
  async fill(hashes: HashColumns, ranges: LogRanges): Promise<void> {
    this.#recent.add([hashes], ranges);
    if (this.#recent.size >= this.#options.runIds) await this.#addRun();
  }

  /** Everything up to this load was filled in. */
  async filled(load: number): Promise<void> {
    this.#journaledLoad = load;
    await this.#writeRun();
  }

  /** Resolves when there is nothing to merge for now. */
  async merged(): Promise<void> {
    await this.#merging;
  }

  /** The next open finds nothing and makes it anew. */
  invalidate(): void {
    rmSync(join(this.#options.folder, MANIFEST), { force: true });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#merging;
    await this.#journal.close();
    for (const { run } of this.#runs) run.close();
  }

  /** The recent ids as a run, and a new journal. */
  async #writeRun(): Promise<void> {
    const [before, load] = [this.#journal, this.#journaledLoad];
    await this.#addRun();
    this.#journal = await IdJournal.create(join(this.#options.folder, `${this.#nextFile++}.journal`));
    this.#coveredLoad = load;
    failPoint('ids.run_written');
    await this.#writeManifest();
    failPoint('ids.run_listed');
    await before.close();
    await rm(before.path, { force: true });
  }

  async #addRun(): Promise<void> {
    const recent = this.#recent;
    if (recent.size === 0) return;
    const file = `${this.#nextFile++}.ids`;
    const path = join(this.#options.folder, file);
    const filter = await writeRun(path, recent.sorted(), this.#bitsPerId(recent.size));
    const added = { file, ids: filter.ids, level: 0, ranges: recent.ranges, run: await IdRun.of(path, filter) };
    [this.#runs, this.#recent, this.#journaled] = [[added, ...this.#runs], new RecentIds(), 0];
    this.#fitFilters();
    this.#mergeSoon();
  }

  #mergeSoon(): void {
    this.#merging ??= this.#mergeAll()
      .catch((error) => {
        if (!this.#closing.signal.aborted) this.#options.onMergeFailed(error);
      })
      .finally(() => {
        this.#merging = undefined;
      });
  }

  async #mergeAll(): Promise<void> {
    const levels = (): number[] => this.#runs.map(({ level }) => level);
    const isDue = (level: number): boolean => levels().filter((other) => other === level).length >= RUNS_PER_MERGE;
    for (let level = levels().find(isDue); level !== undefined; level = levels().find(isDue)) {
      await this.#mergeLevel(level);
    }
  }

  async #mergeLevel(level: number): Promise<void> {
    const sources = this.#runs.filter((run) => run.level === level);
    const file = `${this.#nextFile++}.ids`;
    const path = join(this.#options.folder, file);
    const runs = sources.map(({ run }) => run);
    const ids = runs.reduce((sum, run) => sum + run.ids, 0);
    const filter = await mergeRuns(runs, path, this.#bitsPerId(ids), this.#closing.signal);
    const ranges = joinRanges(...sources.map((source) => source.ranges));
    const merged = { file, ids: filter.ids, level: level + 1, ranges, run: await IdRun.of(path, filter) };
    this.#runs = [...this.#runs.filter((run) => !sources.includes(run)), merged];
    this.#fitFilters();
    failPoint('ids.runs_merged');
    await this.#writeManifest();
    failPoint('ids.merge_listed');
    for (const run of runs) await run.remove();
  }

  /**
   * Every run is asked about every id, so one mistake in a hundred costs the same in a small run as in a large one: a small
   * filter has all its bits, the large ones share what is left.
   */
  #bitsPerId(runIds: number): number {
    const { filterBytes } = this.#options;
    const share = Math.max(filterBytes / Math.max(1, this.ids), filterBytes / SMALL_FILTERS / runIds);
    return Math.min(BITS_PER_ID, 8 * share);
  }

  /** Filters that were made when there were fewer ids get smaller, the largest first. */
  #fitFilters(): void {
    while (this.filterBytes > this.#options.filterBytes) {
      const shrinkable = this.#runs.map(({ run }) => run).filter(({ canShrinkFilter }) => canShrinkFilter);
      const [largest] = shrinkable.sort((a, b) => b.filterBytes - a.filterBytes);
      if (largest === undefined) return;
      largest.shrinkFilter();
    }
  }

  #writeManifest(): Promise<void> {
    return this.#turns.run(() =>
      writeManifest(join(this.#options.folder, MANIFEST), {
        format: 1,
        store_id: this.#storeId,
        covered_load: this.#coveredLoad,
        next_file: this.#nextFile,
        journal: basename(this.#journal.path),
        runs: this.#runs.map(({ file, ids, level, ranges }) => ({ file, ids, level, ranges })),
      }),
    );
  }

  /** What a process that died was about to write, or had merged already. */
  async #removeLeftovers(): Promise<void> {
    const files = this.#runs.flatMap(({ file }) => [file, file.replace(/\.ids$/, '.filter')]);
    const known = new Set([MANIFEST, basename(this.#journal.path), ...files]);
    for (const name of await readdir(this.#options.folder)) {
      if (!known.has(name)) await rm(join(this.#options.folder, name), { force: true });
    }
  }
}

async function openRuns(folder: string, runs: readonly ManifestRun[]): Promise<OpenRun[] | undefined> {
  const opened: OpenRun[] = [];
  try {
    for (const kept of runs) {
      const run = await IdRun.open(join(folder, kept.file), BITS_PER_ID);
      opened.push({ ...kept, run });
      if (run.ids !== kept.ids) throw new RunDamaged(`${kept.file} has ${run.ids} ids, not ${kept.ids}`);
    }
    return opened;
  } catch (error) {
    for (const { run } of opened) run.close();
    if (error instanceof RunDamaged || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeRun(path: string, sorted: BigUint64Array, bitsPerId: number): Promise<RunFilter> {
  const writer = await RunWriter.create(path, sorted.length, bitsPerId);
  try {
    const words = new Uint32Array(sorted.buffer);
    for (let at = 0; at < words.length; at += 2) {
      if (writer.put(words[at] as number, words[at + 1] as number)) await writer.flush();
    }
    return await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
