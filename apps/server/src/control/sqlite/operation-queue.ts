import { NEEDS_WRITE, type Operation } from '../operation.ts';
import type { Db } from '../sql/db.ts';
import { isConnectionBroken, isOutage, unavailable } from './sqlite-failure.ts';
import { type Call, carryError, type Reply } from './worker-messages.ts';

/** More writes than this in one transaction gain nothing and make everybody wait for the slowest. */
const MAX_WRITES_PER_COMMIT = 50;

export interface QueuePorts {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly db: Db;
  /** Runs one statement that returns nothing. */
  readonly exec: (sql: string) => void;
  readonly reply: (replies: readonly Reply[]) => void;
  /** Called once, after the replies, when the connection must not be used any more. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Runs calls on one connection, one after another. Reads are answered at once from what is committed; writes go into transactions
 * shared by everything that waits, each in a savepoint of its own, and are answered after the commit.
 */
export class OperationQueue {
  readonly #ports: QueuePorts;
  #arrived: Call[] = [];
  #writes: Call[] = [];
  #isScheduled = false;
  #running: Promise<void> | undefined;
  #isBroken = false;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
  }

  add(calls: readonly Call[]): void {
    this.#arrived.push(...calls);
    this.#schedule();
  }

  /** Does everything that waits. */
  async finish(): Promise<void> {
    await this.#running;
    do await this.#step();
    while (!this.#isBroken && this.#writes.length > 0);
  }

  /** Refuses everything that waits. */
  abandon(error: unknown): void {
    const waiting = [...this.#writes.splice(0), ...this.#arrived.splice(0)];
    if (waiting.length > 0) this.#ports.reply(waiting.map(({ id }) => failed(id, unavailable(error))));
  }

  /** After the loop has taken in what else has arrived: the longer a commit takes, the larger the next group. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#running = this.#step().then(() => {
        this.#isScheduled = false;
        if (this.#writes.length > 0 || this.#arrived.length > 0) this.#schedule();
      });
    });
  }

  async #step(): Promise<void> {
    const outages: unknown[] = [];
    await this.#runReads(outages);
    if (!outages.some(isConnectionBroken)) await this.#commitGroup(outages);
    const broken = outages.find(isConnectionBroken);
    if (broken === undefined || this.#isBroken) return;
    this.#isBroken = true;
    this.abandon(broken);
    this.#ports.onBroken(broken);
  }

  async #runReads(outages: unknown[]): Promise<void> {
    const replies: Reply[] = [];
    for (const call of this.#arrived.splice(0)) {
      try {
        const { read } = this.#operation(call);
        const result = read === undefined ? NEEDS_WRITE : await read(this.#ports.db, ...(call.args as never[]));
        if (result === NEEDS_WRITE) this.#writes.push(call);
        else replies.push({ id: call.id, result });
      } catch (error) {
        if (isOutage(error)) outages.push(error);
        replies.push(failed(call.id, error));
      }
    }
    if (replies.length > 0) this.#ports.reply(replies);
  }

  async #commitGroup(outages: unknown[]): Promise<void> {
    const group = this.#writes.splice(0, MAX_WRITES_PER_COMMIT);
    if (group.length === 0) return;
    let replies: Reply[];
    try {
      this.#ports.exec('BEGIN IMMEDIATE');
      replies = [];
      for (const call of group) replies.push(await this.#writeInSavepoint(call));
      this.#ports.exec('COMMIT');
    } catch (error) {
      outages.push(error);
      this.#rollBack(outages);
      replies = group.map(({ id }) => failed(id, isOutage(error) ? error : unavailable(error)));
    }
    this.#ports.reply(replies);
  }

  /** An operation that fails undoes itself alone; an outage is thrown on, because it takes the transaction with it. */
  async #writeInSavepoint(call: Call): Promise<Reply> {
    this.#ports.exec('SAVEPOINT operation');
    try {
      const { write } = this.#operation(call);
      if (write === undefined) throw new Error(`"${call.name}" cannot write.`);
      const result = await write(this.#ports.db, ...(call.args as never[]));
      this.#ports.exec('RELEASE operation');
      return { id: call.id, result };
    } catch (error) {
      if (isOutage(error)) throw error;
      this.#ports.exec('ROLLBACK TO operation');
      this.#ports.exec('RELEASE operation');
      return failed(call.id, error);
    }
  }

  #rollBack(outages: unknown[]): void {
    try {
      this.#ports.exec('ROLLBACK');
    } catch (error) {
      // Expected when BEGIN failed or SQLite has rolled back by itself; if not, the next BEGIN says so.
      outages.push(error);
    }
  }

  #operation(call: Call): Operation {
    const operation = Object.hasOwn(this.#ports.operations, call.name) ? this.#ports.operations[call.name] : undefined;
    if (operation === undefined) throw new Error(`There is no operation "${call.name}".`);
    return operation;
  }
}

function failed(id: number, error: unknown): Reply {
  return { id, error: carryError(isOutage(error) ? unavailable(error) : error) };
}
