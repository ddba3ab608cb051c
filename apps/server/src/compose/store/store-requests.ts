import {
  type AnalyticsStore,
  QueryRejected,
  QueryTooHeavy,
  StoreUnavailable,
} from '../../analytics/analytics-store.ts';
import { StoreFailure, textOf } from '../../analytics/duckdb/store-errors.ts';
import type { LiveTail } from '../../analytics/live/live-tail.ts';
import type { FromStore, StoreCommand, ToStore } from '../../analytics/process/store-messages.ts';
import type { QueryKind } from '../../analytics/query.ts';

export interface StoreRequestsOptions {
  readonly store: AnalyticsStore;
  readonly kinds: readonly QueryKind<unknown, unknown>[];
  readonly live: LiveTail;
  readonly obey: (command: StoreCommand) => Promise<unknown>;
  readonly send: (message: FromStore) => void;
  /** Around every query. */
  readonly began?: (id: number, timeLimitMs: number) => void;
  readonly ended?: (id: number) => void;
  readonly cancelled?: (id: number) => void;
  /** The database must be opened anew. */
  readonly onFailure?: (error: StoreFailure) => Promise<void>;
  readonly timeLimitMs: number;
}

/** What the parent of a store process asks of it, whichever engine answers. */
export class StoreRequests {
  readonly #options: StoreRequestsOptions;
  readonly #kinds: ReadonlyMap<string, QueryKind<unknown, unknown>>;
  /** Queries that are running. */
  readonly #asked = new Map<number, AbortController>();

  constructor(options: StoreRequestsOptions) {
    this.#options = options;
    this.#kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
  }

  async receive(message: ToStore): Promise<void> {
    const { live, obey, send, onFailure } = this.#options;
    switch (message.type) {
      case 'cancel':
        return this.#cancel(message.id);
      case 'watch':
        return live.add(message.id, message.watch, message.after);
      case 'unwatch':
        return live.remove(message.id);
      case 'query':
      case 'command': {
        const { id } = message;
        try {
          const value = message.type === 'query' ? await this.#run(message) : await obey(message.command);
          send({ type: 'result', id, value });
        } catch (error) {
          send({ type: 'refusal', id, ...refusalOf(error) });
          if (error instanceof StoreFailure) await onFailure?.(error);
        }
        return;
      }
      default:
        return;
    }
  }

  async #run({ id, name, query, ...asked }: Extract<ToStore, { type: 'query' }>): Promise<unknown> {
    const { store, began, ended } = this.#options;
    const timeLimitMs = asked.timeLimitMs ?? this.#options.timeLimitMs;
    const cancelling = new AbortController();
    this.#asked.set(id, cancelling);
    began?.(id, timeLimitMs);
    try {
      return await store.run(this.#kindOf(name), query, { signal: cancelling.signal, timeLimitMs });
    } finally {
      this.#asked.delete(id);
      ended?.(id);
    }
  }

  #cancel(id: number): void {
    this.#options.cancelled?.(id);
    this.#asked.get(id)?.abort(new Error('cancelled'));
  }

  #kindOf(name: string): QueryKind<unknown, unknown> {
    const kind = this.#kinds.get(name);
    if (kind === undefined) throw new Error(`There is no query "${name}"`);
    return kind;
  }
}

function refusalOf(error: unknown): Omit<Extract<FromStore, { type: 'refusal' }>, 'type' | 'id'> {
  const message = textOf(error);
  if (error instanceof StoreUnavailable || error instanceof StoreFailure) return { refusal: 'unavailable', message };
  if (error instanceof QueryRejected) return { refusal: 'wrong', message, field: error.field };
  return { refusal: error instanceof QueryTooHeavy ? 'too_heavy' : 'failed', message };
}
