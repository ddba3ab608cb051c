export interface ApiProblemFacts {
  readonly status: number;
  readonly code: string;
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A request that did not end well. `status` is 0 when there was no answer: `code` is then NETWORK or TIMEOUT.
 * `message` is a sentence that can be shown.
 */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: ApiProblemFacts) {
    super(message, { cause: facts.cause });
    this.name = 'ApiProblem';
    this.status = facts.status;
    this.code = facts.code;
    this.fieldErrors = facts.fieldErrors ?? {};
    this.reason = facts.reason;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }

  /** The same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** The edit was not made: it waits for another member, as a change request. */
export class ApprovalRequested extends ApiProblem {
  constructor() {
    super('Approval requested. Another member has to approve this change under Settings › Change requests.', {
      status: 202,
      code: 'APPROVAL_REQUESTED',
    });
    this.name = 'ApprovalRequested';
  }
}

/** Reads the error envelope, and makes do where something else answered, such as a proxy. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const error = envelopeOf(await response.text());
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiProblem(error?.message ?? `The server responded with status ${response.status}.`, {
    status: response.status,
    code: error?.code ?? 'UNKNOWN',
    fieldErrors: error?.details?.fieldErrors,
    reason: error?.details?.reason,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

interface Envelope {
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly fieldErrors?: Record<string, string[]>; readonly reason?: string };
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: Envelope };
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
