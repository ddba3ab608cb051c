import type { Pool, PoolClient } from 'pg';
import { ControlUnavailable, LeaseLost } from '../control-errors.ts';
import { isInForce } from '../leases/lease-statements.ts';
import type { Fence } from '../leases/lease-store.ts';
import { NEEDS_WRITE, type Operation } from '../operation.ts';
import type { Db } from '../sql/db.ts';
import { PostgresDb } from './postgres-db.ts';
import { failureOf, isConflict } from './postgres-failure.ts';

const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/**
 * Operations check first and write then, as if they were alone: PostgreSQL sees to it that it looks like that.
 * The lock is taken before the snapshot, so that a transaction that waited for it sees what was committed meanwhile.
 */
const LEVELS = { serial: 'SERIALIZABLE', snapshot: 'REPEATABLE READ' } as const;
const BESIDE_OTHERS = 'LOCK TABLE write_turn IN ROW SHARE MODE';
const ALONE = 'LOCK TABLE write_turn IN EXCLUSIVE MODE';
const ATTEMPTS_BESIDE_OTHERS = 2;
const MAX_ATTEMPTS = 6;

export interface RunnerPorts {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly pool: Pool;
  /** See Db.scrub. */
  readonly scrub: () => Promise<boolean>;
}

/** Runs operations on connections of a pool, each in a transaction of its own, again where two have met. */
export class OperationRunner {
  readonly #ports: RunnerPorts;

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
  }

  async run(name: string, args: readonly unknown[], fence?: Fence): Promise<unknown> {
    const { operations } = this.#ports;
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (operation === undefined) throw new Error(`There is no operation "${name}".`);
    const { read, write, isolation = 'serial', isReadSingle = false } = operation;
    if (read !== undefined) {
      const run = (db: Db) => read(db, ...(args as never[]));
      const result = await this.#withClient((client) =>
        isReadSingle ? run(this.#dbOn(client)) : this.#inTransaction(client, READ, run),
      );
      if (result !== NEEDS_WRITE) return result;
    }
    if (write === undefined) throw new Error(`"${name}" cannot write.`);
    return await this.#write(LEVELS[isolation], async (db) => {
      if (fence !== undefined && !(await isInForce(db, fence))) throw new LeaseLost(fence.name);
      return await write(db, ...(args as never[]));
    });
  }

  /** First beside everybody else. Whoever met others twice is alone the next time, so that nobody tries for ever. */
  async #write<Result>(level: string, run: (db: Db) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const lock = attempt <= ATTEMPTS_BESIDE_OTHERS ? BESIDE_OTHERS : ALONE;
        const begin = `BEGIN ISOLATION LEVEL ${level}; ${lock}`;
        return await this.#withClient((client) => this.#inTransaction(client, begin, run));
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (attempt < MAX_ATTEMPTS) continue;
        throw new ControlUnavailable('Too many changes at once; try again.', { cause: error });
      }
    }
  }

  async #inTransaction<Result>(client: PoolClient, begin: string, run: (db: Db) => Promise<Result>): Promise<Result> {
    await query(client, begin);
    try {
      const result = await run(this.#dbOn(client));
      await query(client, 'COMMIT');
      return result;
    } catch (error) {
      if (!isOutage(error)) await query(client, 'ROLLBACK');
      throw error;
    }
  }

  #dbOn(client: PoolClient): Db {
    return new PostgresDb(client, this.#ports.scrub);
  }

  /** A connection that an outage has left in an unknown state is not used again. */
  async #withClient<Result>(use: (client: PoolClient) => Promise<Result>): Promise<Result> {
    let client: PoolClient;
    try {
      client = await this.#ports.pool.connect();
    } catch (error) {
      throw failureOf(error);
    }
    try {
      const result = await use(client);
      client.release();
      return result;
    } catch (error) {
      client.release(isOutage(error));
      throw error;
    }
  }
}

/** After which nobody knows what the connection is good for. */
const isOutage = (error: unknown): boolean => error instanceof ControlUnavailable && !(error instanceof LeaseLost);

async function query(client: PoolClient, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw failureOf(error);
  }
}
