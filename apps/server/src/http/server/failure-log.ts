import type { ApiError } from '@lamppost/protocol';
import type { Logger } from '../../telemetry/logger.ts';

/** Our own failures are logged once, here, with the id that the client was given; those that were foreseen without a stack. */
export function logFailure(logger: Logger, error: ApiError, requestId: string, method: string, route: string): void {
  if (error.status < 500) return;
  const line = { request_id: requestId, method, route, status: error.status };
  if (error.status === 503) logger.warn(line, error.message);
  else logger.error({ ...line, err: error.cause ?? error }, error.message);
}
