import { connect, type Socket } from 'node:net';

export interface LostRequest {
  /** Answers that this connection had given before. */
  readonly answersBefore: number;
  readonly error: string;
}

/**
 * Sends one request after the other over a connection that it keeps, as SDKs and balancers do, and a new one where the
 * server closes it. A request that was sent and not answered is lost; a connection that is refused ends the client.
 */
export class KeepAliveClient {
  readonly lost: LostRequest[] = [];
  readonly statuses = new Map<number, number>();
  readonly ended: Promise<void>;
  readonly #url: URL;
  readonly #request: () => string;
  readonly #pause: () => Promise<void>;
  #isStopped = false;

  constructor(url: string, request: () => string, pause: () => Promise<void> = () => Promise.resolve()) {
    this.#url = new URL(url);
    this.#request = request;
    this.#pause = pause;
    this.ended = this.#run();
  }

  get responses(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const socket = await this.#connect();
      if (socket === undefined) return;
      await this.#exhaust(socket);
      socket.destroy();
    }
  }

  #connect(): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      const socket = connect(Number(this.#url.port), this.#url.hostname);
      socket.once('connect', () => resolve(socket));
      socket.once('error', () => resolve(undefined));
    });
  }

  async #exhaust(socket: Socket): Promise<void> {
    for (let responses = 0; !this.#isStopped; responses++) {
      await this.#pause();
      // Closed while nothing was under way: nothing is lost by that.
      if (socket.destroyed || socket.readableEnded) return;
      try {
        const { status, isLast } = await exchange(socket, this.#request());
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        if (isLast) return;
      } catch (error) {
        this.lost.push({ answersBefore: responses, error: String(error) });
        return;
      }
    }
  }
}

function exchange(socket: Socket, request: string): Promise<{ status: number; isLast: boolean }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const settle = (settled: () => void): void => {
      socket.removeAllListeners('data').removeAllListeners('error').removeAllListeners('close');
      socket.on('error', () => undefined);
      settled();
    };
    socket.removeAllListeners('error');
    socket.on('error', (error) => settle(() => reject(error)));
    socket.on('close', () => settle(() => reject(new Error(`closed after ${text.length} bytes of the answer`))));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length < head + 4 + length) return;
      const isLast = /\r\nconnection: close/i.test(text.slice(0, head + 2));
      settle(() => resolve({ status: Number(text.slice(9, 12)), isLast }));
    });
    socket.write(request);
  });
}
