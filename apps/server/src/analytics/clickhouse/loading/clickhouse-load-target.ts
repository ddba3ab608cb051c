import { join } from 'node:path';
import {
  isCoveredBy,
  type LoadOutcome,
  type LoadTarget,
  type LogPosition,
  type SegmentFile,
  type SegmentRef,
  type SegmentToLoad,
} from '../../../collect/loader/load-target.ts';
import type { LoadAttempt, LoadedLog } from '../../../control/attempts/attempt-store.ts';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import type { StoreCounters } from '../../analytics-store.ts';
import { KnownLinks, LoadLinks } from '../../duckdb/deduplication/event-links.ts';
import { LoadHashes } from '../../duckdb/deduplication/find-duplicates.ts';
import { LoadRemovals } from '../../duckdb/erasure/removals.ts';
import { insertStaged, stageFiles, withoutMarked } from '../../duckdb/erasure/store-files.ts';
import { Tombstones } from '../../duckdb/erasure/tombstones.ts';
import { LoadLedger } from '../../duckdb/loading/load-ledger.ts';
import { positionAfter } from '../../duckdb/loading/load-positions.ts';
import { addCounts } from '../../duckdb/loading/load-totals.ts';
import { LoadTransaction } from '../../duckdb/loading/load-transaction.ts';
import { insertLost } from '../../duckdb/loading/lost-stretches.ts';
import { roundsOf } from '../../duckdb/loading/segment-files.ts';
import type { StagedKind } from '../../duckdb/loading/staged-kinds.ts';
import { noCounts } from '../../no-counts.ts';
import type { TableName } from '../tables.ts';
import type { VisibleAttempts } from '../visible.ts';
import { ClickhouseKnownIds } from './known-ids.ts';
import { isOfLoader, partOf } from './loader-part.ts';
import { readKnownRows } from './read-known-rows.ts';
import type { ScratchStore } from './scratch-store.ts';
import { copiedTables, writeParquet, writeSeenIds } from './write-parquet.ts';

export interface ClickhouseLoadTargetOptions {
  readonly client: ClickhouseClient;
  readonly scratch: ScratchStore;
  /** For files of the attempt at hand. */
  readonly folder: string;
  /** Memory for what is known of links. */
  readonly linkBytes: number;
  /** The ledger of a load does not add up: by so many items. */
  readonly onUnbalanced: (items: number) => void;
}

const noneMarked: ReadonlyMap<StagedKind, number> = new Map();
/** What ClickHouse has of these stays between attempts: it is needed by every load. */
const KEPT = ['erasures', 'removals'];

/**
 * Takes the segments of one attempt apart in a scratch store, leaves out what ClickHouse has already, and writes the rest
 * there under the number of the attempt. Nothing of it counts until the attempt is committed.
 */
export class ClickhouseLoadTarget implements LoadTarget {
  readonly #options: ClickhouseLoadTargetOptions;
  readonly #transaction: LoadTransaction;
  readonly #ids: ClickhouseKnownIds;
  readonly #tombstones = new Tombstones();
  #links: KnownLinks;
  /** The last attempt of this loader whose rows links and tombstones were read up to, and of how many loaders it was one. */
  #known: Pick<LoadAttempt, 'previous' | 'loaders'> | undefined;
  #positions = new Map<string, LogPosition>();
  /** Segments of which this loader accounts for losses; the positions of logs are about these. */
  #accounted = new Set<string>();
  #accountedLogs = new Set<string>();
  #added: StoreCounters = noCounts;
  #hasRemovals = false;
  #isRemoving = false;

  constructor(options: ClickhouseLoadTargetOptions) {
    this.#options = options;
    this.#transaction = new LoadTransaction(options.scratch.connection);
    this.#ids = new ClickhouseKnownIds(options.client);
    this.#links = new KnownLinks(options.linkBytes);
  }

