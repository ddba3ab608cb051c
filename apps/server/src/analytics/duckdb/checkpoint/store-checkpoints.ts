import { setTimeout as pause } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { failPoint } from '../../../telemetry/fail-points.ts';
import type { DuckdbLoadTarget, StoreMoment } from '../loading/duckdb-load-target.ts';
import { isOutOfMemory } from '../store-errors.ts';
import { STORE_FORMAT, type TableName } from '../store-schema.ts';
import { type CheckpointFolder, partName } from './checkpoint-folder.ts';
import { type CheckpointManifest, type CheckpointPart, ManifestUnusable } from './checkpoint-manifest.ts';
import { growingTables, partShapeOf, wholeTables } from './checkpointed-tables.ts';
import { planParts } from './plan-parts.ts';
import { isHeld, type RowRange, writePart } from './write-part.ts';

/** How many are kept: should a part of the newest turn out damaged, the one before and later segments make up for it. */
const KEPT = 2;
/** After each part others have the disk to themselves for as long as it took, but at most this. */
const MAX_PAUSE_MS = 2_000;
/** A part of so few rows that fails for want of memory would fail with fewer too. */
const MIN_ROWS = 4_096;

export interface CheckpointOptions {
  /** Older ones hold rows that must not be kept any longer. */
  readonly isOnlyOneKept?: boolean;
}

interface Extent {
  readonly rows: number;
  /** Behind the number of the last row. */
  readonly end: number;
}

interface Beginning extends Pick<StoreMoment, 'positions' | 'totals'> {
  readonly id: number;
  readonly createdAtMs: number;
  readonly extents: ReadonlyMap<TableName, Extent>;
  readonly whole: readonly CheckpointPart[];
}

/**
 * Writes what the store holds beside it, so that the store can be built again without the segments it came from.
 * Rows are copied while loading goes on: they never change, so the moment at which the counting was done decides.
 */
export class StoreCheckpoints {
  readonly #folder: CheckpointFolder;
  readonly #target: DuckdbLoadTarget;
  readonly #connect: () => Promise<DuckDBConnection>;
  readonly #onNotice: (message: string) => void;
  #writing: DuckDBConnection | undefined;
  #isAborted = false;

  constructor(parts: {
    readonly folder: CheckpointFolder;
    readonly target: DuckdbLoadTarget;
    readonly connect: () => Promise<DuckDBConnection>;
    readonly onNotice: (message: string) => void;
  }) {
    this.#folder = parts.folder;
    this.#target = parts.target;
    this.#connect = parts.connect;
    this.#onNotice = parts.onNotice;
  }

  /** Readable ones, newest first. */
  async list(): Promise<readonly CheckpointManifest[]> {
    const manifests: CheckpointManifest[] = [];
    for (const id of await this.#folder.ids()) {
      try {
        manifests.push(await this.#folder.read(id));
      } catch (error) {
        if (!(error instanceof ManifestUnusable)) throw error;
        this.#onNotice(`Checkpoint ${id} cannot be used: ${error.message}`);
      }
    }
    return manifests;
  }

  /** Ends what is being written, and everything after. */
  abort(): void {
    this.#isAborted = true;
    this.#writing?.interrupt();
  }

  /** Everything that is loaded when it is called is in it, and nothing that has been removed. */
  async write({ isOnlyOneKept = false }: CheckpointOptions = {}): Promise<CheckpointManifest> {
    await this.#folder.create();
    const known = await this.list();
    await this.#folder.keepOnly(known);
    const connection = await this.#connect();
    this.#writing = connection;
    try {
      const manifest = await this.#target.withFixedRows(() => this.#copy(connection, known[0]?.parts ?? []));
      failPoint('checkpoint.verified');
      await this.#folder.commit(manifest);
      failPoint('checkpoint.renamed');
      await this.#folder.keepOnly([manifest, ...known].slice(0, isOnlyOneKept ? 1 : KEPT));
      failPoint('checkpoint.cleared');
      return manifest;
    } finally {
      this.#writing = undefined;
      connection.closeSync();
    }
  }

  async #copy(connection: DuckDBConnection, before: readonly CheckpointPart[]): Promise<CheckpointManifest> {
    const beginning = await this.#target.atMoment((moment) => this.#begin(moment));
    const parts = [...(await this.#growingParts(connection, beginning, before)), ...beginning.whole];
    const { id, createdAtMs, positions, totals } = beginning;
    const { lastLoad, counters } = totals;
    return { id, createdAtMs, storeFormat: STORE_FORMAT, positions, lastLoad, counters, parts };
  }

  /** What must be of one moment: positions, numbers of rows, and tables that do not only grow. */
  async #begin({ positions, totals, connection }: StoreMoment): Promise<Beginning> {
    const id = ((await this.#folder.ids())[0] ?? 0) + 1;
    const extents = new Map<TableName, Extent>();
    for (const table of growingTables) extents.set(table, await extentOf(connection, table));
    const whole: CheckpointPart[] = [];
    for (const table of wholeTables) {
      const { end } = await extentOf(connection, table);
      if (end === 0) continue;
      whole.push(await writePart(connection, this.#folder, { table, first: 0, end }, partName(table, id, 1)));
    }
    return { id, createdAtMs: Date.now(), positions, totals, extents, whole };
  }

  async #growingParts(
    connection: DuckDBConnection,
    { id, extents }: Beginning,
    before: readonly CheckpointPart[],
  ): Promise<CheckpointPart[]> {
    const parts: CheckpointPart[] = [];
    for (const [table, { rows, end }] of extents) {
      const ofTable = before.filter((part) => part.table === table);
      const { maxRows } = partShapeOf(table);
      const plan = await planParts(table, ofTable, end, maxRows, (part) => isHeld(connection, part));
      const written: CheckpointPart[] = [];
      for (const range of plan.toWrite) await this.#writeRange(connection, range, id, written);
      const all = [...plan.kept, ...written].filter((part) => part.rows > 0);
      const copied = all.reduce((sum, part) => sum + part.rows, 0);
      // Fewer when something was erased meanwhile, which the log behind the positions repeats.
      if (copied > rows) throw new Error(`${copied} rows of ${table} were copied, but there were ${rows}`);
      parts.push(...all.sort((a, b) => a.firstRow - b.firstRow));
    }
    failPoint('checkpoint.written');
    return parts;
  }

  /** Adds a part to those that are written, or several smaller ones where one takes too much memory. */
  async #writeRange(
    connection: DuckDBConnection,
    range: RowRange,
    id: number,
    written: CheckpointPart[],
  ): Promise<void> {
    if (this.#isAborted) throw new Error('the store is being stopped');
    const startedAt = performance.now();
    try {
      written.push(await writePart(connection, this.#folder, range, partName(range.table, id, written.length + 1)));
    } catch (error) {
      const rows = range.end - range.first;
      if (!isOutOfMemory(error) || rows <= MIN_ROWS) throw error;
      const middle = range.first + Math.ceil(rows / 2);
      await this.#writeRange(connection, { ...range, end: middle }, id, written);
      await this.#writeRange(connection, { ...range, first: middle }, id, written);
    }
    await pause(Math.min(performance.now() - startedAt, MAX_PAUSE_MS));
  }
}

async function extentOf(connection: DuckDBConnection, table: TableName): Promise<Extent> {
  const result = await connection.run(`SELECT count(*), coalesce(max(rowid) + 1, 0) FROM store.${table}`);
  const [rows = 0, end = 0] = ((await result.getRowsJS())[0] ?? []).map(Number);
  return { rows, end };
}
