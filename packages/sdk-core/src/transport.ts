import type { DeliveryResult } from './delivery-result.ts';

/** What came of a request. */
export interface TransportResponse {
  readonly result: DeliveryResult;
  /** `data` of the answer, undefined when it was not Lamppost's. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** How long to wait before the next attempt, if there is to be one. */
  readonly delayMs: number;
  /** The server has asked to wait that long. */
  readonly retryAfter: string | null;
}

/** Sends a request to the server; `attempt` counts from 0. Never rejects. Logs the first failure, and stops a client whose key is refused. */
export type Transport = (path: string, attempt: number, body?: string, tag?: string) => Promise<TransportResponse>;
