import type { DeliveryResult } from './delivery-result.ts';

/** What came of a request. */
export interface TransportResponse {
  /** Of the request. */
  readonly requestPath: string;
  readonly requestBody: string | undefined;
  /** By the device's own clock. */
  readonly requestedAtMs: number;
  readonly result: DeliveryResult;
  /** `data` of the response, undefined when it was not Lamppost's. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** The header of the response, when it was Lamppost's. */
  readonly dateHeader: string | null | undefined;
  /** The server has asked to wait that long. */
  readonly retryAfter: string | null;
}

/**
 * Sends a request to the server; `attempt` counts from 0. Never rejects. Logs the first failure. `delayMs` is how long to
 * wait before the next attempt, if there is to be one.
 */
export type Transport = (
  path: string,
  attempt: number,
  body?: string,
  etag?: string,
) => Promise<TransportResponse & { readonly delayMs: number }>;
