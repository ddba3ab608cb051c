export interface FailureBody {
  readonly code?: string;
  readonly message?: string;
  readonly details?: { readonly formErrors?: readonly string[]; readonly fieldErrors?: Record<string, string[]> };
}

/** A route did not do what a tool asked for. */
export class RouteFailure extends Error {
  readonly status: number;
  readonly body: FailureBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: FailureBody, retryAfterSeconds?: number) {
    super(body.message ?? `The server answered ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
