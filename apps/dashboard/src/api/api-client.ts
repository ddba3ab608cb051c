import { ApiProblem, ApprovalRequested, problemOf } from './api-problem.ts';
import { buildUrl, type QueryValue } from './build-url.ts';
import type { AnswerOf, CallArguments, Method, PathOf } from './route-types.ts';

export interface ApiScope {
  readonly projectId: string;
  readonly environmentId: string;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** What the signed-in member's requests need, kept outside of React because it changes without a render. */
export interface ApiCredentials {
  csrfToken: string | undefined;
  /** Called for every 401 but that of a sign-in. */
  onUnauthorized: () => void;
  /** Asks for the token anew: another tab may have changed the password. True when it is another one now. */
  renewToken: () => Promise<boolean>;
}

interface AnyCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON, or as it is when it is a file. */
  readonly body?: unknown;
}

const defaultTimeoutMs = 30_000;

/** Where 401 says something else than that the session is over. */
const answers401ByItself = new Set([
  'POST /v1/session',
  'GET /v1/session',
  'PUT /v1/session/password',
  'POST /v1/invitations/accept',
]);

/** Requests to the API by method and path, typed by the route table. Failures are thrown as ApiProblem. */
export class ApiClient {
  readonly scope: ApiScope | undefined;
  readonly #credentials: ApiCredentials;
  readonly #fetch: typeof fetch;

  constructor(credentials: ApiCredentials, scope?: ApiScope, fetchWith: typeof fetch = (...args) => fetch(...args)) {
    this.#credentials = credentials;
    this.scope = scope;
    this.#fetch = fetchWith;
  }

  /** The same client for one environment: its requests name the project and the environment. */
  within(scope: ApiScope): ApiClient {
    return new ApiClient(this.#credentials, scope, this.#fetch);
  }

  get<P extends PathOf<'GET'>>(
    path: P,
    ...args: CallArguments<'GET', P, [RequestOptions]>
  ): Promise<AnswerOf<'GET', P>> {
    return this.#send('GET', path, args) as Promise<AnswerOf<'GET', P>>;
  }

  post<P extends PathOf<'POST'>>(
    path: P,
    ...args: CallArguments<'POST', P, [RequestOptions]>
  ): Promise<AnswerOf<'POST', P>> {
    return this.#send('POST', path, args) as Promise<AnswerOf<'POST', P>>;
  }

  put<P extends PathOf<'PUT'>>(
    path: P,
    ...args: CallArguments<'PUT', P, [RequestOptions]>
  ): Promise<AnswerOf<'PUT', P>> {
    return this.#send('PUT', path, args) as Promise<AnswerOf<'PUT', P>>;
  }

  patch<P extends PathOf<'PATCH'>>(
    path: P,
    ...args: CallArguments<'PATCH', P, [RequestOptions]>
  ): Promise<AnswerOf<'PATCH', P>> {
    return this.#send('PATCH', path, args) as Promise<AnswerOf<'PATCH', P>>;
  }

  delete<P extends PathOf<'DELETE'>>(
    path: P,
    ...args: CallArguments<'DELETE', P, [RequestOptions]>
  ): Promise<AnswerOf<'DELETE', P>> {
    return this.#send('DELETE', path, args) as Promise<AnswerOf<'DELETE', P>>;
  }

  /** The arguments of any route, by way of unknown: to see through the union of all calls takes the compiler minutes. */
  #send(method: Method, path: string, args: unknown): Promise<unknown> {
    const [call, options] = args as readonly [unknown?, RequestOptions?];
    return this.send(method, path, call, options);
  }

  /** What is not typed by the route table: the caller knows what it asks for. */
  async send(method: Method, path: string, call: unknown, options: RequestOptions = {}): Promise<unknown> {
    const response = await this.open(method, path, call as AnyCall | undefined, options);
    if (response.status === 204) return null;
    let answer: unknown;
    try {
      answer = await response.json();
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      throw new ApiProblem("The server's response was cut off or isn't JSON.", {
        status: 0,
        code: 'NETWORK',
        requestId: response.headers.get('x-request-id') ?? undefined,
        cause,
      });
    }
    if (response.status === 202 && isRequested(answer)) throw new ApprovalRequested();
    return answer;
  }

  /** The answer itself, for streams and downloads. It is a success: everything else is thrown. */
  async open(method: Method, path: string, call: AnyCall = {}, options: RequestOptions = {}): Promise<Response> {
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    const timeout = timeoutMs === Number.POSITIVE_INFINITY ? undefined : AbortSignal.timeout(timeoutMs);
    const signals = [options.signal, timeout].filter((signal) => signal !== undefined);
    const ask = () =>
      this.#response(method, path, call, AbortSignal.any(signals)).catch((cause: unknown) => {
        if (options.signal?.aborted) throw cause;
        throw timeout?.aborted
          ? new ApiProblem('The server took too long to respond.', { status: 0, code: 'TIMEOUT', cause })
          : new ApiProblem("Couldn't reach the server.", { status: 0, code: 'NETWORK', cause });
      });
    let response = await ask();
    if (response.status === 403 && method !== 'GET' && (await this.#credentials.renewToken())) response = await ask();
    if (response.ok) return response;
    const problem = await problemOf(response);
    if (problem.status === 401 && !answers401ByItself.has(`${method} ${path}`)) this.#credentials.onUnauthorized();
    throw problem;
  }

  #response(method: Method, path: string, call: AnyCall, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { Accept: 'application/json, */*' };
    if (this.scope !== undefined) headers['X-Lamppost-Project'] = this.scope.projectId;
    const { csrfToken } = this.#credentials;
    if (method !== 'GET' && csrfToken !== undefined) headers['X-CSRF-Token'] = csrfToken;
    const isFile = call.body instanceof Blob;
    if (call.body !== undefined) headers['Content-Type'] = contentTypeOf(call.body);
    const query = this.scope === undefined ? call.query : { environment_id: this.scope.environmentId, ...call.query };
    return this.#fetch(buildUrl(path, call.params, query), {
      method,
      headers,
      signal,
      credentials: 'same-origin',
      ...(call.body === undefined ? {} : { body: isFile ? (call.body as Blob) : JSON.stringify(call.body) }),
    });
  }
}

/** An edit that was not made, since it needs approval. */
const isRequested = (answer: unknown): boolean =>
  typeof (answer as { data?: { change_request?: unknown } } | null)?.data?.change_request === 'object';

/** A file is bytes, whatever a browser thinks that its name means; a list of ids is told apart from JSON by its type. */
function contentTypeOf(body: unknown): string {
  if (!(body instanceof Blob)) return 'application/json';
  return body.type === 'text/csv' ? 'text/csv' : 'application/octet-stream';
}
