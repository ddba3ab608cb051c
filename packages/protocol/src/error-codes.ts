/** The closed set of error codes, each with the status it is answered with unless a route says otherwise. */
export const errorCodes = {
  VALIDATION_ERROR: { status: 400, sentence: 'The request is not as the contract says; details name the fields.' },
  UNAUTHORIZED: { status: 401, sentence: 'The key is missing, malformed, unknown or revoked, or nobody is signed in.' },
  FORBIDDEN: {
    status: 403,
    sentence: 'The key is valid, or the member signed in, but may not use this route, or the thing is read-only.',
  },
  NOT_FOUND: { status: 404, sentence: 'There is no such route, or no such thing in this project.' },
  CONFLICT: { status: 409, sentence: 'The name is taken or the state does not allow it; details.reason says which.' },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    sentence: "The project's requests of this minute are used up, or there were too many wrong passwords.",
  },
  INGEST_RATE_LIMITED: { status: 429, sentence: 'The batch does not fit into the events that are left.' },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    sentence: 'The server could not do it now; the same request may be sent again.',
  },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export interface ErrorDetails {
  readonly formErrors: readonly string[];
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly reason?: string;
}
