import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CommandFailed } from './command-failed.ts';
import { type HttpAnswer, HttpConnection } from './http-connection.ts';

const zip = promisify(gzip);

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface ApiClientOptions {
  readonly url: string;
  readonly key: string;
  /** How the key is called when it is refused. */
  readonly keyName: string;
  readonly isGzip?: boolean;
  readonly signal: AbortSignal;
  /** Told each time that the server asks to wait. */
  readonly onWait?: (seconds: number) => void;
}

/** A client that was asked to stop ends with this. */
export class Stopped extends Error {}

const outageTries = 8;
const firstPauseMs = 200;
/** Longer than a minute's limit can last: the plan's day is used up. */
const MAX_WAIT_SECONDS = 900;

/** Speaks to the public API. A busy server is waited for, a repeat is safe because everything carries its own id. */
export class ApiClient {
  readonly #options: ApiClientOptions;
  readonly #connection: HttpConnection;

  constructor(options: ApiClientOptions) {
    this.#options = options;
    this.#connection = new HttpConnection(options.url);
  }

  /** The answer, if its status is below 400 or one of `expected`; anything else is reported in words and thrown. */
  async send(method: string, path: string, json?: string, expected: readonly number[] = []): Promise<Answer> {
    for (let outages = 0; ; ) {
      const answer = await this.#try(method, path, json);
      if (answer === undefined) {
        outages += 1;
        if (outages > outageTries) throw new CommandFailed(`The server at ${this.#options.url} stopped answering.`);
        await this.#pause(firstPauseMs * 2 ** outages);
        continue;
      }
      const { status, headers, text } = answer;
      if (status < 400 || expected.includes(status))
        return { status, body: text === '' ? undefined : JSON.parse(text) };
      if (status !== 429 && status !== 503) throw this.#refused(method, path, status, text);
      await this.#waitFor(Number(headers['retry-after'] ?? 1), text);
    }
  }

  async data<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { body: answer } = await this.send(method, path, body === undefined ? undefined : JSON.stringify(body));
    return (answer as { data: T }).data;
  }

  /** undefined when nobody answered. */
  async #try(method: string, path: string, json: string | undefined): Promise<HttpAnswer | undefined> {
    const { key, isGzip = false, signal } = this.#options;
    if (signal.aborted) throw new Stopped();
    const isPacked = isGzip && json !== undefined;
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
    };
    const body = isPacked ? await zip(json) : json;
    try {
      return await this.#connection.request(method, path, headers, body);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return undefined;
    }
  }

  async #waitFor(seconds: number, text: string): Promise<void> {
    if (seconds > MAX_WAIT_SECONDS) throw new CommandFailed(`The server takes no more today: ${messageIn(text)}`);
    this.#options.onWait?.(seconds);
    await this.#pause(Math.max(0.1, seconds) * 1000);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#options.signal }).catch(() => {
      throw new Stopped();
    });
  }

  #refused(method: string, path: string, status: number, text: string): CommandFailed {
    const { keyName, url } = this.#options;
    if (status === 401)
      return new CommandFailed(`The server at ${url} does not know the ${keyName}: ${messageIn(text)}`);
    if (status === 403)
      return new CommandFailed(`The ${keyName} may not do this (${method} ${path}): ${messageIn(text)}`);
    return new CommandFailed(`${method} ${path} was answered ${status}: ${messageIn(text)}`);
  }
}

function messageIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; details?: unknown } };
    if (error?.message === undefined) return text.slice(0, 300);
    return error.details === undefined ? error.message : `${error.message} ${JSON.stringify(error.details)}`;
  } catch {
    // Whatever stands in front of the server may answer in another form.
    return text.slice(0, 300);
  }
}
