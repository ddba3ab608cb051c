import type { DuckDBConnection } from '@duckdb/node-api';
import {
  isCoveredBy,
  type LoadOutcome,
  type LoadTarget,
  type LogPosition,
  type SegmentFile,
  type SegmentRef,
  type SegmentToLoad,
} from '../../../collect/loader/load-target.ts';
import { Mutex } from '../../../engines/duckdb/mutex.ts';
import { releaseBuffers } from '../../../engines/duckdb/release-buffers.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import type { StoreCounters } from '../../analytics-store.ts';
import { noCounts } from '../../no-counts.ts';
import { KnownLinks, LoadLinks } from '../deduplication/event-links.ts';
import { LoadHashes } from '../deduplication/find-duplicates.ts';
import { type SeenIds, seenIdsOf } from '../deduplication/seen-ids.ts';
import { LoadRemovals } from '../erasure/removals.ts';
import { insertStaged, stageFiles, withoutMarked } from '../erasure/store-files.ts';
import { Tombstones } from '../erasure/tombstones.ts';
import { readUnscrubbed, type Unscrubbed } from '../erasure/unscrubbed.ts';
import type { QueryMemoryBudget } from '../query-memory-budget.ts';
import { type Destination, RecentRows } from '../recent-rows.ts';
import { Rollups } from '../rollups/rollups.ts';
import { failureOf } from '../store-errors.ts';
import { compactLedger } from './ledger-table.ts';
import { LoadLedger } from './load-ledger.ts';
import { type Positions, positionAfter, readPositions, savePositions } from './load-positions.ts';
import { addCounts, type LoadTotals, readTotals, trimLoads, withoutNegative } from './load-totals.ts';
import { LoadTransaction } from './load-transaction.ts';
import { insertLost } from './lost-stretches.ts';
import { holdsRemovals, roundsOf } from './segment-files.ts';
import type { StagedKind } from './staged-kinds.ts';
import { readStoreId } from './store-id.ts';
import { WalMerger } from './wal-merger.ts';

export interface LoadTargetOptions {
  readonly file: string;
  /** Memory that the filters in front of the stored ids may take; what is known of links may take half as much. */
  readonly filterBytes: number;
  /** Ids that are gathered before they become a file of their own. */
  readonly runIds?: number;
  /** Rows of sums of single loads that are merged. */
  readonly mergeSumsAtRows?: number;
  /** Above this much of DuckDB's own log it is merged at once and not at the next quiet moment. */
  readonly walCapBytes: number;
  /** Rows move from memory to the file in here, so that no query sees them twice or not at all. */
  readonly mutex: Mutex;
  /** For loads that do not fit into what there is always; without it they are taken apart. */
  readonly memory?: QueryMemoryBudget;
  readonly onNotice: (message: string) => void;
  /** The ledger of a load does not add up: by so many items. */
  readonly onUnbalanced: (items: number) => void;
}

const TRIM_EVERY_LOADS = 20_000;

/** Everything that is loaded stands in the file, and nothing is being loaded. */
export interface StoreMoment {
  readonly positions: readonly LogPosition[];
  readonly totals: LoadTotals;
  /** To be used until the moment is over. */
  readonly connection: DuckDBConnection;
}

interface OpenedState {
  readonly storeId: string;
  readonly seen: SeenIds;
  readonly links: KnownLinks;
  readonly tombstones: Tombstones;
  readonly recent: RecentRows;
  readonly rollups: Rollups;
  readonly positions: Positions;
  readonly totals: LoadTotals;
}

/** Loads one transaction at a time over a connection of its own. */
export class DuckdbLoadTarget implements LoadTarget {
  readonly #connection: DuckDBConnection;
  /** One load at a time, and none at a moment that somebody asked for. */
  readonly #turns = new Mutex();
  readonly #mutex: Mutex;
  readonly #memory: QueryMemoryBudget | undefined;
  readonly #onNotice: (message: string) => void;
  readonly #onUnbalanced: (items: number) => void;
  readonly #transaction: LoadTransaction;
  readonly #wal: WalMerger;
  readonly #storeId: string;
  readonly #seen: SeenIds;
  readonly #links: KnownLinks;
  readonly #tombstones: Tombstones;
  readonly #recent: RecentRows;
  readonly #rollups: Rollups;
  /** Loaded, in memory or in the file. */
  #positions: Positions;
  #totals: LoadTotals;
  /** Loaded, but in memory only. */
  #pending: SegmentRef[] = [];
  #durable: SegmentRef[] = [];
  #loads = 0;
  #isKnowing = false;

