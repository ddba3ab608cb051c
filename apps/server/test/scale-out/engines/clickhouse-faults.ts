import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What goes wrong between an edge and ClickHouse.
 * `lost_answers`: statements are carried out, and answered as if they had failed. `no_space`: nothing can be written.
 * `hang`: requests are taken and never answered. `down`: connections are refused by being closed.
 */
export type ClickhouseFault = 'none' | 'lost_answers' | 'no_space' | 'hang' | 'down';

/** Stands in front of a ClickHouse server and does to requests what tests ask for. */
export class ClickhouseFaults {
  fault: ClickhouseFault = 'none';
  /** With `lost_answers`: every n-th answer is lost. */
  everyNth = 2;
  /** Answers that were lost, by the first words of their statements. */
  readonly lost: string[] = [];
  readonly #server: Server;
  readonly #targetPort: number;
  #requests = 0;

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = createServer((incoming, response) => this.#handle(incoming, response));
  }

  static async start(targetPort: number): Promise<ClickhouseFaults> {
    const faults = new ClickhouseFaults(targetPort);
    await new Promise<void>((resolve) => faults.#server.listen(0, '127.0.0.1', resolve));
    return faults;
  }

  urlOf(database: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${database}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(incoming: IncomingMessage, response: ServerResponse): void {
    const { fault } = this;
    if (fault === 'down') return void incoming.socket.destroy();
    if (fault === 'hang') return;
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const body = Buffer.concat(pieces);
      const statement =
        new URL(incoming.url ?? '/', 'http://localhost').searchParams.get('query') ?? body.toString('utf8');
      const isWrite = /^\s*(INSERT|ALTER|CREATE)/i.test(statement);
      if (fault === 'no_space' && isWrite) {
        response.writeHead(500, { 'x-clickhouse-exception-code': '243' });
        response.end('Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)');
        return;
      }
      this.#forward(incoming, body, response, fault === 'lost_answers' && isWrite ? statement : undefined);
    });
  }

  #forward(incoming: IncomingMessage, body: Buffer, response: ServerResponse, mayLose: string | undefined): void {
    const { host: _, ...headers } = incoming.headers;
    const isLost = mayLose !== undefined && ++this.#requests % this.everyNth === 0;
    const forwarded = request(
      { host: '127.0.0.1', port: this.#targetPort, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        if (isLost) {
          this.lost.push(mayLose.trim().slice(0, 30));
          answer.resume();
          answer.on('end', () => response.destroy());
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
  }
}
