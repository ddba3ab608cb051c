import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { compiledEntry } from '../../engines/compiled-entry.ts';
import {
  type AnalyticsStore,
  type QueryOptions,
  QueryRejected,
  QueryTooHeavy,
  StoreUnavailable,
  unavailability,
} from '../analytics-store.ts';
import type { SentUpTo } from '../live/fresh-events.ts';
import { storedUpToQuery } from '../live/fresh-events.ts';
import type { FreshRows, LiveEvents, LiveWatch } from '../live/live-events.ts';
import { noCounts } from '../no-counts.ts';
import type { QueryKind } from '../query.ts';
import type { CheckpointInfo, StoreMaintenance } from '../store-maintenance.ts';
import { Heartbeat } from './heartbeat.ts';
import {
  EXIT_RENEWED,
  type FromStore,
  STORE_URL_VARIABLE,
  type StoreCommand,
  type StoreLogLine,
  type StoreProcessSettings,
  type StoreProcessStatus,
  type ToStore,
} from './store-messages.ts';

/** Answers what the process asks of the control plane. */
export type AnswerStore = (method: string, args: readonly unknown[]) => Promise<unknown>;

export interface StoreProcessOptions extends Omit<StoreProcessSettings, 'isShared'> {
  /** Of a ClickHouse that edges share; DuckDB in the store's folder when absent. */
  readonly clickhouseUrl?: string | undefined;
  readonly onLog: (line: StoreLogLine) => void;
  /** Added to this process's environment for the child. */
  readonly env?: Readonly<Record<string, string>>;
  readonly silence?: { readonly stalledAfterMs: number; readonly lostAfterMs: number };
}

type LoadedListener = (segment: { readonly logId: string; readonly number: number }) => void;

interface Waiting {
  /** Commands may take as long as they need; a query is given up when the process stalls. */
  readonly isQuery: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** To be called when the answer is here, whatever it is. */
  readonly settled: () => void;
}

interface Watching {
  readonly watch: LiveWatch;
  readonly onFresh: (fresh: FreshRows) => void;
  /** Told already, whichever process told it. */
  after: readonly SentUpTo[];
}

const RESTART_MIN_MS = 100;
const RESTART_MAX_MS = 5_000;
/** A process that lived this long has earned a quick restart. */
const HEALTHY_AFTER_MS = 10_000;
const STOP_PATIENCE_MS = 8_000;
/** The process says something every second, whatever it is busy with. */
const SILENCE = { stalledAfterMs: 5_000, lostAfterMs: 60_000 } as const;
/** Acknowledgements come first: the loader takes what the edge leaves over. */
const NICE = constants.priority.PRIORITY_BELOW_NORMAL;

/** The analytics store in a process of its own: a native crash or a heavy query takes nothing else down. */
export class StoreProcess implements AnalyticsStore, LiveEvents, StoreMaintenance {
  readonly #options: StoreProcessOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners: LoadedListener[] = [];
  readonly #watches = new Map<number, Watching>();
  #child: ChildProcess | undefined;
  #heartbeat: Heartbeat | undefined;
  #status: StoreProcessStatus = { ...atStart, state: 'starting' };
  #queries = 0;
  #restartMs = RESTART_MIN_MS;
  #restartTimer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #isStopping = false;
  #isPaused = false;
  #answerStore: AnswerStore | undefined;

  constructor(options: StoreProcessOptions) {
    this.#options = options;
  }

  /** Until then the process is told that there is no answer, and asks again. */
  answerWith(answer: AnswerStore): void {
    this.#answerStore = answer;
  }