  static async open(connection: DuckDBConnection, options: LoadTargetOptions): Promise<DuckdbLoadTarget> {
    await trimLoads(connection);
    await compactLedger(connection);
    const recent = await RecentRows.create(connection);
    const rollups = new Rollups(options.mergeSumsAtRows);
    await rollups.open(connection);
    const seen = seenIdsOf(options);
    const links = new KnownLinks(options.filterBytes / 2);
    const tombstones = new Tombstones();
    await tombstones.fill(connection);
    await releaseBuffers(connection);
    const [positions, totals] = [await readPositions(connection), await readTotals(connection)];
    const storeId = await readStoreId(connection);
    const state = { storeId, seen, links, tombstones, recent, rollups, positions, totals };
    return new DuckdbLoadTarget(connection, options, state);
  }

  private constructor(connection: DuckDBConnection, options: LoadTargetOptions, state: OpenedState) {
    this.#connection = connection;
    this.#mutex = options.mutex;
    const { memory } = options;
    this.#memory = memory;
    this.#onNotice = options.onNotice;
    this.#onUnbalanced = options.onUnbalanced;
    this.#transaction = new LoadTransaction(connection, memory && ((work) => memory.withRoom(work)));
    this.#wal = new WalMerger(connection, `${options.file}.wal`, options.walCapBytes);
    this.#storeId = state.storeId;
    this.#seen = state.seen;
    this.#links = state.links;
    this.#tombstones = state.tombstones;
    this.#recent = state.recent;
    this.#rollups = state.rollups;
    this.#positions = state.positions;
    this.#totals = state.totals;
  }

  get hasUnscrubbed(): boolean {
    return this.#tombstones.hasUnscrubbed;
  }

  /** Since when bytes of what was removed stand in files, and how large a share of the rows these are. */
  unscrubbed(): Promise<Unscrubbed> {
    return this.#inTurn(() => readUnscrubbed(this.#connection));
  }

  /** Loads since the start: while it is the same, so are answers. */
  get loads(): number {
    return this.#loads;
  }

  get counters(): StoreCounters {
    return this.#totals.counters;
  }

