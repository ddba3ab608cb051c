import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import type { QueryLimits } from '../../../../analytics/duckdb/queries/query-limits.ts';
import { tooMuchMemory } from '../../../../analytics/duckdb/queries/query-watch.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';

const LOOK_EVERY_MS = 10;
const MEGABYTE = 1024 * 1024;
/**
 * DuckDB counts its tables and sorts, but neither the texts and lists that expressions make nor what some aggregates
 * gather.
 */
const MAX_UNCOUNTED_BYTES = 384 * MEGABYTE;
/** Of what is left. A median that is full moves to twice the memory before it can be interrupted. */
const UNCOUNTED_SHARE = 1 / 3;
/** What one expression may make of the rows that it is given at a time, 2,048 at most. */
const MAX_BYTES_AT_ONCE = 256 * MEGABYTE;
/** So long it may take until what was granted to an expression shows in what the process takes. */
const UNSEEN_MS = 100;
/** So much is made before the process is looked at again. */
const UNSEEN_BYTES = MEGABYTE;
/** What an answer shows at most; the rest of its rows is not even copied. */
const MAX_ANSWER_BYTES = 32 * MEGABYTE;

/** What the process takes, and how much of it DuckDB knows of. */
interface Memory {
  readonly rssBytes: number;
  readonly countedBytes: number;
}

/**
 * Keeps the memory of one statement within bounds. Its expressions ask before they make something long (see
 * guard-statement.ts), and what grows row by row is interrupted. Anyone who else works at the same time counts as well:
 * then the statement is told to come again later.
 */
export class MemoryWatch {
  static readonly #watches = new Map<number, MemoryWatch>();
  static #lastId = 0;
  /** What was granted to statements of late. */
  static #granted: readonly { readonly id: number; readonly bytes: number; readonly atMs: number }[] = [];

  /** Under which the expressions of the statement ask. */
  readonly id: number;
  readonly #connection: DuckDBConnection;
  /** For looking at what DuckDB counts while the statement runs. */
  readonly #looking: DuckDBConnection;
  readonly #isStopped: () => boolean;
  readonly #before: Memory;
  readonly #maxRssBytes: number;
  readonly #maxUncountedBytes: number;
  readonly #timer: NodeJS.Timeout;
  #look: Promise<void> | undefined;
  #unseenBytes = 0;
  #shownBytes = 0;
  /** Why the statement does not go on. */
  #end: Error | undefined;

  static async begin(connection: DuckDBConnection, limits: QueryLimits): Promise<MemoryWatch> {
    const looking = await limits.connect();
    const countedBytes = await countedIn(looking);
    const before = { rssBytes: process.memoryUsage.rss(), countedBytes };
    return new MemoryWatch(connection, looking, before, limits, await memoryLimitOf(connection));
  }

  /** The watch of a statement that is being run. */
  static of(id: number): MemoryWatch | undefined {
    return MemoryWatch.#watches.get(id);
  }

  private constructor(
    connection: DuckDBConnection,
    looking: DuckDBConnection,
    before: Memory,
    limits: QueryLimits,
    memoryLimitBytes: number,
  ) {
    this.id = ++MemoryWatch.#lastId;
    this.#connection = connection;
    this.#looking = looking;
    this.#isStopped = limits.isStopped;
    this.#before = before;
    this.#maxRssBytes = Math.min(before.rssBytes + memoryLimitBytes + MAX_UNCOUNTED_BYTES, limits.maxRssBytes);
    const leftBytes = limits.maxRssBytes - before.rssBytes;
    this.#maxUncountedBytes = Math.min(MAX_UNCOUNTED_BYTES, leftBytes * UNCOUNTED_SHARE);
    MemoryWatch.#watches.set(this.id, this);
    this.#timer = setInterval(() => {
      this.#look ??= this.#lookAtProcess().finally(() => {
        this.#look = undefined;
      });
    }, LOOK_EVERY_MS);
  }

  /** Whether an expression may make so many bytes now. */
  hasRoom(bytes: number): boolean {
    if (this.#end !== undefined || this.#isStopped()) return false;
    this.#unseenBytes += bytes;
    if (this.#unseenBytes < UNSEEN_BYTES) return true;
    this.#unseenBytes = 0;
    if (bytes > MAX_BYTES_AT_ONCE) this.#stop(tooLong());
    else if (process.memoryUsage.rss() + this.#grantedToOthers() + bytes > this.#maxRssBytes)
      this.#stop(tooMuchMemory());
    else MemoryWatch.#granted = [...MemoryWatch.#granted, { id: this.id, bytes, atMs: performance.now() }];
    return this.#end === undefined;
  }

  #grantedToOthers(): number {
    const since = performance.now() - UNSEEN_MS;
    MemoryWatch.#granted = MemoryWatch.#granted.filter(({ id, atMs }) => atMs > since && MemoryWatch.#watches.has(id));
    return MemoryWatch.#granted.reduce((sum, { id, bytes }) => (id === this.id ? sum : sum + bytes), 0);
  }

  /** Whether a row of so many bytes is still shown. One that is too long by itself is not left out without a word. */
  isShown(bytes: number): boolean {
    const isFirst = this.#shownBytes === 0;
    this.#shownBytes += bytes;
    const isTooLong = this.#shownBytes > MAX_ANSWER_BYTES;
    if (isTooLong && isFirst) {
      this.#stop(new QueryRejected(SQL_FIELD, `has a row of more than ${MAX_ANSWER_BYTES / MEGABYTE} MiB`));
    }
    return !isTooLong;
  }

  /** An answer of a statement that was refused something on the way is none, whatever the statement made of it. */
  throwIfExceeded(): void {
    if (this.#end !== undefined) throw this.#end;
  }

  /** The error to give when the statement ended in one. */
  reason(error: unknown): unknown {
    return this.#end ?? error;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    MemoryWatch.#watches.delete(this.id);
    await this.#look;
    this.#looking.closeSync();
  }

  async #lookAtProcess(): Promise<void> {
    if (this.#end !== undefined) return this.#stop(this.#end);
    const rssBytes = process.memoryUsage.rss();
    if (rssBytes > this.#maxRssBytes) return this.#stop(tooMuchMemory());
    const grownBytes = rssBytes - this.#before.rssBytes;
    if (grownBytes <= this.#maxUncountedBytes) return;
    const countedBytes = (await countedIn(this.#looking)) - this.#before.countedBytes;
    if (grownBytes - Math.max(0, countedBytes) > this.#maxUncountedBytes) this.#stop(tooMuchMemory());
  }

  /** Again at every look: an interruption stops the statement at hand only. */
  #stop(end: Error): void {
    this.#end ??= end;
    this.#connection.interrupt();
  }
}

async function countedIn(connection: DuckDBConnection): Promise<number> {
  const result = await connection.run('SELECT sum(memory_usage_bytes)::DOUBLE FROM duckdb_memory()');
  return Number((await result.getRowsJS())[0]?.[0] ?? 0);
}

async function memoryLimitOf(connection: DuckDBConnection): Promise<number> {
  const result = await connection.run("SELECT parse_formatted_bytes(current_setting('memory_limit'))");
  return Number((await result.getRowsJS())[0]?.[0]);
}

/** It would be the same at any other time. */
const tooLong = (): QueryRejected =>
  new QueryRejected(
    SQL_FIELD,
    `makes texts or lists that can be too long, of more than ${MAX_BYTES_AT_ONCE / MEGABYTE} MiB for 2,048 rows: shorten them first, or ask for fewer rows`,
  );
