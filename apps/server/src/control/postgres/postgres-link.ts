import type { Client, Notification, Pool, PoolClient } from 'pg';
import type { ChangeElsewhere } from '../change-elsewhere.ts';
import { ControlUnavailable, DatabaseRefused } from '../control-errors.ts';
import type { ControlState } from '../control-state.ts';
import type { Fence } from '../leases/lease-store.ts';
import type { Operation } from '../operation.ts';
import { connectionOf } from './connection-of.ts';
import { DatabaseWatch } from './database-watch.ts';
import { endConnection } from './end-connection.ts';
import { migratePostgres, type PostgresMigration } from './migrate-postgres.ts';
import { edgeChannel, readNotification } from './notifications.ts';
import { OperationRunner } from './operation-runner.ts';
import { ConnectionLost, failureOf } from './postgres-failure.ts';

const MAX_PENDING = 20_000;

export interface PostgresLinkOptions {
  readonly url: string;
  /** Connections for operations; one more listens. */
  readonly poolSize: number;
  readonly migrations: readonly PostgresMigration[];
  readonly operations: Readonly<Record<string, Operation>>;
  readonly readRevision: string;
  /** Removes what was deleted from where it still lies; runs outside of a transaction. */
  readonly scrubStatements: readonly string[];
  readonly watchEveryMs?: number;
  readonly onState: (state: ControlState) => void;
  /** The revision has moved on. */
  readonly onChanged: () => void;
  /** Told of what others have changed; what this process has changed, it knows. */
  readonly onChangeElsewhere: (change: ChangeElsewhere) => void;
}

/** Carries calls to PostgreSQL. While it cannot be reached, calls are refused at once, and it is tried every second. */
export class PostgresLink {
  readonly #options: PostgresLinkOptions;
  readonly #pending = new Set<(error: Error) => void>();
  /** Of the server, by which notifications are told apart. */
  readonly #ownProcesses = new Set<number>();
  #pool: Pool | undefined;
  #runner: OperationRunner | undefined;
  #watch: DatabaseWatch | undefined;
  #reason = 'not open yet';
  #isOpen = false;
  #isClosing = false;

  constructor(options: PostgresLinkOptions) {
    this.#options = options;
  }

  /** The driver is loaded here and not before. */
  async start(): Promise<void> {
    const { default: pg } = await import('pg');
    const { url, poolSize, operations, migrations, onChanged, readRevision } = this.#options;
    const connection = connectionOf(url);
    const pool = new pg.Pool({
      ...connection,
      max: poolSize,
      idleTimeoutMillis: 30_000,
      statement_timeout: 10_000,
      // An edge that was stopped in the middle of a transaction must not hold its locks.
      idle_in_transaction_session_timeout: 10_000,
    });
    // An idle connection that breaks has left the pool already; the watch says whether the database is gone.
    pool.on('error', () => this.#watch?.check());
    pool.on('connect', (client) => {
      this.#ownProcesses.add(processOf(client));
      // A connection that breaks during a query rejects the query and also emits this; unhandled it ends the process.
      client.on('error', () => this.#watch?.check());
    });
    pool.on('remove', (client) => this.#ownProcesses.delete(processOf(client)));
    this.#pool = pool;
    this.#runner = new OperationRunner({ pool, operations, scrub: () => this.#scrub() });
    this.#watch = new DatabaseWatch({
      newClient: () => new pg.Client(connection),
      prepare: (client) => migratePostgres(client, migrations),
      channel: edgeChannel,
      onNotified: (notification) => this.#hear(notification),
      readRevision,
      everyMs: this.#options.watchEveryMs ?? 1_000,
      onOpen: (isNew) => this.#open(isNew),
      onLost: (error) => this.#lose(error),
      onChanged,
    });
    this.#watch.start();
  }

  async call(name: string, args: readonly unknown[], fence?: Fence): Promise<unknown> {
    if (this.#isClosing) throw new ControlUnavailable('The control database is being closed.');
    const runner = this.#runner;
    if (!this.#isOpen || runner === undefined)
      throw new ControlUnavailable(`The control database cannot be reached: ${this.#reason}.`);
    if (this.#pending.size >= MAX_PENDING) throw new ControlUnavailable('The control database cannot keep up.');
    let refuse: (error: Error) => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      refuse = reject;
    });
    this.#pending.add(refuse);
    try {
      return await Promise.race([runner.run(name, args, fence), lost]);
    } catch (error) {
      if (error instanceof ConnectionLost) this.#watch?.check();
      throw error;
    } finally {
      this.#pending.delete(refuse);
    }
  }

  /** A connection of its own, for what reads for a long time. */
  async withClient<Result>(use: (client: Client) => Promise<Result>): Promise<Result> {
    const { default: pg } = await import('pg');
    const client = new pg.Client(connectionOf(this.#options.url));
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await use(client);
    } catch (error) {
      throw failureOf(error);
    } finally {
      await endConnection(client);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    await this.#watch?.stop();
    await this.#pool?.end();
  }

  #hear({ payload = '', processId }: Notification): void {
    const change = readNotification(payload);
    if (change === undefined) this.#options.onChanged();
    else if (!this.#ownProcesses.has(processId)) this.#options.onChangeElsewhere(change);
  }

  #open(isNew: boolean): void {
    this.#isOpen = true;
    this.#options.onChangeElsewhere({ kind: 'everything' });
    this.#options.onState({ isAvailable: true, isNew });
  }

  #lose(error: Error): void {
    this.#isOpen = false;
    this.#reason = error.message;
    const isRefused = error instanceof DatabaseRefused;
    this.#options.onState({ isAvailable: false, reason: error.message, ...(isRefused ? { refused: error } : {}) });
    const unavailable = new ControlUnavailable(`The control database cannot be reached: ${error.message}.`);
    for (const refuse of this.#pending) refuse(unavailable);
  }

  /** False when somebody else holds one of the tables. */
  async #scrub(): Promise<boolean> {
    try {
      for (const sql of this.#options.scrubStatements) await this.#pool?.query(sql);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      if (failure instanceof ControlUnavailable) return false;
      throw failure;
    }
  }
}

/** The types of the driver do not say that a connected client knows it. */
const processOf = (client: PoolClient): number => (client as unknown as { readonly processID: number }).processID;
