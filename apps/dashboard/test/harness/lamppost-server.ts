import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

export interface Bootstrap {
  readonly base_url: string;
  readonly owner: { readonly email: string; readonly password: string };
  readonly operator_token: string;
  readonly project: { readonly id: string; readonly slug: string };
  readonly keys: { readonly production: { readonly secret: string; readonly publishable: string } };
}

/** The built server in a process of its own, on a free port, with a data directory that is thrown away. */
export class LamppostServer {
  readonly bootstrap: Bootstrap;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, folder: string) {
    this.#process = child;
    this.#folder = folder;
    this.bootstrap = JSON.parse(readFileSync(join(folder, 'bootstrap.json'), 'utf8')) as Bootstrap;
  }

  static async start(): Promise<LamppostServer> {
    const folder = mkdtempSync(join(tmpdir(), 'lamppost-browser-'));
    const env = {
      ...process.env,
      LP_PORT: '0',
      LP_HOST: '127.0.0.1',
      LP_DATA_DIR: join(folder, 'data'),
      LP_BOOTSTRAP_FILE: join(folder, 'bootstrap.json'),
      LP_LOG_LEVEL: 'warn',
    };
    const child = spawn(process.execPath, [inRepository('dist/product/apps/server/dist/main.js'), 'serve'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await printed(child, /listens on (http:\/\/\S+)/);
    return new LamppostServer(child, folder);
  }

  /** Tells the story of the demo data: the same every time but for its end, which is now. */
  async fill(events: number): Promise<void> {
    const command = inRepository('packages/demo-data/dist/command/main.js');
    const file = join(this.#folder, 'bootstrap.json');
    const args = [command, '--bootstrap-file', file, '--events', String(events), '--seed', '1'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = collect(child);
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    if (code !== 0) throw new Error(`The demo data was not sent (exit ${code}):\n${output()}`);
    await this.#untilLoaded();
  }

  /** What was acknowledged can be seen: tests that ask twice get the same answer. */
  async #untilLoaded(): Promise<void> {
    for (;;) {
      const response = await fetch(`${this.bootstrap.base_url}/readyz`);
      const { store } = (await response.json()) as { store: { unloaded_bytes: number } };
      if (store.unloaded_bytes === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.on('close', resolve));
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function collect(child: ChildProcess): () => string {
  let output = '';
  const take = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  return () => output;
}

/** Resolves with the first group when the output matches. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  const output = collect(child);
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = pattern.exec(output())?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.on('close', (code) => reject(new Error(`The server ended with ${code} before it listened:\n${output()}`)));
  });
}
