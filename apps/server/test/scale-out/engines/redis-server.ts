import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { EngineProcess, freePort } from './engine-process.ts';

export interface RedisServerOptions {
  /** More of the command line, such as `['--requirepass', 'secret']`. */
  readonly args?: readonly string[];
  /** How a test itself gets in, where a password is needed. */
  readonly password?: string;
}

/** A Redis server in a scratch directory on a free port of loopback. It keeps nothing over a stop, as a cache would. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  readonly #password: string | undefined;
  readonly #process: EngineProcess;
  #client: Redis | undefined;

  private constructor(folder: string, port: number, { args = [], password }: RedisServerOptions) {
    this.#folder = folder;
    this.port = port;
    this.#password = password;
    const allArgs = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...args];
    this.#process = new EngineProcess(
      () => spawn('redis-server', allArgs, { stdio: ['ignore', 'pipe', 'pipe'] }),
      () => untilConnected(this.url),
    );
  }

  static async start(options: RedisServerOptions = {}): Promise<RedisServer> {
    requireInstalled();
    const folder = mkdtempSync(join(tmpdir(), 'lamppost-redis-'));
    const server = new RedisServer(folder, await freePort(), options);
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `redis://${this.#password === undefined ? '' : `:${this.#password}@`}127.0.0.1:${this.port}/0`;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** For looking into it, and for setting it up; not the connection of what is tested. */
  get client(): Redis {
    this.#client ??= connectionTo(this.url);
    return this.#client;
  }

  /** After `stop` or `kill`: on the same port, empty. */
  startAgain(): Promise<void> {
    return this.#process.start();
  }

  /** Stands still without closing a connection, until it goes on. */
  pause(): void {
    this.#process.pause();
  }

  resume(): void {
    this.#process.resume();
  }

  async stop(): Promise<void> {
    this.#leave();
    await this.#process.stop();
  }

  async kill(): Promise<void> {
    this.#leave();
    await this.#process.kill();
  }

  /** Ends it, and nothing of it stays. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #leave(): void {
    this.#client?.disconnect();
    this.#client = undefined;
  }
}

function requireInstalled(): void {
  const folders = (process.env.PATH ?? '').split(delimiter);
  if (folders.some((folder) => existsSync(join(folder, 'redis-server')))) return;
  throw new Error('redis-server is not installed, and these tests need a real one: apt-get install redis-server');
}

function connectionTo(url: string): Redis {
  const client = new Redis(url, { protocol: 2 });
  // Tests stop the server on purpose.
  client.on('error', () => undefined);
  return client;
}

async function untilConnected(url: string): Promise<void> {
  const client = connectionTo(url);
  try {
    await client.ping();
  } finally {
    client.disconnect();
  }
}
