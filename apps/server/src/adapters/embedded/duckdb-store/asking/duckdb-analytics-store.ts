import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  type AnalyticsStore,
  type AskOptions,
  type StoreStatus,
  StoreUnavailable,
  unavailability,
} from '../../../../analytics/analytics-store.ts';
import type { AnswerTo, QuestionName, QuestionOf } from '../../../../analytics/questions.ts';
import { connectTo } from '../open-store.ts';
import { failureOf } from '../store-errors.ts';
import type { Turnstile } from '../turnstile.ts';
import { answers } from './answers.ts';
import { QuestionWatch } from './question-watch.ts';
import { installGuardFunctions } from './user-sql/growth/guard-functions.ts';

/** Answers from an open store; while it is being rebuilt it would answer with a part, so it refuses. */
export class DuckdbAnalyticsStore implements AnalyticsStore {
  readonly #instance: DuckDBInstance;
  readonly #turnstile: Turnstile;
  readonly #status: () => StoreStatus;
  readonly #mostRssBytes: number;

  /** `mostRssBytes`: a statement of a user must not make the process larger than this. */
  constructor(
    instance: DuckDBInstance,
    turnstile: Turnstile,
    status: () => StoreStatus,
    mostRssBytes = Number.POSITIVE_INFINITY,
  ) {
    this.#instance = instance;
    this.#turnstile = turnstile;
    this.#status = status;
    this.#mostRssBytes = mostRssBytes;
  }

  async ask<N extends QuestionName>(
    name: N,
    question: QuestionOf<N>,
    { signal, timeLimitMs = TIME_LIMIT_MS }: AskOptions = {},
  ): Promise<AnswerTo<N>> {
    const { state, rebuiltShare } = this.#status();
    if (state !== 'ready') throw new StoreUnavailable(unavailability(state, rebuiltShare));
    if (name === 'userSql' || name === 'exportFile') await installGuardFunctions(this.#instance);
    const connection = await connectTo(this.#instance);
    const watch = new QuestionWatch(connection, timeLimitMs, signal);
    try {
      await this.#beginAtOneMoment(connection);
      const limits = {
        mostRssBytes: this.#mostRssBytes,
        isStopped: () => watch.isStopped,
        connect: () => connectTo(this.#instance),
      };
      const answer = await answers[name](connection, question, limits);
      watch.throwIfStopped();
      return answer;
    } catch (error) {
      throw watch.reason(error) ?? failureOf(error) ?? error;
    } finally {
      watch.end();
      connection.closeSync();
    }
  }

  status(): StoreStatus {
    return this.#status();
  }

  /** File and memory as they are now: rows are on their way from the one to the other. */
  async #beginAtOneMoment(connection: DuckDBConnection): Promise<void> {
    await this.#turnstile.run(async () => {
      await connection.run('BEGIN TRANSACTION READ ONLY');
      await connection.run('SELECT 1 FROM store.store_format, recent.failed_events LIMIT 0');
    });
  }
}

/** Of a question that brings none of its own. */
export const TIME_LIMIT_MS = 30_000;