  /** Does not wait: until the process is up, queries reject and sealed segments wait. */
  start(): void {
    const { onLog: _, env, silence: __, clickhouseUrl, ...files } = this.#options;
    const settings: StoreProcessSettings = { ...files, isShared: clickhouseUrl !== undefined };
    const url = clickhouseUrl === undefined ? {} : { [STORE_URL_VARIABLE]: clickhouseUrl };
    const entry = fileURLToPath(compiledEntry('../../compose/store/store-process-main.js', import.meta.url));
    const child = fork(entry, [JSON.stringify(settings)], {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=4'],
      env: { ...process.env, ...memoryEnv, UV_THREADPOOL_SIZE, ...url, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    this.#startedAt = performance.now();
    this.#heartbeat = this.#listenTo(child);
    child.on('message', (message: FromStore) => this.#receive(message));
    child.on('error', (error) => this.#log('error', `Store process: ${error.message}`));
    child.once('exit', (code, signal) => this.#ended(child, code, signal));
    this.#lowerPriority(child);
    // Before anything is loaded: what came while there was no process is reported as well.
    for (const id of this.#watches.keys()) this.#sendWatch(id);
  }

  /** Tells the loader that there is something to load. */
  sealed(): void {
    this.#send({ type: 'wake' });
  }

  /** Called for each segment that is in the store for good. */
  onLoaded(listener: LoadedListener): void {
    this.#listeners.push(listener);
  }

  status(): StoreProcessStatus {
    return this.#heartbeat?.isStalled === true ? { ...this.#status, state: 'stalled' } : this.#status;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  run<Query, Result>(
    { name }: QueryKind<Query, Result>,
    query: Query,
    { signal, timeLimitMs }: QueryOptions = {},
  ): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const limit = timeLimitMs === undefined ? {} : { timeLimitMs };
    return this.#request<Result>((id) => ({ type: 'query', id, name, query, ...limit }), true, signal);
  }

  checkpoint(): Promise<CheckpointInfo> {
    return this.#command({ name: 'checkpoint' });
  }

  copyTo(folder: string): Promise<CheckpointInfo> {
    return this.#command({ name: 'copy', folder });
  }

  #command<T>(command: StoreCommand): Promise<T> {
    return this.#request<T>((id) => ({ type: 'command', id, command }), false);
  }

  #request<T>(message: (id: number) => ToStore, isQuery: boolean, signal?: AbortSignal): Promise<T> {
    const { state, rebuiltShare } = this.status();
    if (this.#child === undefined || state !== 'ready') {
      return Promise.reject(new StoreUnavailable(unavailability(state, rebuiltShare)));
    }
    const id = ++this.#queries;
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        this.#settle(id)?.reject(signal?.reason);
        this.#send({ type: 'cancel', id });
      };
      signal?.addEventListener('abort', leave, { once: true });
      const settled = (): void => signal?.removeEventListener('abort', leave);
      this.#waiting.set(id, { isQuery, resolve: resolve as (value: unknown) => void, reject, settled });
      this.#send(message(id));
    });
  }

  async watch(watch: LiveWatch, onFresh: (fresh: FreshRows) => void): Promise<() => void> {
    const after = await this.run(storedUpToQuery, {});
    const id = ++this.#queries;
    this.#watches.set(id, { watch, onFresh, after });
    this.#sendWatch(id);
    return () => {
      if (this.#watches.delete(id)) this.#send({ type: 'unwatch', id });
    };
  }

  /** Ends the process at once and starts none: what it works on is not in its place. Loads are whole or not at all. */
  pause(): void {
    this.#isPaused = true;
    clearTimeout(this.#restartTimer);
    this.#child?.kill('SIGKILL');
    if (this.#child === undefined) this.#status = { ...this.#status, state: 'down' };
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#status = { ...this.#status, state: 'starting' };
    if (this.#child === undefined) this.start();
  }

  /** Lets the load at hand finish; kills a process that does not come to an end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restartTimer);
    const child = this.#child;
    if (child === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.#send({ type: 'stop' });
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  }

  #send(message: ToStore): void {
    if (this.#child?.connected !== true) return;
    // A failed send means that the process is going: its end rejects what waits.
    this.#child.send(message, (error) => {
      if (error !== null) this.#log('warn', `Store process does not accept messages: ${error.message}`);
    });
  }

  #receive(message: FromStore): void {
    this.#heartbeat?.beat();
    if (message.type === 'alive') return;
    if (message.type === 'result') this.#settle(message.id)?.resolve(message.value);
    else if (message.type === 'refusal') this.#settle(message.id)?.reject(refusalOf(message));
    else if (message.type === 'status') this.#status = { ...message.status, restarts: this.#status.restarts };
    else if (message.type === 'fresh') this.#tellFresh(message);
    else if (message.type === 'ask') void this.#answer(message);
    else if (message.type === 'loaded') for (const listener of this.#listeners) listener(message.segment);
    else this.#log(message.line.level, message.line.message);
  }

  async #answer({ id, method, args }: Extract<FromStore, { type: 'ask' }>): Promise<void> {
    try {
      if (this.#answerStore === undefined) throw new Error('the control plane is not open yet');
      this.#send({ type: 'answer', id, value: await this.#answerStore(method, args) });
    } catch (error) {
      this.#send({ type: 'no_answer', id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  #sendWatch(id: number): void {
    const watching = this.#watches.get(id);
    if (watching === undefined) return;
    const { watch, after } = watching;
    this.#send({ type: 'watch', id, watch, after });
  }

  #tellFresh({ id, fresh, upTo }: Extract<FromStore, { type: 'fresh' }>): void {
    const watching = this.#watches.get(id);
    if (watching === undefined) return;
    watching.after = upTo;
    if (fresh.rows.length > 0 || fresh.skipped > 0) watching.onFresh(fresh);
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.settled();
    return waiting;
  }

  #listenTo(child: ChildProcess): Heartbeat {
    return new Heartbeat({
      ...(this.#options.silence ?? SILENCE),
      onStalled: () => {
        this.#log('error', 'The store process is not responding; queries are rejected until it does');
        this.#giveUpQueries(new StoreUnavailable(unavailability('stalled', undefined)));
      },
      // Its end, as any other, brings the next one.
      onLost: () => {
        this.#log('error', 'The store process has not responded for too long; stopping it');
        child.kill('SIGKILL');
      },
    });
  }

  #giveUpQueries(error: StoreUnavailable): void {
    for (const [id, { isQuery }] of [...this.#waiting]) {
      if (!isQuery) continue;
      this.#settle(id)?.reject(error);
      this.#send({ type: 'cancel', id });
    }
  }

  #ended(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#heartbeat?.stop();
    this.#heartbeat = undefined;
    for (const id of [...this.#waiting.keys()]) {
      this.#settle(id)?.reject(new StoreUnavailable('the store process exited'));
    }
    if (this.#isStopping || this.#isPaused) {
      this.#status = { ...this.#status, state: 'down' };
      return;
    }
    if (code === EXIT_RENEWED) {
      this.#status = { ...this.#status, state: 'starting' };
      this.start();
      return;
    }
    if (performance.now() - this.#startedAt > HEALTHY_AFTER_MS) this.#restartMs = RESTART_MIN_MS;
    this.#log('error', `Store process exited (${signal ?? code}), restarting in ${this.#restartMs} ms`);
    const { rebuiltShare: _, ...status } = this.#status;
    this.#status = { ...status, state: 'starting', restarts: this.#status.restarts + 1 };
    this.#restartTimer = setTimeout(() => this.start(), this.#restartMs);
    this.#restartMs = Math.min(this.#restartMs * 2, RESTART_MAX_MS);
  }

  #lowerPriority(child: ChildProcess): void {
    if (child.pid === undefined) return;
    try {
      setPriority(child.pid, NICE);
    } catch (error) {
      this.#log('warn', `Could not lower the priority of the store process: ${(error as Error).message}`);
    }
  }

  #log(level: StoreLogLine['level'], message: string): void {
    this.#options.onLog({ level, message });
  }
}

function refusalOf({ refusal, message, field }: Extract<FromStore, { type: 'refusal' }>): Error {
  if (refusal === 'unavailable') return new StoreUnavailable(message);
  if (refusal === 'wrong') return new QueryRejected(field ?? '', message);
  return refusal === 'too_heavy' ? new QueryTooHeavy(message) : new Error(message);
}

const atStart = {
  counters: noCounts,
  waitingSegments: 0,
  waitingBytes: 0,
  loadedBytes: 0,
  rssBytes: 0,
  restarts: 0,
  checkpoint: {},
};

/** Each statement that runs holds a thread: three heavy queries, two exports, a load, and light queries in addition. */
const UV_THREADPOOL_SIZE = '8';

/** Memory that the loader frees goes back to the system instead of staying in the allocator's arenas. */
const memoryEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
