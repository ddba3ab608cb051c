import { type IncomingMessage, request as requestHttp } from 'node:http';

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body has not been read yet. */
export class HttpAnswer {
  readonly status: number;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.status = message.statusCode ?? 0;
    this.#message = message;
  }

  get isOk(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  get cookies(): readonly string[] {
    return this.#message.headers['set-cookie'] ?? [];
  }

  get body(): AsyncIterable<Uint8Array> {
    return this.#message;
  }

  async text(): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.#message) pieces.push(piece as Uint8Array);
    return Buffer.concat(pieces).toString('utf8');
  }

  async json<T>(): Promise<T> {
    return JSON.parse(await this.text()) as T;
  }
}

/** One request. `fetch` would do, but takes longer to load than most commands run, and refuses some ports. */
export async function sendHttp(url: string, { method, headers, body, signal }: HttpRequest): Promise<HttpAnswer> {
  const send = url.startsWith('https:') ? (await import('node:https')).request : requestHttp;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = send(url, { method, headers: { ...headers, ...length }, ...(signal === undefined ? {} : { signal }) });
    sent.once('response', (message) => resolve(new HttpAnswer(message)));
    sent.once('error', reject);
    sent.end(body);
  });
}
