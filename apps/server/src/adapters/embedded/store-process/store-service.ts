import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import { QuestionRefused, QuestionTooHeavy, StoreUnavailable } from '../../../analytics/analytics-store.ts';
import { Loader } from '../../../loader/loader.ts';
import { DuckdbAnalyticsStore, TIME_LIMIT_MS } from '../duckdb-store/duckdb-analytics-store.ts';
import { DuckdbLoadTarget } from '../duckdb-store/duckdb-load-target.ts';
import { connectTo, markSuspect, openStore } from '../duckdb-store/open-store.ts';
import { failureOf, StoreFailure, textOf } from '../duckdb-store/store-errors.ts';
import { Turnstile } from '../duckdb-store/turnstile.ts';
import { FileSegmentDirectory } from './file-segment-directory.ts';
import { LiveTail } from './live-tail.ts';
import { QuestionGuard } from './question-guard.ts';
import type { FromStore, StoreLogLine, StoreProcessSettings, ToStore } from './store-messages.ts';

const MEGABYTE = 1024 * 1024;
const WAL_CAP_BYTES = 64 * MEGABYTE;
const SCAN_EVERY_MS = 3_000;
/** Beside what DuckDB and the filter may take. */
const MOST_OTHER_MB = 1_024;
const QUESTION_GRACE_MS = 10_000;

/** Everything that lives in the store process: the open database, the loader that fills it, the questions asked of it. */
export class StoreService {
  readonly #settings: StoreProcessSettings;
  readonly #send: (message: FromStore) => void;
  readonly #instance: DuckDBInstance;
  readonly #target: DuckdbLoadTarget;
  readonly #loader: Loader;
  readonly #answers: DuckdbAnalyticsStore;
  /** Questions that are being answered. */
  readonly #asked = new Map<number, AbortController>();
  readonly #guard: QuestionGuard;
  readonly #live: LiveTail;

  static async open(settings: StoreProcessSettings, send: (message: FromStore) => void): Promise<StoreService> {
    const onNotice = (message: string): void => send({ type: 'log', line: { level: 'warn', message } });
    const { storeFolder: folder, memoryLimitMb, threads } = settings;
    const { instance, file } = await openStore({ folder, memoryLimitMb, threads, onNotice });
    const turnstile = new Turnstile();
    const options = {
      file,
      filterBytes: settings.filterMb * MEGABYTE,
      walCapBytes: WAL_CAP_BYTES,
      turnstile,
      onUnbalanced: (items: number): void =>
        send({ type: 'log', line: { level: 'error', message: `the ledger does not add up for ${items} items` } }),
    };
    try {
      const target = await DuckdbLoadTarget.open(await connectTo(instance), options);
      return new StoreService(settings, send, instance, target, turnstile);
    } catch (error) {
      // Not every damage shows when the file is opened; without the mark the next process would fail alike.
      if (failureOf(error) !== undefined) await markSuspect(folder, textOf(error));
      throw error;
    }
  }

