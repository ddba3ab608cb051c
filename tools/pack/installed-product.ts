import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The package in a directory of its own, as somebody has it who knows nothing of the repository. */
export class InstalledProduct {
  readonly folder = mkdtempSync(join(tmpdir(), 'lamppost-elsewhere-'));

  async install(tarball: Uint8Array, file: string): Promise<void> {
    writeFileSync(join(this.folder, file), tarball);
    writeFileSync(join(this.folder, 'package.json'), '{"name":"elsewhere","private":true}');
    // What is not in npm's cache comes from a registry, which certificates of the machine may vouch for.
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: process.env.LP_TEST_CERTIFICATES };
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${file}`], {
      cwd: this.folder,
      env,
    });
  }

  /** What a command prints, and the code it ends with. */
  async command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    try {
      const { stdout, stderr } = await run(this.#bin, args, { cwd: this.folder });
      return { code: 0, stdout, stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, stdout, stderr };
    }
  }

  /** `npx lamppost` in a directory, with Node or another binary of it. */
  async serve(cwd: string, node = process.execPath, args: readonly string[] = []): Promise<RunningProduct> {
    const child = spawn(node, [this.#bin, ...args], {
      cwd,
      env: { ...process.env, LP_PORT: '0', LP_LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const product = new RunningProduct(child);
    await product.listens();
    return product;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  get #bin(): string {
    return join(this.folder, 'node_modules/.bin/lamppost');
  }
}

export class RunningProduct {
  output = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #listening: Promise<void>;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.on('close', (code) => resolve(code)));
    this.#listening = new Promise((resolve, reject) => {
      const take = (chunk: Buffer): void => {
        this.output += chunk;
        if (/^Dashboard: \S+$/m.test(this.output)) resolve();
      };
      child.stdout?.on('data', take);
      child.stderr?.on('data', take);
      void this.#ended.then(() => reject(new Error(`It ended:\n${this.output}`)));
    });
  }

  listens(): Promise<void> {
    return this.#listening;
  }

  get url(): string {
    return /listens on (\S+)/.exec(this.output)?.[1] ?? '';
  }

  /** A key or token that the first start has printed. */
  credential(start: string): string {
    return new RegExp(`${start}\\w+`).exec(this.output)?.[0] ?? '';
  }

  request(path: string, key: string, body?: unknown): Promise<Response> {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch(`${this.url}${path}`, { headers, ...sent });
  }

  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return await this.#ended;
  }
}
