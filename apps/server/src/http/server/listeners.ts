import { spawn } from 'node:child_process';
import type { Server as HttpServer } from 'node:http';
import { createServer, Server } from 'node:net';

/** What Node has beneath a server: it can be sent to another process, and listened on. */
interface Handle {
  close(): void;
}

export interface ListenersOptions {
  /** Connections that wait to be accepted. */
  readonly backlog: number;
  readonly onFailure: (error: unknown) => void;
}

const MORE_HANDLES = 7;
/** A server that few connect to is spared the process that duplicates its handle. */
const WORTHWHILE_CONNECTIONS = 100;

/**
 * The handles by which a server accepts connections. Node accepts one per handle in each turn of its event loop, which
 * takes milliseconds while there is much to do. With a single handle, many clients that connect at once would wait for
 * seconds, and the server, which does not see them, would not notice that it is overloaded.
 */
export class Listeners {
  readonly #server: HttpServer;
  readonly #options: ListenersOptions;
  readonly #more: Server[] = [];
  readonly #closing = new AbortController();
  #opening: Promise<void> | undefined;

  constructor(server: HttpServer, options: ListenersOptions) {
    this.#server = server;
    this.#options = options;
    let accepted = 0;
    const count = (): void => {
      if (++accepted < WORTHWHILE_CONNECTIONS) return;
      server.off('connection', count);
      // Windows accepts several connections by itself.
      if (process.platform !== 'win32') this.#opening = this.#openMore().catch(options.onFailure);
    };
    server.on('connection', count);
  }

  /** Accepts nothing more; resolves when all connections have ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    // http.Server's own close() would cut idle connections at once.
    const ended = [this.#server, ...this.#more].map(
      (server) => new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve())),
    );
    await Promise.all([this.#opening, ...ended]);
  }

  async #openMore(): Promise<void> {
    const { _handle: handle } = this.#server as unknown as { readonly _handle: Handle | null };
    const { signal } = this.#closing;
    if (handle === null || signal.aborted) return;
    const handles = await duplicates(handle, MORE_HANDLES, signal);
    for (const duplicate of handles) {
      if (signal.aborted) duplicate.close();
      else this.#more.push(this.#listenBy(duplicate));
    }
  }

  #listenBy(handle: Handle): Server {
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#server.emit('connection', socket),
    );
    listener.on('error', this.#options.onFailure);
    return listener.listen({ _handle: handle }, this.#options.backlog);
  }
}

const ECHO = "process.on('message', (message, handle) => process.send(message, handle))";

/** Node cannot duplicate a handle, but what is sent to another process and back is one more of the same socket. */
function duplicates(handle: Handle, count: number, signal: AbortSignal): Promise<readonly Handle[]> {
  return new Promise((resolve, reject) => {
    const helper = spawn(process.execPath, ['-e', ECHO], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
      signal,
      killSignal: 'SIGKILL',
    });
    const returned: Handle[] = [];
    helper.on('message', (_, duplicate) => {
      returned.push(duplicate as unknown as Handle);
      if (returned.length === count) helper.disconnect();
    });
    helper.on('error', (error) => (signal.aborted ? undefined : reject(error)));
    helper.on('exit', (code, killedBy) => {
      if (returned.length === count || signal.aborted) return resolve(returned);
      for (const duplicate of returned) duplicate.close();
      reject(new Error(`The helper process ended (${killedBy ?? code})`));
    });
    for (let sent = 0; sent < count; sent += 1) helper.send(sent, handle as never, () => undefined);
  });
}
