import type { Worker } from 'node:worker_threads';
import { ControlUnavailable } from '../control-errors.ts';
import type { ControlState } from '../control-state.ts';
import { KnownDevices } from './known-devices.ts';
import { type Call, carryError, type FromWorker, type Reply, reviveError, type ToWorker } from './worker-messages.ts';

const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 5_000;
const MAX_PENDING = 20_000;

export interface WorkerLinkOptions {
  /** `mustExist` is set once the database has been open, so that a restart never begins anew. */
  readonly startWorker: (mustExist: boolean) => Worker;
  readonly mustExist: boolean;
  /** The worker is started by `start`; calls before that are refused. */
  readonly isDeferred?: boolean;
  /** A call unanswered for this long means that the worker hangs. */
  readonly stuckAfterMs: number;
  readonly onState: (state: ControlState) => void;
}

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly sentAtMs: number;
}

/** Carries calls to the worker thread and back, and replaces a worker that died or hangs. */
export class WorkerLink {
  readonly #options: WorkerLinkOptions;
  readonly #pending = new Map<number, PendingCall>();
  readonly #watchdog: NodeJS.Timeout;
  #worker: Worker | undefined;
  #outbox: Call[] = [];
  #nextId = 1;
  #mustExist: boolean;
  #isStarted = false;
  #isOpen = false;
  #isClosing = false;
  #restartMs = FIRST_RESTART_MS;
  #restartTimer: NodeJS.Timeout | undefined;
  #onIdle: (() => void) | undefined;
  #knownDevices: KnownDevices | undefined;

  constructor(options: WorkerLinkOptions) {
    this.#options = options;
    this.#mustExist = options.mustExist;
    this.#watchdog = setInterval(() => this.#checkStuck(), Math.max(10, options.stuckAfterMs / 4)).unref();
    if (options.isDeferred !== true) this.#start();
  }

  /** Of a deferred link. */
  start(mustExist: boolean): void {
    this.#mustExist = mustExist;
    this.#start();
  }

  call(name: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#isClosing) return Promise.reject(new ControlUnavailable('The control database is being closed.'));
    if (this.#worker === undefined) {
      const why = this.#isStarted ? 'being restarted' : 'not open yet';
      return Promise.reject(new ControlUnavailable(`The control database is ${why}.`));
    }
    if (this.#pending.size >= MAX_PENDING) {
      return Promise.reject(new ControlUnavailable('The control database cannot keep up.'));
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, sentAtMs: performance.now() });
      if (this.#outbox.push({ id, name, args }) === 1) queueMicrotask(() => this.#flush());
    });
  }

  /** False only for a device that the database certainly does not hold. */
  mayHoldDevice(environmentId: string, deviceId: string): boolean {
    return this.#knownDevices?.mayHold(environmentId, deviceId) ?? true;
  }

  /** Lets what is under way finish, within the time after which a worker counts as hanging. */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    clearTimeout(this.#restartTimer);
    if (this.#pending.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    clearInterval(this.#watchdog);
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const deadline = setTimeout(() => worker.terminate(), this.#options.stuckAfterMs);
    worker.postMessage({ close: true } satisfies ToWorker);
    await exited;
    clearTimeout(deadline);
  }

  #start(): void {
    const worker = this.#options.startWorker(this.#mustExist);
    this.#worker = worker;
    this.#isStarted = true;
    this.#isOpen = false;
    worker.on('message', (message: FromWorker) => {
      if (worker === this.#worker) this.#receive(message);
    });
    worker.on('error', (error) => this.#lose(worker, `its thread failed: ${error.message}`));
    worker.on('exit', (code) => this.#lose(worker, `its thread ended (${code})`));
  }

  #flush(): void {
    const calls = this.#outbox;
    this.#outbox = [];
    try {
      this.#worker?.postMessage({ calls } satisfies ToWorker);
    } catch (error) {
      // An argument that cannot cross threads: a mistake of the caller's, never a reason to leave calls hanging.
      for (const { id } of calls) this.#settle({ id, error: carryError(error) });
    }
  }

  #receive(message: FromWorker): void {
    if ('replies' in message) {
      for (const reply of message.replies) this.#settle(reply);
      return;
    }
    if (message.state === 'open') {
      this.#isOpen = true;
      this.#mustExist = true;
      this.#restartMs = FIRST_RESTART_MS;
      this.#knownDevices = new KnownDevices(message.knownDevices);
      this.#options.onState({ isAvailable: true, isNew: message.isNew });
    } else {
      this.#isOpen = false;
      this.#knownDevices = undefined;
      this.#options.onState({ isAvailable: false, reason: message.reason });
    }
  }

  #settle(reply: Reply): void {
    const call = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('error' in reply) call?.reject(reviveError(reply.error));
    else call?.resolve(reply.result);
    if (this.#pending.size === 0) this.#onIdle?.();
  }

  #lose(worker: Worker, reason: string): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#knownDevices = undefined;
    this.#outbox = [];
    this.#rejectPending(() => true, reason);
    if (this.#isClosing) return;
    this.#options.onState({ isAvailable: false, reason });
    this.#restartTimer = setTimeout(() => this.#start(), this.#restartMs);
    this.#restartMs = Math.min(this.#restartMs * 2, MAX_RESTART_MS);
  }

  /** While the database is being opened, and perhaps migrated, callers are let go but the worker is left in peace. */
  #checkStuck(): void {
    const before = performance.now() - this.#options.stuckAfterMs;
    const oldest = this.#pending.values().next().value;
    if (oldest === undefined || oldest.sentAtMs > before) return;
    const worker = this.#worker;
    if (!this.#isOpen || worker === undefined) {
      this.#rejectPending((call) => call.sentAtMs <= before, 'it did not open in time');
      return;
    }
    this.#lose(worker, 'its thread is not responding');
    // A thread inside a system call ends when that returns; nobody waits for it.
    void worker.terminate();
  }

  #rejectPending(isLost: (call: PendingCall) => boolean, reason: string): void {
    const error = new ControlUnavailable(`The control database cannot be reached: ${reason}.`);
    for (const [id, call] of this.#pending) {
      if (!isLost(call)) continue;
      this.#pending.delete(id);
      call.reject(error);
    }
    if (this.#pending.size === 0) this.#onIdle?.();
  }
}
