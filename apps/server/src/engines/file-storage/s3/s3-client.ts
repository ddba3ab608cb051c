import { createHash } from 'node:crypto';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, refusalOf, S3Trouble, troubleOf } from './s3-failure.ts';
import { encodeS3, type S3Credentials, signRequest } from './sign-request.ts';

export interface S3Options extends S3Credentials {
  /** Where it is reached, without the bucket: http or https, a host and perhaps a port. */
  readonly endpoint: string;
  readonly bucket: string;
  /** In front of every name: empty, or it ends with `/`. */
  readonly prefix: string;
  /** Whether the bucket is part of the path, or else of the host name. */
  readonly isPathStyle: boolean;
  /** How long nothing may happen in a request. */
  readonly timeoutMs?: number;
  readonly attempts?: number;
  /** Before the second attempt; twice as long before each one after that. */
  readonly retryMs?: number;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** With the prefix; undefined: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Of the body, where it is known. */
  readonly sha256?: string;
}

export interface S3Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface S3Download {
  readonly headers: IncomingHttpHeaders;
  readonly pieces: AsyncIterable<Buffer>;
}

const EMPTY = Buffer.alloc(0);
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
const MAX_CONNECTIONS = 16;
/** Not there: whether that is wrong, the caller knows. */
const ABSENT_CODES = new Set(['NoSuchKey', 'NoSuchUpload', undefined]);

/** Of an object, or of the bucket: without a slash at its end, which some servers leave out of what they verify. */
export function s3Url({ endpoint, bucket, isPathStyle }: S3Options, key?: string): URL {
  const url = new URL(endpoint);
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = (isPathStyle ? `/${bucket}` : '') + (key === undefined ? '' : `/${encodeS3(key, true)}`);
  return url;
}

/** Signed requests to one bucket: ended when nothing happens, tried again where that may help, never redirected. */
export class S3Client {
  readonly attempts: number;
  readonly #options: S3Options;
  readonly #timeoutMs: number;
  readonly #retryMs: number;
  readonly #transport: typeof http | typeof https;
  readonly #agent: http.Agent;

  constructor(options: S3Options) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 10_000;
    this.attempts = options.attempts ?? 4;
    this.#retryMs = options.retryMs ?? 250;
    this.#transport = new URL(options.endpoint).protocol === 'https:' ? https : http;
    this.#agent = new this.#transport.Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  }

  /** With a status of 2xx, or 404 for an object or upload that is not there. Throws FileStorageUnavailable. */
  async send(request: S3Request): Promise<S3Response> {
    return await this.#again(async () => {
      const response = await this.#request(request);
      const { headers } = response;
      const status = response.statusCode ?? 0;
      const text = await textOf(response);
      const code = codeOf(text);
      // Some answers begin with 200 before it is known how they end.
      if ((isSuccess(status) && code === undefined) || isAbsence(status, code)) return { status, headers, text };
      throw refusalOf(request.method, isSuccess(status) ? 500 : status, code);
    });
  }

  /** Undefined when there is no such object. The pieces throw FileStorageUnavailable when they break off. */
  async download(key: string, headers: Readonly<Record<string, string>> = {}): Promise<S3Download | undefined> {
    return await this.#again(async () => {
      const response = await this.#request({ method: 'GET', key, headers });
      const status = response.statusCode ?? 0;
      if (isSuccess(status)) return { headers: response.headers, pieces: piecesOf(response) };
      const code = codeOf(await textOf(response));
      if (isAbsence(status, code)) return undefined;
      throw refusalOf('GET', status, code);
    });
  }

  async pause(attempt: number): Promise<void> {
    await sleep(this.#retryMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { ref: false });
  }

  close(): void {
    this.#agent.destroy();
  }

  async #again<Result>(run: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof S3Trouble) || attempt >= this.attempts) throw error;
      }
      await this.pause(attempt);
    }
  }

  #request({ method, key, query = {}, headers = {}, body = EMPTY, sha256 }: S3Request): Promise<IncomingMessage> {
    const url = s3Url(this.#options, key);
    url.search = Object.entries(query)
      .map((pair) => pair.map((part) => encodeS3(part)).join('='))
      .join('&');
    const hash = sha256 ?? createHash('sha256').update(body).digest('hex');
    const signed = signRequest({ method, url, headers, sha256: hash }, this.#options, Date.now());
    const length = method === 'PUT' || method === 'POST' ? { 'content-length': body.length } : undefined;
    return new Promise((resolve, reject) => {
      const options = { method, headers: { ...signed, ...length }, agent: this.#agent };
      const request = this.#transport.request(url, options, resolve);
      request.setTimeout(this.#timeoutMs, () =>
        request.destroy(new S3Trouble(`The file storage did not respond within ${this.#timeoutMs} ms.`)),
      );
      request.on('error', (error) => reject(troubleOf(error)));
      request.end(body);
    });
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const isAbsence = (status: number, code: string | undefined): boolean => status === 404 && ABSENT_CODES.has(code);

async function* piecesOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const piece of response) yield piece as Buffer;
  } catch (error) {
    throw troubleOf(error);
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of piecesOf(response)) {
    bytes += piece.length;
    if (bytes > MAX_TEXT_BYTES) throw new S3Trouble(`The file storage answered more than ${MAX_TEXT_BYTES} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
