import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A small load balancer: each request goes to the next server; one that does not answer, or is not ready, is passed over. */
export class Balancer {
  readonly #server: Server;
  readonly #targets: () => readonly string[];
  #next = 0;

  private constructor(targets: () => readonly string[]) {
    this.#targets = targets;
    this.#server = createServer(async (incoming, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of incoming) pieces.push(piece as Buffer);
      const answer = await this.#ask(
        incoming.method ?? 'GET',
        incoming.url ?? '/',
        incoming.headers,
        Buffer.concat(pieces),
      );
      if (answer === undefined) response.writeHead(502).end();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }

  static async start(targets: () => readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(targets);
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #ask(method: string, path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Answer | undefined> {
    const targets = this.#targets();
    let last: Answer | undefined;
    for (let tries = 0; tries < targets.length; tries++) {
      const target = targets[this.#next++ % targets.length] ?? '';
      const answer = await send(target, method, path, headers, body);
      if (answer !== undefined && answer.status !== 503) return answer;
      last = answer ?? last;
    }
    return last;
  }
}

function send(
  target: string,
  method: string,
  path: string,
  { host: _, connection: __, ...headers }: IncomingHttpHeaders,
  body: Buffer,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const outgoing = request(`${target}${path}`, { method, headers, timeout: 5_000 }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => {
        const { 'transfer-encoding': ___, connection: ____, ...rest } = incoming.headers;
        resolve({ status: incoming.statusCode ?? 502, headers: rest, body: Buffer.concat(pieces) });
      });
      incoming.on('error', () => resolve(undefined));
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(undefined));
    outgoing.end(body);
  });
}
