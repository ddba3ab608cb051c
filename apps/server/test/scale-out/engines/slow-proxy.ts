import { connect, createServer, type Socket } from 'node:net';

/** A way to a server on which every answer takes longer, as if it were far away or overloaded. */
export class SlowProxy {
  readonly #server;
  readonly #sockets = new Set<Socket>();
  delayMs = 0;

  constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      near.on('data', (piece) => far.write(piece));
      far.on('data', (piece) => setTimeout(() => near.writable && near.write(piece), this.delayMs));
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  /** Resolves with its port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('It does not listen.');
    return address.port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