  async positions(): Promise<readonly LogPosition[]> {
    return [...this.#positions.values()];
  }

  takeDurable(): readonly SegmentRef[] {
    return this.#durable.splice(0);
  }

  load(segments: readonly SegmentToLoad[]): Promise<LoadOutcome> {
    return this.#inTurn(async () => {
      await this.#know();
      const outcome = await this.#load(segments);
      const isOutOfMemory = outcome.outcome === 'refused' && outcome.isTransient;
      return isOutOfMemory && this.#memory !== undefined
        ? this.#memory.during(() => this.#loadAlone(segments))
        : outcome;
    });
  }

  probe(file: SegmentFile): ReturnType<LoadTarget['probe']> {
    return this.#inTurn(async () => {
      await this.#know();
      return this.#probe(file);
    });
  }

  idle(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#flush();
      await this.#wal.mergeWhenQuiet();
    });
  }

  /** Holds loading up for as long as the work takes. */
  atMoment<T>(work: (moment: StoreMoment) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#flush();
      const [positions, totals] = [[...this.#positions.values()], this.#totals];
      return await work({ positions, totals, connection: this.#connection });
    });
  }

  /** The log has been purged of what was loaded until then. */
  forgetReturned(untilMs: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#connection.run(`DELETE FROM store.returned_bytes WHERE noticed <= make_timestamp_ms(${untilMs})`);
      await this.#tombstones.fill(this.#connection);
    });
  }

  /** While the work goes on, loads are added and removed from but no row gets another number. */
  withFixedRows<T>(work: () => Promise<T>): Promise<T> {
    return this.#wal.hold(work);
  }

  /** Leaves nothing that the next open would have to load or replay. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#flush();
      await this.#wal.merge();
      await this.#seen.close();
      this.#connection.closeSync();
    });
  }

  /** DuckDB goes on after an internal error (see open-store.ts). Where something is written nobody else must. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.run(() =>
      work().catch((error: unknown) => {
        throw failureOf(error) ?? error;
      }),
    );
  }

  /** What a load needs to know of the store. Queries do not wait for it. */
  async #know(): Promise<void> {
    if (this.#isKnowing) return;
    await this.#seen.open(this.#connection, this.#storeId, this.#totals.lastLoad);
    await this.#links.fill(this.#connection);
    await releaseBuffers(this.#connection);
    this.#isKnowing = true;
  }

  /** Rows that are gathered in memory stand in the way of large ones. */
  async #loadAlone(segments: readonly SegmentToLoad[]): Promise<LoadOutcome> {
    await this.#flush();
    return await this.#load(segments);
  }

  async #load(segments: readonly SegmentToLoad[]): Promise<LoadOutcome> {
    const logId = segments[0]?.logId ?? '';
    const before = this.#positions.get(logId);
    const fresh = segments.filter((segment) => !isCoveredBy(before, segment.number));
    this.#durable.push(...segments.filter((segment) => !fresh.includes(segment) && !this.#isPending(segment)));
    if (fresh.length === 0) return { outcome: 'loaded', storedEvents: 0, duplicateEvents: 0 };
    const hashes = new LoadHashes();
    const isRemoving = fresh.some(({ files }) => files.some(holdsRemovals));
    const links = new LoadLinks(this.#links, isRemoving);
    const done = await this.#transaction.run(() => this.#store(fresh, hashes, links));
    if (done.outcome !== 'stored') return done;
    const { destination, counts, hasRemoved } = done;
    const position = positionAfter(
      before,
      logId,
      fresh.map(({ number }) => number),
    );
    const counters = withoutNegative(addCounts(this.#totals.counters, counts));
    const positions = new Map(this.#positions).set(logId, position);
    this.#seen.add(hashes.columns, hashes.ranges);
    if (destination === 'store') await this.#commitToStore(positions, counters, fresh);
    else {
      await this.#transaction.commit();
      // Should the process die before this, the segment is loaded again.
      if (hashes.hasReturned) await this.#tombstones.noteReturned(this.#connection);
      this.#recent.note(rowsOf(counts), bytesOf(fresh));
      this.#pending.push(...fresh.map(refOf));
      [this.#positions, this.#totals] = [positions, { ...this.#totals, counters }];
    }
    if (counts.unbalancedItems > 0) this.#onUnbalanced(counts.unbalancedItems);
    if (hasRemoved) await this.#forgetRemoved();
    else this.#links.add(links.pending);
    this.#loads++;
    return { outcome: 'loaded', storedEvents: counts.storedEvents, duplicateEvents: counts.duplicateEvents };
  }

  async #probe(file: SegmentFile): ReturnType<LoadTarget['probe']> {
    const done = await this.#transaction.run(async () => {
      const staging = await stageFiles(this.#connection, [file], 0);
      if (staging.outcome === 'unreadable') return staging;
      await insertStaged(this.#connection, staging, 'store', {
        hashes: new LoadHashes(),
        seen: this.#seen,
        ledger: new LoadLedger(),
        links: new LoadLinks(this.#links),
        removals: new LoadRemovals(),
      });
      return { outcome: 'stored' as const };
    });
    if (done.outcome === 'refused') return done;
    if (done.outcome === 'stored') await this.#transaction.rollback();
    return { outcome: 'loaded', storedEvents: 0, duplicateEvents: 0 };
  }

  async #store(segments: readonly SegmentToLoad[], hashes: LoadHashes, links: LoadLinks) {
    const connection = this.#connection;
    const logTag = Number.parseInt(segments[0]?.logId.slice(0, 8) ?? '0', 16);
    const rounds = roundsOf(segments);
    let destination: Destination | undefined = rounds.length === 1 ? undefined : 'store';
    let counts: StoreCounters = noCounts;
    const [ledger, removals] = [new LoadLedger(), new LoadRemovals()];
    const notes = { hashes, seen: this.#seen, ledger, links, removals, rollups: this.#rollups };
    if (destination === 'store') await this.#recent.copyToStore(connection, this.#rollups);
    for (const files of rounds) {
      const staging = await stageFiles(connection, files, logTag);
      if (staging.outcome === 'unreadable') return staging;
      const kinds = [...staging.stages.keys()];
      const isReached = await this.#tombstones.mayReach(connection, kinds, logTag);
      if (destination === undefined) {
        const rows = [...staging.stages.values()].reduce((sum, stage) => sum + stage.rows, 0);
        // What takes rows away must find them in one place, and DuckDB writes to one at a time.
        const isRemoving = isReached || files.some(holdsRemovals);
        destination = isRemoving ? 'store' : this.#recent.destinationFor(rows, bytesOf(segments));
        if (destination === 'store') await this.#recent.copyToStore(connection, this.#rollups);
      }
      const marked = isReached ? await this.#tombstones.mark(connection, kinds) : noneMarked;
      counts = addCounts(counts, await insertStaged(connection, withoutMarked(staging, marked), destination, notes));
    }
    destination ??= 'store';
    for (const segment of segments) {
      counts = addCounts(counts, await insertLost(connection, segment, logTag, destination, ledger));
    }
    await ledger.insert(connection, destination);
    await removals.carryOut(connection);
    if (hashes.hasReturned && destination === 'store') await this.#tombstones.noteReturned(connection);
    counts = addCounts(counts, { unbalancedItems: ledger.unbalancedItems });
    return { outcome: 'stored' as const, destination, counts, hasRemoved: !removals.isEmpty };
  }

  /** What is remembered of the store is read anew: links that were taken out may come again. */
  async #forgetRemoved(): Promise<void> {
    await this.#links.fill(this.#connection);
    await this.#tombstones.fill(this.#connection);
  }

  /** Writes what is gathered in memory, so that it does not depend on the next load. */
  async #flush(): Promise<void> {
    if (this.#recent.isEmpty) return;
    const done = await this.#transaction.run(async () => {
      await this.#recent.copyToStore(this.#connection, this.#rollups);
      return { outcome: 'stored' as const };
    });
    if (done.outcome === 'refused') throw new Error(`could not write the collected rows: ${done.reason}`);
    await this.#commitToStore(this.#positions, this.#totals.counters, []);
  }

  /** Ends a transaction that holds everything gathered and these segments. */
  async #commitToStore(positions: Positions, counters: StoreCounters, loaded: readonly SegmentRef[]): Promise<void> {
    const now = [...this.#pending, ...loaded.map(refOf)];
    const moved = new Set(now.map(({ logId }) => logId));
    const changed = [...positions.values()].filter(({ logId }) => moved.has(logId));
    const totals = await this.#transaction.guard(async () => {
      const saved = await savePositions(this.#connection, changed, { ...this.#totals, counters });
      failPoint('loader.inserted');
      await this.#seen.beforeCommit(saved.lastLoad);
      failPoint('loader.ids_written');
      return saved;
    });
    await this.#mutex.run(async () => {
      await this.#transaction.commit(
        () => failPoint('loader.committed'),
        () => this.#recent.clear(this.#connection),
      );
    });
    [this.#positions, this.#totals, this.#pending] = [positions, totals, []];
    this.#durable.push(...now);
    if (totals.lastLoad % TRIM_EVERY_LOADS === 0) {
      await trimLoads(this.#connection);
      await compactLedger(this.#connection);
    }
    await this.#rollups.mergeWhenMany(this.#connection, this.#onNotice);
    await this.#wal.mergeWhenLarge();
  }

  #isPending({ logId, number }: SegmentRef): boolean {
    return this.#pending.some((pending) => pending.logId === logId && pending.number === number);
  }
}

const noneMarked: ReadonlyMap<StagedKind, number> = new Map();

const refOf = ({ logId, number }: SegmentRef): SegmentRef => ({ logId, number });

const rowsOf = ({ storedEvents, storedMetrics, storedCrashes }: StoreCounters): number =>
  storedEvents + storedMetrics + storedCrashes;

const bytesOf = (segments: readonly SegmentToLoad[]): number =>
  segments.flatMap((segment) => segment.files).reduce((sum, file) => sum + file.bytes, 0);