  private constructor(
    settings: StoreProcessSettings,
    send: (message: FromStore) => void,
    instance: DuckDBInstance,
    target: DuckdbLoadTarget,
    turnstile: Turnstile,
  ) {
    this.#settings = settings;
    this.#send = send;
    this.#instance = instance;
    this.#target = target;
    const directory = new FileSegmentDirectory(settings.logFolder, join(settings.storeFolder, 'scratch'));
    this.#loader = new Loader(directory, target, {
      bytesPerLoad: settings.loadMb * MEGABYTE,
      idleAfterMs: settings.idleMs,
      scanEveryMs: SCAN_EVERY_MS,
      onLoaded: (segment) => send({ type: 'loaded', segment }),
      onProgress: () => {
        this.sendStatus();
        this.#live.look();
      },
      onNotice: (message) => this.#log('warn', message),
    });
    this.#answers = new DuckdbAnalyticsStore(instance, turnstile, () => this.#status());
    this.#live = new LiveTail(
      this.#answers,
      (id, fresh, upTo) => send({ type: 'fresh', id, fresh, upTo }),
      (message) => this.#log('warn', message),
    );
    this.#guard = new QuestionGuard({
      mostRssBytes: (settings.memoryLimitMb + settings.filterMb + MOST_OTHER_MB) * MEGABYTE,
      graceMs: QUESTION_GRACE_MS,
      giveUp: (reason) => this.#endAtOnce(reason),
    });
  }

  /** Starts to load; `failed` is called once when the database must be opened anew. */
  async start(failed: (error: unknown) => void): Promise<void> {
    await this.#loader.start((error) => void this.#giveUp(error, failed));
    this.sendStatus();
    // A process that ended between a load and its message has left its parent in the dark.
    for (const { logId, upTo } of await this.#target.positions()) {
      this.#send({ type: 'loaded', segment: { logId, number: upTo } });
    }
  }

  async receive(message: ToStore, failed: (error: unknown) => void): Promise<void> {
    if (message.type === 'wake') return this.#loader.wake();
    if (message.type === 'stop') return;
    if (message.type === 'cancel') return this.#cancel(message.id);
    if (message.type === 'watch') return this.#live.add(message.id, message.watch, message.after);
    if (message.type === 'unwatch') return this.#live.remove(message.id);
    const { id, name, question, timeLimitMs = TIME_LIMIT_MS } = message;
    const cancelling = new AbortController();
    this.#asked.set(id, cancelling);
    this.#guard.begin(id, timeLimitMs);
    try {
      const options = { signal: cancelling.signal, timeLimitMs };
      this.#send({ type: 'answer', id, value: await this.#answers.ask(name, question, options) });
    } catch (error) {
      this.#send({ type: 'refusal', id, ...refusalOf(error) });
      if (error instanceof StoreFailure) await this.#giveUp(error, failed);
    } finally {
      this.#asked.delete(id);
      this.#guard.end(id);
    }
  }

  #cancel(id: number): void {
    this.#guard.cancel(id);
    this.#asked.get(id)?.abort(new Error('cancelled'));
  }

  /** An orderly end would wait for the very question that does not end. Nothing is lost: loads are whole or not at all. */
  #endAtOnce(reason: string): void {
    this.#log('error', `the store process ends itself: ${reason}`);
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  }

  sendStatus(): void {
    const { waitingSegments, waitingBytes } = this.#loader.status();
    const rssBytes = process.memoryUsage.rss();
    this.#send({ type: 'status', status: { ...this.#status(), waitingSegments, waitingBytes, rssBytes } });
  }

  async stop(): Promise<void> {
    await this.#loader.stop();
    await this.#target.close();
    this.#instance.closeSync();
  }

  #status() {
    const { rebuiltShare } = this.#loader.status();
    const { counters } = this.#target;
    return rebuiltShare === undefined
      ? { state: 'ready' as const, counters }
      : { state: 'rebuilding' as const, rebuiltShare, counters };
  }

  async #giveUp(error: unknown, failed: (error: unknown) => void): Promise<void> {
    this.#log('error', `the store must be opened anew: ${textOf(error)}`);
    if (error instanceof StoreFailure && error.reason !== 'commit_unknown') {
      await markSuspect(this.#settings.storeFolder, error.message);
    }
    failed(error);
  }

  #log(level: StoreLogLine['level'], message: string): void {
    this.#send({ type: 'log', line: { level, message } });
  }
}

function refusalOf(error: unknown): Omit<Extract<FromStore, { type: 'refusal' }>, 'type' | 'id'> {
  const message = textOf(error);
  if (error instanceof StoreUnavailable || error instanceof StoreFailure) return { refusal: 'unavailable', message };
  if (error instanceof QuestionRefused) return { refusal: 'wrong', message, field: error.field };
  return { refusal: error instanceof QuestionTooHeavy ? 'too_heavy' : 'failed', message };
}
