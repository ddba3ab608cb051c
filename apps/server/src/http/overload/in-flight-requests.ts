import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tells when requests are over. The response alone does not: one that has to wait for those before it on its connection
 * never says anything when that connection is closed.
 */
export class InFlightRequests {
  readonly #bySocket = new WeakMap<Socket, Set<() => void>>();

  /** Calls back once, when it is answered or its connection is closed. */
  add({ socket }: IncomingMessage, response: ServerResponse, onOver: () => void): void {
    const ofSocket = this.#ofSocket(socket);
    const end = (): void => {
      if (ofSocket.delete(end)) onOver();
    };
    ofSocket.add(end);
    response.once('finish', end);
    response.once('close', end);
    if (socket.destroyed) end();
  }

  #ofSocket(socket: Socket): Set<() => void> {
    const known = this.#bySocket.get(socket);
    if (known !== undefined) return known;
    const added = new Set<() => void>();
    this.#bySocket.set(socket, added);
    socket.once('close', () => {
      for (const end of [...added]) end();
    });
    return added;
  }
}
