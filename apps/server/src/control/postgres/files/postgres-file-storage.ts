import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { checkedContent } from '../../../engines/file-storage/checked-content.ts';
import {
  type FileStorage,
  FileStorageUnavailable,
  type StoredFile,
} from '../../../engines/file-storage/file-storage.ts';
import { describeLocalFile, partsOf } from '../../../engines/file-storage/local-file.ts';
import { ControlUnavailable } from '../../control-errors.ts';
import { connectionOf } from '../connection-of.ts';
import { failureOf, isConflict, reasonOf, sqlState } from '../postgres-failure.ts';

export interface PostgresFileStorageOptions {
  readonly url: string;
  readonly poolSize?: number;
}

const CHUNK_BYTES = 256 * 1024;
const MAX_ATTEMPTS = 5;
const UNDEFINED_TABLE = '42P01';

const FIND = `SELECT name, bytes::float8 AS bytes, extract(epoch FROM stored_at) * 1000 AS "storedAtMs"
  FROM stored_files`;

interface FileRow {
  readonly id: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Files as rows, in chunks. One is written in one transaction, so that nobody sees half of it; it is read chunk by chunk
 * without a transaction, and one that is replaced meanwhile has no next chunk.
 */
export class PostgresFileStorage implements FileStorage {
  readonly #options: PostgresFileStorageOptions;
  #pool: Promise<Pool> | undefined;

  constructor(options: PostgresFileStorageOptions) {
    this.#options = options;
  }

  async put(name: string, path: string): Promise<void> {
    const { bytes, sha256 } = await describeLocalFile(path);
    await this.#inTransaction(async (client) => {
      await client.query('DELETE FROM stored_files WHERE name = $1', [name]);
      const { rows } = await client.query<{ id: string }>(
        'INSERT INTO stored_files (name, sha256, bytes) VALUES ($1, $2, $3) RETURNING id',
        [name, sha256, bytes],
      );
      let position = 0;
      for await (const { content } of partsOf(path, CHUNK_BYTES)) {
        const values = [rows[0]?.id, position, content];
        await client.query('INSERT INTO stored_file_chunks (file_id, position, content) VALUES ($1, $2, $3)', values);
        position += 1;
      }
    });
  }

  async read(name: string): Promise<AsyncIterable<Buffer> | undefined> {
    const [file] = await this.#rows<FileRow>(
      'SELECT id, sha256, bytes::float8 AS bytes FROM stored_files WHERE name = $1',
      [name],
    );
    return file === undefined ? undefined : checkedContent(name, file.sha256, this.#chunksOf(name, file));
  }

  async find(name: string): Promise<StoredFile | undefined> {
    const [found] = await this.#rows<StoredFileRow>(`${FIND} WHERE name = $1`, [name]);
    return found === undefined ? undefined : storedFile(found);
  }

  async list(prefix: string): Promise<readonly StoredFile[]> {
    return (await this.#rows<StoredFileRow>(`${FIND} WHERE starts_with(name, $1) ORDER BY name`, [prefix])).map(
      storedFile,
    );
  }

  async remove(name: string): Promise<void> {
    await this.#rows('DELETE FROM stored_files WHERE name = $1', [name]);
  }

  async close(): Promise<void> {
    await (await this.#pool)?.end();
  }

  async *#chunksOf(name: string, { id, bytes }: FileRow): AsyncGenerator<Buffer> {
    let read = 0;
    for (let position = 0; read < bytes; position += 1) {
      const [chunk] = await this.#rows<{ content: Buffer }>(
        'SELECT content FROM stored_file_chunks WHERE file_id = $1 AND position = $2',
        [id, position],
      );
      if (chunk === undefined) throw new FileStorageUnavailable(`${name} was replaced or removed while it was read.`);
      read += chunk.content.length;
      yield chunk.content;
    }
  }

  async #rows<Row extends QueryResultRow>(sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
    try {
      return (await (await this.#connected()).query<Row>(sql, [...values])).rows;
    } catch (error) {
      throw unavailability(error);
    }
  }

  /** Again where another edge has put the same name at the same time. */
  async #inTransaction(run: (client: PoolClient) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(run);
      } catch (error) {
        if (!isConflict(error) || attempt >= MAX_ATTEMPTS) throw unavailability(error);
      }
    }
  }

  async #once(run: (client: PoolClient) => Promise<void>): Promise<void> {
    const client = await (await this.#connected()).connect();
    // One that breaks fails the statement under way as well; an event that nobody hears would end the process.
    client.on('error', ignored);
    let failure: unknown;
    try {
      await client.query('BEGIN');
      await run(client);
      await client.query('COMMIT');
    } catch (error) {
      failure = error;
      // If the connection is what failed, the server rolls back by itself; the first error is the one to report.
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.off('error', ignored);
      // What an outage has left in an unknown state is not used again.
      client.release(failure !== undefined);
    }
  }

  /** The driver is loaded here and not before. */
  async #connected(): Promise<Pool> {
    this.#pool ??= import('pg').then(({ default: pg }) => {
      const pool = new pg.Pool({
        ...connectionOf(this.#options.url),
        max: this.#options.poolSize ?? 4,
        idleTimeoutMillis: 10_000,
        statement_timeout: 10_000,
        query_timeout: 12_000,
        idle_in_transaction_session_timeout: 10_000,
      });
      // An idle connection that breaks has left the pool already.
      pool.on('error', () => undefined);
      return pool;
    });
    return await this.#pool;
  }
}

const ignored = (): void => undefined;

type StoredFileRow = { readonly name: string; readonly bytes: number; readonly storedAtMs: string | number };

const storedFile = ({ name, bytes, storedAtMs }: StoredFileRow): StoredFile => ({
  name,
  bytes,
  storedAtMs: Math.round(Number(storedAtMs)),
});

/** Faults of files on this machine stay what they are. */
function unavailability(error: unknown): unknown {
  if (error instanceof FileStorageUnavailable || isFileFault(error)) return error;
  const isOurs =
    sqlState(error) === UNDEFINED_TABLE || isConflict(error) || failureOf(error) instanceof ControlUnavailable;
  if (!isOurs) return error;
  return new FileStorageUnavailable(`The files in PostgreSQL cannot be reached: ${reasonOf(error)}.`, { cause: error });
}

const isFileFault = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  ['open', 'read', 'close'].includes(String(error.syscall)) &&
  'path' in error;
