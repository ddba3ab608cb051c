export interface ErrorCodeEntry {
  readonly status: number;
  /** That it has in some answers. */
  readonly also?: readonly number[];
  readonly sentence: string;
}

/** The closed set of error codes, each with the status it is answered with unless a route says otherwise. */
export const errorCodes = {
  VALIDATION_ERROR: {
    status: 400,
    also: [413, 414, 431],
    sentence: 'The request is invalid; details list the fields.',
  },
  UNAUTHORIZED: {
    status: 401,
    sentence: 'The key is missing, malformed, unknown or revoked, or no member is signed in.',
  },
  FORBIDDEN: {
    status: 403,
    sentence: 'The key or member is not allowed to use this route, or the resource is read-only.',
  },
  NOT_FOUND: { status: 404, sentence: "The route or resource doesn't exist in this project." },
  CONFLICT: { status: 409, sentence: "The name is taken or the state doesn't allow it; details.reason says which." },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    sentence: 'The project reached its request limit for this minute, or there were too many wrong passwords.',
  },
  INGEST_RATE_LIMITED: { status: 429, sentence: 'The batch exceeds the remaining event quota.' },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    also: [503],
    sentence: "The server couldn't process the request; send it again.",
  },
} as const satisfies Readonly<Record<string, ErrorCodeEntry>>;

export type ErrorCode = keyof typeof errorCodes;

export interface ErrorDetails {
  readonly formErrors: readonly string[];
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly reason?: string;
}
