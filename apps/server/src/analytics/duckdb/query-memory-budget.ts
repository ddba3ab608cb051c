import type { DuckDBConnection } from '@duckdb/node-api';
import { Mutex } from '../../engines/duckdb/mutex.ts';
import { releaseBuffers } from '../../engines/duckdb/release-buffers.ts';
import { tooMuchMemory } from './queries/query-watch.ts';
import { textOf } from './store-errors.ts';

export interface SpareMemoryOptions {
  /** What loading has for itself. */
  readonly memoryLimitMb: number;
  /** Memory in addition while a query borrows it. */
  readonly queryMemoryMb: number;
  /** So long it is kept when nobody has it any more: the next query finds what the one before has read. */
  readonly lingerMs: number;
  readonly onNotice: (message: string) => void;
}

/** More than queries take in the milliseconds for which it is there, and less than would end the process. */
const ROOM_MB = 512;
/** What queries may take of the room before they are ended: some of them cannot be at once. */
const TAKEN_ROOM_MB = ROOM_MB / 4;
const LOOK_EVERY_MS = 10;
/** A load holds its memory for seconds: only what lasts for longer is worth a notice. */
const TRIES_PER_NOTICE = 6;

/**
 * Memory that is there only while it is needed: for heavy queries, so that they do not take what the loader has, and
 * for a load that does not fit.
 */
export class QueryMemoryBudget {
  readonly #connection: DuckDBConnection;
  readonly #options: SpareMemoryOptions;
  readonly #turns = new Mutex();
  readonly #borrowers = new Set<AbortController>();
  /** Queries that borrow nothing. */
  readonly #light = new Set<AbortController>();
  #commits = 0;
  #isLooking = false;
  #lingering: NodeJS.Timeout | undefined;
  #limitMb: number;
  #failedTries = 0;
  #isClosed = false;

  constructor(connection: DuckDBConnection, options: SpareMemoryOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#limitMb = options.memoryLimitMb;
  }

  /** The signal says that the memory is needed for the end of a transaction: queries give way. */
  async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const borrower = new AbortController();
    this.#borrowers.add(borrower);
    clearTimeout(this.#lingering);
    try {
      await this.#turns.run(() => this.#adjust());
      return await work(borrower.signal);
    } finally {
      this.#borrowers.delete(borrower);
      if (this.#borrowers.size === 0) this.#giveBackSoon();
    }
  }

  /** For queries without memory of their own: while they run, commits get room too. */
  async track<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const query = new AbortController();
    this.#light.add(query);
    try {
      return await work(query.signal);
    } finally {
      this.#light.delete(query);
    }
  }

  /**
   * For what must not fail for want of memory, the end of a transaction: after a commit that fails nobody knows whether it
   * is durable. The memory limit is raised meanwhile: queries that spill to disk hold all memory there is. Queries that
   * fill the additional memory are ended, and so are those that still hold some of it afterwards.
   */
  async withRoom<T>(work: () => Promise<T>): Promise<T> {
    if (this.#borrowers.size + this.#light.size === 0) return await work();
    this.#commits++;
    const looks = setInterval(() => this.#look(), LOOK_EVERY_MS);
    try {
      await this.#turns.run(() => this.#makeRoom());
      return await work();
    } finally {
      clearInterval(looks);
      this.#commits--;
      await this.#turns.run(() => this.#adjust());
    }
  }

  /** Gives memory that DuckDB keeps for later back to the system; anyone who borrows some meanwhile has it afterwards. */
  async releaseBuffers(): Promise<void> {
    await this.#turns.run(() => releaseBuffers(this.#connection, `${this.#limitMb}MB`));
  }

  /**
   * To be called before the database is closed. Closing a connection on which a statement runs would end the process,
   * and queries that were given up still end: nothing is set after this.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#lingering);
    await this.#turns.run(async () => this.#connection.closeSync());
  }

  #giveBackSoon(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => void this.#turns.run(() => this.#adjust()), this.#options.lingerMs);
  }

  async #makeRoom(): Promise<void> {
    this.#limitMb = this.#wantedMb + ROOM_MB;
    await this.#connection.run(`SET GLOBAL memory_limit = '${this.#limitMb}MB'`);
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#turns
      .run(() => this.#defendRoom())
      .finally(() => {
        this.#isLooking = false;
      });
  }

  async #defendRoom(): Promise<void> {
    if (this.#isClosed || this.#commits === 0) return;
    const usedMb = await this.#usedMb().catch(() => Number.POSITIVE_INFINITY);
    if (usedMb > this.#wantedMb + TAKEN_ROOM_MB) this.#endQueries();
  }

  /** Without cached blocks of the file: DuckDB fills its memory with them and evicts them when it needs to. */
  async #usedMb(): Promise<number> {
    const used = await this.#connection.run(
      "SELECT sum(memory_usage_bytes)::DOUBLE FROM duckdb_memory() WHERE tag <> 'BASE_TABLE'",
    );
    const [[bytes] = []] = await used.getRowsJS();
    return Number(bytes ?? 0) / 1e6;
  }

  #endQueries(): void {
    for (const query of [...this.#borrowers, ...this.#light]) query.abort(tooMuchMemory());
  }

  get #wantedMb(): number {
    const { memoryLimitMb, queryMemoryMb } = this.#options;
    return memoryLimitMb + (this.#borrowers.size > 0 ? queryMemoryMb : 0);
  }

  async #adjust(): Promise<void> {
    // Anyone who commits lowers it afterwards.
    if (this.#isClosed || this.#commits > 0) return;
    const wantedMb = this.#wantedMb;
    if (wantedMb === this.#limitMb) return;
    try {
      await this.#connection.run(`SET GLOBAL memory_limit = '${wantedMb}MB'`);
      this.#limitMb = wantedMb;
      this.#failedTries = 0;
    } catch (error) {
      // Lowering fails while a load or a query holds more.
      this.#endQueries();
      if (this.#borrowers.size > 0) return;
      if (++this.#failedTries % TRIES_PER_NOTICE === 0)
        this.#options.onNotice(`Could not free the query memory: ${textOf(error)}`);
      this.#giveBackSoon();
    }
  }
}
