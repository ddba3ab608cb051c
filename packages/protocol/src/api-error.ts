import { type ErrorCode, type ErrorDetails, errorCodes } from './error-codes.ts';

export interface ApiErrorOptions {
  /** Where the code allows several: 413, 414, 431 for a VALIDATION_ERROR, 503 for an INTERNAL_SERVER_ERROR. */
  readonly status?: number;
  readonly details?: ErrorDetails;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** An answer that is an error. Anyone who throws it has decided what the client is told. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = options.status ?? errorCodes[code].status;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A 400 that names one field; `reason` where fields contradict each other. */
export function invalidField(field: string, message: string, reason?: string): ApiError {
  return invalidFields({ [field]: [message] }, reason);
}

export function invalidFields(fieldErrors: Readonly<Record<string, readonly string[]>>, reason?: string): ApiError {
  const [first] = Object.entries(fieldErrors);
  const message = first === undefined ? 'The request is invalid' : `${first[0]}: ${first[1][0] ?? 'is invalid'}`;
  const details = { formErrors: [], fieldErrors, ...(reason === undefined ? {} : { reason }) };
  return new ApiError('VALIDATION_ERROR', message, { details });
}

/** A 400 about the body as a whole. */
export function invalidBody(message: string, status = 400): ApiError {
  return new ApiError('VALIDATION_ERROR', message, { status, details: { formErrors: [message], fieldErrors: {} } });
}

export function tooLarge(limitBytes: number): ApiError {
  return invalidBody(`The body is larger than ${limitBytes} bytes`, 413);
}

/** Anything doubtful: the client keeps its data and tries again. */
export function unavailable(message: string, retryAfterSeconds: number, cause?: unknown): ApiError {
  return new ApiError('INTERNAL_SERVER_ERROR', message, { status: 503, retryAfterSeconds, cause });
}
