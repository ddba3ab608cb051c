import * as http from 'node:http';
import * as https from 'node:https';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** Requests over connections that are kept open: with thousands of small ones, `fetch` would cost more than the server. */
export class HttpConnection {
  readonly #url: string;
  readonly #module: typeof http | typeof https;
  readonly #agent: http.Agent;

  constructor(url: string) {
    this.#url = url;
    this.#module = new URL(url).protocol === 'https:' ? https : http;
    this.#agent = new this.#module.Agent({ keepAlive: true });
  }

  /** Rejects when there was no answer, or not all of it. */
  request(
    method: string,
    path: string,
    headers: http.OutgoingHttpHeaders,
    body?: string | Buffer,
  ): Promise<HttpAnswer> {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { method, headers: { ...headers, ...length }, agent: this.#agent };
    return new Promise((resolve, reject) => {
      const request = this.#module.request(`${this.#url}${path}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          });
        });
      });
      request.on('error', reject);
      request.end(body);
    });
  }
}
