import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An endpoint of somebody else, on a real port, which can die and come back. */
export class TestReceiver {
  readonly received: ReceivedRequest[] = [];
  /** What it answers; `die`: it is gone before it does. */
  answer: (request: ReceivedRequest) => number | 'die' = () => 200;
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`;
  }

  get isUp(): boolean {
    return this.#server !== undefined;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const got = { headers: request.headers, body: Buffer.concat(chunks).toString() };
        this.received.push(got);
        const status = this.answer(got);
        if (status === 'die') void this.stop();
        else response.writeHead(status).end('thanks');
      });
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }
}
