import { setTimeout as sleep } from 'node:timers/promises';
import { type Route, type RouteName, routes, type Wire } from '@lamppost/protocol';
import type { Connection, Sourced } from '../config/connection.ts';
import { ApprovalRequested } from '../exit/approval-requested.ts';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { buildPath } from './build-path.ts';
import { credentialFor } from './credentials.ts';
import { type ApiFailure, failureOf, unreachable } from './failure-of.ts';
import type { AnswerOf, AnyCall, CallArguments, DataOf, ListRouteName, RowOf } from './route-types.ts';
import { type HttpAnswer, sendHttp } from './send-http.ts';

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bytes in place of a body of JSON. */
  readonly bytes?: Uint8Array | undefined;
  /** Doing it twice is the same as doing it once. */
  readonly isRepeatable?: boolean | undefined;
}

/**
 * The call among the arguments of any route. By way of unknown: what the compiler has to see through is a union of all
 * calls, and it takes longer for that than for everything else.
 */
const callIn = (args: unknown): AnyCall | undefined => (args as readonly [AnyCall?])[0];

const TIMEOUT_MS = 60_000;
const MAX_TRIES = 5;
/** A server that asks for more is told of instead. */
const MAX_WAIT_SECONDS = 65;
const PAGE_SIZE = 100;

/** Requests by the names of the route table. Failures are thrown as CliError, with what to do and an exit code. */
export class ApiClient {
  readonly connection: Connection;
  /** Told before it waits for the server to be ready for more. */
  readonly #onWait: (seconds: number) => void;

  constructor(connection: Connection, onWait: (seconds: number) => void = () => undefined) {
    this.connection = connection;
    this.#onWait = onWait;
  }

  /** What the answer holds. */
  async data<N extends RouteName>(name: N, ...args: CallArguments<N>): Promise<DataOf<N>> {
    const answer = (await this.#json(name, args)) as { data?: unknown } | null;
    return (answer !== null && 'data' in answer ? answer.data : answer) as unknown as DataOf<N>;
  }

  /** The whole answer; null where there is none. */
  async answer<N extends RouteName>(name: N, ...args: CallArguments<N>): Promise<AnswerOf<N>> {
    return (await this.#json(name, args)) as AnswerOf<N>;
  }

  /** Every row of a list, page by page. */
  rows<N extends ListRouteName>(name: N, ...args: CallArguments<N>): AsyncGenerator<RowOf<N>> {
    return this.#rows(name, callIn(args)) as AsyncGenerator<RowOf<N>>;
  }

  async allRows<N extends ListRouteName>(name: N, ...args: CallArguments<N>): Promise<RowOf<N>[]> {
    const all: unknown[] = [];
    for await (const row of this.#rows(name, callIn(args))) all.push(row);
    return all as RowOf<N>[];
  }

  async *#rows(name: ListRouteName, { query, ...rest }: AnyCall = {}): AsyncGenerator<unknown> {
    let cursor: string | undefined;
    do {
      const response = await this.open(name, { ...rest, query: { limit: PAGE_SIZE, ...query, cursor } });
      const { data, pagination } = (await readJson(response, this.connection)) as {
        data: unknown[];
        pagination: { cursor: string | null; has_more: boolean };
      };
      yield* data;
      cursor = pagination.has_more ? (pagination.cursor ?? undefined) : undefined;
    } while (cursor !== undefined);
  }

  async #json(name: RouteName, args: unknown): Promise<unknown> {
    const response = await this.open(name, callIn(args));
    const answer = await readJson(response, this.connection);
    const route: Route = routes[name];
    if (response.status === 202 && route.isApprovable === true) {
      throw new ApprovalRequested((answer as Wire['ChangeRequestedAnswer']).data.change_request);
    }
    return answer;
  }

  /** The answer itself, for streams and files. It is a success: everything else is thrown. */
  async open(name: RouteName, call: AnyCall = {}, options: SendOptions = {}): Promise<HttpAnswer> {
    const route: Route = routes[name];
    const credential = credentialFor(route, this.connection);
    for (let attempt = 1; ; attempt++) {
      const response = await this.#send(route, call, options, credential);
      if (response.isOk || response.status === 304) return response;
      const failure = await failureOf(response, credential);
      const seconds = secondsToWait(failure, route.method === 'GET' || options.isRepeatable === true, attempt);
      if (seconds === undefined) throw failure;
      this.#onWait(seconds);
      await sleep(seconds * 1000, undefined, options.signal === undefined ? {} : { signal: options.signal });
    }
  }

  async #send(route: Route, call: AnyCall, options: SendOptions, credential: Sourced | undefined): Promise<HttpAnswer> {
    const headers: Record<string, string> = { Accept: 'application/json, */*', ...options.headers };
    if (credential !== undefined) headers.Authorization = `Bearer ${credential.value}`;
    if (call.body !== undefined) headers['Content-Type'] = 'application/json';
    const body = options.bytes ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    const timeout = timeoutMs === Number.POSITIVE_INFINITY ? undefined : AbortSignal.timeout(timeoutMs);
    const signals = [options.signal, timeout].filter((signal) => signal !== undefined);
    try {
      return await sendHttp(`${this.connection.url.value}${buildPath(route.path, call.params, call.query)}`, {
        method: route.method,
        headers,
        body,
        signal: signals.length === 0 ? undefined : AbortSignal.any(signals),
      });
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      throw unreachable(this.connection, timeout?.aborted ? timeout.reason : cause);
    }
  }
}

/** Undefined: it is no use, or not safe, to ask again. What was refused with 429 has not been done. */
function secondsToWait(failure: ApiFailure, isRepeatable: boolean, attempt: number): number | undefined {
  const isSafe = failure.status === 429 || (failure.status === 503 && isRepeatable);
  const { retryAfterSeconds } = failure;
  if (!isSafe || attempt >= MAX_TRIES || retryAfterSeconds === undefined) return undefined;
  return retryAfterSeconds <= MAX_WAIT_SECONDS ? Math.max(1, retryAfterSeconds) : undefined;
}

async function readJson(response: HttpAnswer, connection: Connection): Promise<unknown> {
  if (response.status === 204) return null;
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw unreachable(connection, cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CliError(`${connection.url.value} (${connection.url.source}) did not return JSON.`, {
      exitCode: exitCodes.unreachable,
      hint: 'Is this the address of a Lamppost server? Check --url or LP_URL.',
      cause,
    });
  }
}
