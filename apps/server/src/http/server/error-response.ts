import { ApiError, invalidBody, invalidField, unavailable } from '@lamppost/protocol';
import { QueryRejected, QueryTooHeavy, StoreUnavailable } from '../../analytics/analytics-store.ts';
import { LogUnavailable } from '../../collect/event-log/event-log.ts';
import {
  ControlUnavailable,
  NotPermitted,
  ReadOnly,
  Taken,
  Unacceptable,
  WrongState,
} from '../../control/control-errors.ts';
import { FileStorageUnavailable } from '../../engines/file-storage/file-storage.ts';
import { isDiskFailure } from '../../engines/files/disk-failure.ts';

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How soon a client may try again what could not be done. */
const retryAfterSeconds = { log: 5, store: 5, control: 5, files: 5, disk: 5 } as const;

/** Every failure as the response that the client gets. Unknown ones are ours, so the client keeps its data and tries again. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof LogUnavailable) {
    return unavailable(`Nothing was stored: ${error.message}`, retryAfterSeconds.log, error);
  }
  if (error instanceof StoreUnavailable || error instanceof QueryTooHeavy) {
    return unavailable(error.message, retryAfterSeconds.store, error);
  }
  if (error instanceof QueryRejected) return invalidField(error.field, error.message);
  if (error instanceof ControlUnavailable) return unavailable(error.message, retryAfterSeconds.control, error);
  if (error instanceof FileStorageUnavailable) return unavailable(error.message, retryAfterSeconds.files, error);
  if (isDiskFailure(error)) return unavailable("The disk can't be written right now", retryAfterSeconds.disk, error);
  if (error instanceof ReadOnly || error instanceof NotPermitted) return new ApiError('FORBIDDEN', error.message);
  if (error instanceof Taken || error instanceof WrongState) {
    return new ApiError('CONFLICT', error.message, {
      details: { formErrors: [error.message], fieldErrors: {}, reason: error.reason },
    });
  }
  if (error instanceof Unacceptable) {
    // The field stands in front of what is wrong with it already.
    const message = error.message.startsWith(`${error.field} `)
      ? error.message.slice(error.field.length + 1)
      : error.message;
    return invalidField(error.field, message, error.reason);
  }
  return (
    fromHttpLayer(error) ??
    new ApiError('INTERNAL_SERVER_ERROR', 'Something went wrong on the server', { cause: error })
  );
}

/** What Fastify refuses by itself. */
function fromHttpLayer(error: unknown): ApiError | undefined {
  const { statusCode, code, message } = error as { statusCode?: unknown; code?: unknown; message?: unknown };
  if (typeof code !== 'string' || !code.startsWith('FST_') || typeof statusCode !== 'number') return undefined;
  if (statusCode === 404) return new ApiError('NOT_FOUND', 'Route not found');
  if (statusCode >= 400 && statusCode < 500) {
    const status = statusCode === 413 || statusCode === 414 || statusCode === 431 ? statusCode : 400;
    return invalidBody(status === 413 ? 'The body is too large' : String(message), status);
  }
  return undefined;
}

export function errorResponse(error: ApiError): ErrorResponse {
  const { code, message, details, status, retryAfterSeconds: seconds } = error;
  return {
    status,
    headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) },
    body: JSON.stringify({ error: { code, message, ...(details === undefined ? {} : { details }) } }),
  };
}
