import { parentPort, workerData } from 'node:worker_threads';
import { namedOperations } from '../../control/control-client.ts';
import { countDevices, fillKnownDevices } from '../../control/sqlite/known-device-statements.ts';
import { KnownDevices } from '../../control/sqlite/known-devices.ts';
import { type OpenedDatabase, openDatabase } from '../../control/sqlite/open-database.ts';
import { OperationQueue } from '../../control/sqlite/operation-queue.ts';
import { SqliteDb } from '../../control/sqlite/sqlite-db.ts';
import { unavailable } from '../../control/sqlite/sqlite-failure.ts';
import {
  type Call,
  carryError,
  type FromWorker,
  type ToWorker,
  type WorkerSettings,
} from '../../control/sqlite/worker-messages.ts';
import { watchEdgeRows } from '../../features/delivery/publishing/sqlite/watch-edge-rows.ts';
import { rememberingDevices } from '../../features/devices/remembering-devices.ts';
import { controlOperations } from './control-operations.ts';

/**
 * The thread that owns the control database. While the database cannot be opened it says why, refuses what it is
 * asked, and tries again; it never makes a new file where one is expected.
 */
class ControlWorker {
  readonly #settings: WorkerSettings;
  readonly #send: (message: FromWorker) => void;
  #mustExist: boolean;
  #opened: OpenedDatabase | undefined;
  #queue: OperationQueue | undefined;
  #waiting: Call[] = [];
  #reason: string | undefined;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: WorkerSettings, send: (message: FromWorker) => void) {
    this.#settings = settings;
    this.#mustExist = settings.mustExist;
    this.#send = send;
  }

  take(calls: readonly Call[]): void {
    if (this.#queue !== undefined) this.#queue.add(calls);
    else if (this.#reason !== undefined) this.#refuse(calls, this.#reason);
    else this.#waiting.push(...calls);
  }

  async open(): Promise<void> {
    try {
      const { path, busyTimeoutMs } = this.#settings;
      this.#opened = await openDatabase({
        path,
        busyTimeoutMs,
        mustExist: this.#mustExist,
        onOpened: watchEdgeRows,
      });
    } catch (error) {
      this.#becomeUnavailable(error);
      return;
    }
    const { database, isNew } = this.#opened;
    if (this.#isClosed) {
      database.close();
      return;
    }
    this.#mustExist = true;
    this.#reason = undefined;
    const db = new SqliteDb(database);
    const known = KnownDevices.forCount(await countDevices(db));
    const devices = rememberingDevices((environmentId, deviceId) => known.add(environmentId, deviceId));
    this.#queue = new OperationQueue({
      operations: namedOperations({ ...controlOperations({ isOnlyReader: true }), devices }),
      db,
      exec: (sql) => database.exec(sql),
      reply: (replies) => this.#send({ replies }),
      onBroken: (error) => this.#letGo(error),
    });
    this.#send({ state: 'open', isNew, knownDevices: known.buffer });
    const queue = this.#queue;
    // A failure shows itself to the next operation as well; the filter then never says "no".
    fillKnownDevices(db, known, () => this.#queue === queue).catch((error: unknown) => this.#letGo(error));
    this.#queue.add(this.#waiting.splice(0));
    this.#later(() => this.#watch());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#refuse(this.#waiting.splice(0), 'it is being closed');
    await this.#queue?.finish();
    this.#queue = undefined;
    this.#opened?.database.close();
    this.#opened = undefined;
  }

  /** A file that was removed or replaced under us would take every further write with it. */
  #watch(): void {
    if (this.#opened?.isInPlace() === false) this.#letGo(new Error('the file was removed or replaced'));
    else this.#later(() => this.#watch());
  }

  #letGo(error: unknown): void {
    const opened = this.#opened;
    this.#queue?.abandon(error);
    this.#queue = undefined;
    this.#opened = undefined;
    clearTimeout(this.#timer);
    try {
      opened?.database.close();
    } finally {
      this.#becomeUnavailable(error);
    }
  }

  #becomeUnavailable(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#reason = reason;
    this.#send({ state: 'unavailable', reason });
    this.#refuse(this.#waiting.splice(0), reason);
    if (!this.#isClosed) this.#later(() => this.open());
  }

  #later(run: () => void): void {
    this.#timer = setTimeout(run, this.#settings.retryMs);
  }

  #refuse(calls: readonly Call[], reason: string): void {
    if (calls.length === 0) return;
    const error = carryError(unavailable(new Error(reason)));
    this.#send({ replies: calls.map(({ id }) => ({ id, error })) });
  }
}

const port = parentPort;
if (port === null) throw new Error('control-worker runs as a worker thread only.');
const worker = new ControlWorker(workerData as WorkerSettings, (message) => port.postMessage(message));
port.on('message', async (message: ToWorker) => {
  if ('calls' in message) {
    worker.take(message.calls);
    return;
  }
  await worker.close();
  port.close();
});
void worker.open();
