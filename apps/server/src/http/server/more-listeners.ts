import { type ChildProcess, fork } from 'node:child_process';
import type { Server } from 'node:http';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { compiledEntry } from '../../engines/compiled-entry.ts';

/** Beside the server's own. */
const LISTENERS = 31;
/** A server that nobody connects to in numbers is spared the process that it takes. */
const BUSY_CONNECTIONS = 32;
const PATIENCE_MS = 30_000;

/**
 * More handles of the socket that a server listens on. Node takes one connection of each handle in a turn of the event
 * loop, and turns are few when there is much to do: with one handle, whoever connects waits in the kernel for seconds,
 * where nobody can be rejected. Node cannot duplicate a handle, but one that was sent to a process and back is another.
 */
export class MoreListeners {
  readonly #server: Server;
  readonly #backlog: number;
  readonly #onFailed: (error: Error) => void;
  readonly #listeners: NetServer[] = [];
  #connections = 0;
  #isClosed = false;
  #child: ChildProcess | undefined;

  constructor(server: Server, backlog: number, onFailed: (error: Error) => void) {
    this.#server = server;
    this.#backlog = backlog;
    this.#onFailed = onFailed;
  }

  get count(): number {
    return this.#listeners.length;
  }

  openWhenBusy(): void {
    const count = (socket: Socket): void => {
      socket.once('close', () => this.#connections--);
      if (++this.#connections < BUSY_CONNECTIONS) return;
      this.#server.off('connection', count);
      this.#open().catch((error: Error) => {
        if (!this.#isClosed) this.#onFailed(error);
      });
    };
    this.#server.on('connection', count);
  }

  /** They take no more connections; resolves when those that they took are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // It may hold the socket, which would go on listening.
    this.#child?.kill('SIGKILL');
    await Promise.all(this.#listeners.map((listener) => new Promise((resolve) => listener.close(resolve))));
  }

  async #open(): Promise<void> {
    if (this.#isClosed) return;
    const entry = fileURLToPath(compiledEntry('./return-handles-main.js', import.meta.url));
    const child = fork(entry, { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#child = child;
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
    try {
      await this.#receiveFrom(child);
    } finally {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
  }

  #receiveFrom(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      // Each message that could not be sent is one.
      child.on('error', reject);
      child.once('exit', (code, signal) => reject(new Error(`The process ended with ${code ?? signal}`)));
      child.on('message', (_, handle) => {
        if (this.#isClosed) (handle as NetServer | undefined)?.close();
        else this.#listenOn(handle);
        if (this.#listeners.length === LISTENERS) resolve();
      });
      // Not the server itself: whoever receives that listens at once, with a backlog that is too short.
      const { _handle: handle } = this.#server as Server & { readonly _handle?: NetServer | null };
      if (handle === null || handle === undefined) throw new Error('The server does not listen');
      for (let sent = 0; sent < LISTENERS; sent++) child.send(sent, handle);
    });
  }

  #listenOn(handle: unknown): void {
    // The options are those that http.Server has.
    const options = { allowHalfOpen: true, noDelay: true };
    const listener = createServer(options, (socket) => this.#server.emit('connection', socket));
    listener.on('error', this.#onFailed);
    this.#listeners.push(listener.listen(handle, this.#backlog));
  }
}
