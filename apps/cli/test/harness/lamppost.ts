import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../../dist/product/apps/cli/dist/main.js', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
}

interface KeySet {
  readonly publishable: string;
  readonly secret: string;
  readonly dev: string;
}

interface Bootstrap {
  readonly owner: { readonly email: string; readonly password: string };
  readonly operator_token: string;
  readonly keys: { readonly production: KeySet; readonly development: KeySet };
}

/** The command line in a directory of its own: as somebody has it who just installed it. */
export class Workspace {
  readonly folder: string;
  readonly env: Record<string, string>;

  private constructor(folder: string) {
    this.folder = folder;
    this.env = { XDG_CONFIG_HOME: join(folder, '.config'), COLUMNS: '80' };
  }

  static async create(): Promise<Workspace> {
    return new Workspace(await mkdtemp(join(tmpdir(), 'lamppost-cli-')));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  start(args: readonly string[], options: RunOptions = {}): ChildProcess {
    const { LP_KEY: _, LP_URL: __, FORCE_COLOR: ___, ...inherited } = process.env;
    return spawn(process.execPath, [entry, ...args], {
      cwd: options.cwd ?? this.folder,
      env: { ...inherited, ...this.env, ...options.env },
      stdio: 'pipe',
    });
  }

  async run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const child = this.start(args, options);
    const printed = { out: '', err: '' };
    child.stdout?.on('data', (piece: Buffer) => {
      printed.out += piece.toString();
    });
    child.stderr?.on('data', (piece: Buffer) => {
      printed.err += piece.toString();
    });
    child.stdin?.end(options.input ?? '');
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, ...printed };
  }

  /** What a command printed; fails loudly when it did not end well. */
  async ok(...args: string[]): Promise<string> {
    const { code, out, err } = await this.run(args);
    if (code !== 0) throw new Error(`lamppost ${args.join(' ')} ended with ${code}:\n${out}${err}`);
    return out;
  }

  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.ok(...args, '--json')) as T;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** A server that `lamppost serve` has started, and a workspace that knows its address and secret key. */
export class Lamppost {
  readonly at: Workspace;
  readonly url: string;
  readonly bootstrap: Bootstrap;
  readonly #process: ChildProcess;

  private constructor(at: Workspace, url: string, bootstrap: Bootstrap, child: ChildProcess) {
    this.at = at;
    this.url = url;
    this.bootstrap = bootstrap;
    this.#process = child;
    Object.assign(at.env, { LP_URL: url, LP_KEY: bootstrap.keys.production.secret });
  }

  static async start(dataDir = 'data'): Promise<Lamppost> {
    const at = await Workspace.create();
    const env = { LP_BOOTSTRAP_FILE: at.path('bootstrap.json'), LP_LOG_LEVEL: 'warn' };
    const child = at.start(['serve', '--port', '0', '--data-dir', at.path(dataDir)], { env });
    const output = collect(child);
    await waitUntil(() => {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
      return / listens on (\S+)\n/.test(output());
    });
    const bootstrap = JSON.parse(await at.read('bootstrap.json')) as Bootstrap;
    const lamppost = new Lamppost(at, / listens on (\S+)\n/.exec(output())?.[1] ?? '', bootstrap, child);
    // It listens before its store is open.
    await lamppost.waitForEvents(0);
    return lamppost;
  }

  get keys(): KeySet {
    return this.bootstrap.keys.production;
  }

  /** As another program would ask. */
  async ask<T>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      headers: { Authorization: `Bearer ${this.keys.secret}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  }

  /** What was accepted can be asked for a little later. */
  async waitForEvents(count: number): Promise<void> {
    await waitUntil(async () => {
      const found = await this.ask<{ count: number }>('/v1/events/count').catch(() => ({ count: -1 }));
      return found.count >= count;
    });
  }

  async stop(): Promise<number | null> {
    if (this.#process.exitCode !== null) return this.#process.exitCode;
    const exited = new Promise<number | null>((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    return await exited;
  }

  async dispose(): Promise<void> {
    await this.stop();
    await this.at.remove();
  }
}

export function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
  }
  return () => text;
}

export async function waitUntil(isSo: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Waited ${withinMs} ms in vain`);
    await sleep(100);
  }
}

/** Lines that do not fit a terminal of 80 columns. */
export const tooWide = (text: string): string[] => text.split('\n').filter((line) => [...line].length > 80);
