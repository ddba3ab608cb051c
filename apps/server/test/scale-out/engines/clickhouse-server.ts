import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EngineProcess, freePort } from './engine-process.ts';

const package_ = fileURLToPath(new URL('../../../../../tools/clickhouse', import.meta.url));

/** The engine of ClickHouse in a scratch directory, behind its HTTP interface on a free port of loopback. */
export class ClickhouseServer {
  readonly port: number;
  readonly #folder: string;
  readonly #process: EngineProcess;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
    const serve = join(package_, 'serve.mjs');
    this.#process = new EngineProcess(
      () => spawn(process.execPath, [serve, `${port}`, folder], { stdio: ['ignore', 'pipe', 'pipe'] }),
      () => untilAnswering(`http://127.0.0.1:${port}/ping`),
    );
  }

  static async start(): Promise<ClickhouseServer> {
    if (!existsSync(join(package_, 'node_modules'))) {
      throw new Error(
        'chdb is not installed, and these tests need a real ClickHouse: npm run test:scale-out installs it',
      );
    }
    const server = new ClickhouseServer(mkdtempSync(join(tmpdir(), 'lamppost-clickhouse-')), await freePort());
    await server.startAgain();
    return server;
  }

  urlOf(database: string): string {
    return `http://127.0.0.1:${this.port}/${database}`;
  }

  /** After `stop` or `kill`: on the same port, with what it had. */
  startAgain(): Promise<void> {
    return this.#process.start();
  }

  pause(): void {
    this.#process.pause();
  }

  resume(): void {
    this.#process.resume();
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function untilAnswering(url: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await pause(20);
  }
}
