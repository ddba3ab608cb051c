import type { Verdict } from './judge-answer.ts';

/** What came of a request. */
export interface Reply {
  readonly verdict: Verdict;
  /** `data` of the answer, undefined when it was not Lamppost's. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** How long to wait before the next attempt, if there is to be one. */
  readonly delayMs: number;
  /** The server has asked to wait that long. */
  readonly retryAfter: string | null;
}

/** Asks the server; `attempt` counts from 0. Never rejects. Notes the first failure, and stops a client that is refused. */
export type Exchange = (path: string, attempt: number, body?: string, tag?: string) => Promise<Reply>;
