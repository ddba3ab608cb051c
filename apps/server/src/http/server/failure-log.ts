import type { ApiError } from '@lamppost/protocol';
import type { Logger } from '../../telemetry/logger.ts';

/** A full disk fails every request: the first is logged at once, the others are counted and logged once in this time. */
const GATHER_MS = 1_000;

interface FailedRequest {
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Our own failures, with the id that the client was given; those that were foreseen without a stack. */
export class FailureLog {
  readonly #logger: Logger;
  /** How many requests have failed for a reason since it was logged. */
  readonly #repeated = new Map<string, number>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  note(error: ApiError, requestId: string, method: string, route: string): void {
    if (error.status < 500) return;
    const failed = { request_id: requestId, method, route, status: error.status };
    if (error.status === 503) this.#noteUnavailable(failed, error.message);
    else this.#logger.error({ ...failed, err: error.cause ?? error }, error.message);
  }

  #noteUnavailable(failed: FailedRequest, message: string): void {
    const reason = `${failed.method} ${failed.route}: ${message}`;
    const repeated = this.#repeated.get(reason);
    if (repeated !== undefined) {
      this.#repeated.set(reason, repeated + 1);
      return;
    }
    this.#repeated.set(reason, 0);
    this.#logger.warn(failed, message);
    const timer = setInterval(() => {
      const requests = this.#repeated.get(reason) ?? 0;
      if (requests === 0) {
        clearInterval(timer);
        this.#repeated.delete(reason);
        return;
      }
      this.#repeated.set(reason, 0);
      const { method, route, status } = failed;
      this.#logger.warn({ method, route, status, requests }, message);
    }, GATHER_MS).unref();
  }
}
