import type { ApiError } from '@lamppost/protocol';
import type { Logger } from '../telemetry/logger.ts';

/** Our own failures are logged once, here, with the id that the client was given. */
export function logFailure(logger: Logger, error: ApiError, requestId: string, method: string, route: string): void {
  if (error.status < 500) return;
  const cause = error.cause ?? error;
  const line = { request_id: requestId, method, route, status: error.status, err: cause };
  if (error.status === 503) logger.warn(line, error.message);
  else logger.error(line, error.message);
}
