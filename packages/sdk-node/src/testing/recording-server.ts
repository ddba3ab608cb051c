import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly event_id: string;
  readonly event?: string;
  readonly context?: Record<string, unknown>;
  readonly [member: string]: unknown;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return text;
};

/** As much of the server as a client without one needs: it takes everything, and remembers it by id. */
export class RecordingServer {
  readonly #server: Server;
  readonly events = new Map<string, Received>();
  readonly crashes = new Map<string, Received>();
  readonly metrics = new Map<string, Received>();
  readonly paths: string[] = [];
  /** Answers with this status instead. */
  status: number | undefined;
  ruleset: object = { flags: [], experiments: [], groups: {}, config_version: '1', etag: '"1"' };

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(): Promise<RecordingServer> {
    const server = new RecordingServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get names(): string[] {
    return [...this.events.values()].map(({ event }) => event ?? '').sort();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.paths.push(path);
    const [route] = path.split('?');
    if (route === '/v1/ruleset/stream') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(':\n\n');
      return;
    }
    const body = await bodyOf(request);
    const data = route === '/v1/ruleset' ? this.ruleset : { accepted: this.#take(path, body) };
    response.statusCode = this.status ?? 200;
    response.end(
      JSON.stringify(this.status === undefined ? { data } : { error: { code: 'TEST', message: 'as told' } }),
    );
  }

  #take(path: string, body: string): number {
    if (this.status !== undefined) return 0;
    const parsed = JSON.parse(body);
    const items: Received[] = parsed.batch ?? [parsed];
    const stores: Record<string, Map<string, Received>> = {
      '/v1/ingest': this.events,
      '/v1/crashes/report': this.crashes,
      '/v1/performance/ingest': this.metrics,
    };
    for (const item of items) stores[path]?.set(item.event_id, { context: parsed.context, ...item });
    return items.length;
  }
}