  /**
   * Before the first load of an attempt. `isRemoving`: records of it may take links away, and with them what makes others
   * needless, so all are kept.
   */
  async beginAttempt(attempt: LoadAttempt, visible: VisibleAttempts, isRemoving: boolean): Promise<void> {
    const { scratch } = this.#options;
    if (this.#known?.previous !== attempt.previous || this.#known.loaders !== attempt.loaders) {
      // Another edge has loaded something of these projects since, or took something away.
      await this.#readKnown(attempt, visible);
    } else await scratch.clear(KEPT);
    await scratch.connection.run('DROP TABLE IF EXISTS attempt_erasures; DROP TABLE IF EXISTS attempt_expiries');
    this.#hasRemovals = false;
    this.#isRemoving = isRemoving;
    this.#ids.beginAttempt(visible);
    const accounted = attempt.segments.filter(({ loaded }) => partOf(attempt, loaded).ownsLosses);
    this.#accounted = new Set(accounted.map(nameOf));
    this.#accountedLogs = new Set(accounted.map(({ logId }) => logId));
    this.#positions = new Map(attempt.logs.map(({ logId, upTo, skipped }) => [logId, { logId, upTo, skipped }]));
    this.#added = noCounts;
  }

  async #readKnown(attempt: LoadAttempt, visible: VisibleAttempts): Promise<void> {
    const { scratch, client, folder, linkBytes } = this.#options;
    const { connection } = scratch;
    this.#links = new KnownLinks(linkBytes / attempt.loaders);
    await scratch.clear([]);
    await readKnownRows({ client, connection, folder, visible, links: this.#links, condition: isOfLoader(attempt) });
    await this.#tombstones.fill(connection);
    this.#known = attempt;
  }

  async positions(): Promise<readonly LogPosition[]> {
    return [...this.#positions.values()];
  }

  /** How far the logs are loaded that this attempt accounts for. */
  accountedLogs(): readonly LogPosition[] {
    return [...this.#positions.values()].filter(({ logId }) => this.#accountedLogs.has(logId));
  }

  async load(segments: readonly SegmentToLoad[]): Promise<LoadOutcome> {
    const logId = segments[0]?.logId ?? '';
    const before = this.#positions.get(logId);
    const isAccounted = (segment: SegmentRef): boolean => this.#accounted.has(nameOf(segment));
    const fresh = segments.filter((segment) => !isAccounted(segment) || !isCoveredBy(before, segment.number));
    if (fresh.length === 0) return { outcome: 'loaded', storedEvents: 0, duplicateEvents: 0 };
    const hashes = new LoadHashes();
    const links = new LoadLinks(this.#links, this.#isRemoving);
    const done = await this.#transaction.run(() => this.#store(fresh, hashes, links));
    if (done.outcome !== 'stored') return done;
    await this.#transaction.commit();
    const { counts } = done;
    this.#hasRemovals ||= done.hasRemovals;
    this.#ids.add(hashes.columns, hashes.ranges);
    this.#links.add(links.pending);
    const numbers = fresh.filter(isAccounted).map(({ number }) => number);
    if (numbers.length > 0) this.#positions.set(logId, positionAfter(before, logId, numbers));
    this.#added = addCounts(this.#added, counts);
    if (counts.unbalancedItems > 0) this.#options.onUnbalanced(counts.unbalancedItems);
    return { outcome: 'loaded', storedEvents: counts.storedEvents, duplicateEvents: counts.duplicateEvents };
  }

  async probe(file: SegmentFile): ReturnType<LoadTarget['probe']> {
    const { connection } = this.#options.scratch;
    const done = await this.#transaction.run(async () => {
      const staging = await stageFiles(connection, [file], 0);
      if (staging.outcome === 'unreadable') return staging;
      await insertStaged(connection, staging, 'store', {
        hashes: new LoadHashes(),
        seen: this.#ids,
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

  /** Writes the rows of all loads of the attempt to ClickHouse, the tables beside each other. */
  async writeRows(attempt: number): Promise<void> {
    const { scratch, client, folder } = this.#options;
    const { connection } = scratch;
    const files = new Map<TableName, string>();
    const fileOf = (table: TableName): string => join(folder, `${table}.parquet`);
    for (const table of copiedTables.filter((name) => !KEPT.includes(name))) {
      const rows = await writeParquet(connection, table, `store.${table}`, attempt, fileOf(table));
      if (rows > 0) files.set(table, fileOf(table));
    }
    // Ids without a time are those that ClickHouse has told of.
    const sourceOf = (table: string): string =>
      table === 'erased_ids' ? '(SELECT * FROM store.erased_ids WHERE received IS NOT NULL)' : `store.${table}`;
    const ids = await writeSeenIds(connection, sourceOf, attempt, fileOf('seen'));
    if (ids > 0) files.set('seen', fileOf('seen'));
    const written = await Promise.allSettled(
      [...files].map(async ([table, file]) => {
        await client.insertFile(table, file);
        failPoint('attempt.table_written');
      }),
    );
    // None is under way any more when the attempt is given up.
    for (const insert of written) if (insert.status === 'rejected') throw insert.reason;
    failPoint('attempt.rows_written');
  }

  /** Whether records of the attempt take something away; they stand in `attempt_erasures` and `attempt_expiries`. */
  get hasRemovals(): boolean {
    return this.#hasRemovals;
  }

  /** To be called when the attempt counts. */
  committed({ attempt, loaders }: LoadAttempt): void {
    this.#known = this.#hasRemovals ? undefined : { previous: attempt, loaders };
  }

  /** To be called when it does not: what was remembered of its rows is wrong. */
  givenUp(): void {
    this.#known = undefined;
  }

  /** What the attempt adds to the totals of the store. */
  get counters(): StoreCounters {
    return this.#added;
  }

  takeDurable(): readonly SegmentRef[] {
    return [];
  }

  async idle(): Promise<void> {}

  async #store(segments: readonly SegmentToLoad[], hashes: LoadHashes, links: LoadLinks) {
    const { connection } = this.#options.scratch;
    const logTag = Number.parseInt(segments[0]?.logId.slice(0, 8) ?? '0', 16);
    let counts: StoreCounters = noCounts;
    const [ledger, removals] = [new LoadLedger(), new LoadRemovals()];
    const notes = { hashes, seen: this.#ids, ledger, links, removals };
    for (const files of roundsOf(segments)) {
      const staging = await stageFiles(connection, files, logTag);
      if (staging.outcome === 'unreadable') return staging;
      const kinds = [...staging.stages.keys()];
      const stages = kinds.filter(({ hasIds, recordKind }) => hasIds || recordKind === 'replay');
      await this.#ids.lookUp(
        connection,
        stages.map(({ stage }) => stage),
      );
      const isReached = await this.#tombstones.mayReach(connection, kinds, logTag);
      const marked = isReached ? await this.#tombstones.mark(connection, kinds) : noneMarked;
      counts = addCounts(counts, await insertStaged(connection, withoutMarked(staging, marked), 'store', notes));
    }
    for (const segment of segments) {
      counts = addCounts(counts, await insertLost(connection, segment, logTag, 'store', ledger));
    }
    await ledger.insert(connection, 'store');
    const hasRemovals = !removals.isEmpty;
    if (hasRemovals) await removals.moveTo(connection, { erasures: 'attempt_erasures', expiries: 'attempt_expiries' });
    counts = addCounts(counts, { unbalancedItems: ledger.unbalancedItems });
    return { outcome: 'stored' as const, counts, hasRemovals };
  }
}

const nameOf = ({ logId, number }: SegmentRef): string => `${logId}/${number}`;

/** As the control plane keeps it. */
export const loadedLog = ({ logId, upTo, skipped }: LogPosition, segmentEnd: unknown): LoadedLog => ({
  logId,
  upTo,
  skipped,
  segmentEnd,
});
