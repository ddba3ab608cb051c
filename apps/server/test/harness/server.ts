import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { analyticsDatabase, controlDatabase } from './control-database.ts';
import { type FullResponse, hangUp, type RequestToSend, sendRequest } from './send-request.ts';

export const serverEntry = fileURLToPath(new URL('../../../../dist/product/apps/server/dist/main.js', import.meta.url));

interface KeySet {
  readonly publishable: string;
  readonly secret: string;
  readonly dev: string;
}

export interface Bootstrap {
  readonly base_url: string;
  readonly owner: { readonly email: string; readonly password: string };
  readonly operator_token: string;
  readonly project: { readonly id: string; readonly slug: string };
  readonly keys: { readonly production: KeySet; readonly development: KeySet };
}

export interface ServerOptions {
  /** Reused from a server before; a fresh one is made, and removed at the end, when absent. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of another version. */
  readonly entry?: string;
  /** A command that the server is started by, for tests that watch or hinder it. */
  readonly wrapper?: readonly string[];
}

/** A real server in a process of its own, on a free port of loopback. */
export class TestServer {
  readonly dataDir: string;
  readonly bootstrap: Bootstrap;
  readonly #ownsDataDir: boolean;
  readonly #options: ServerOptions;
  #process: ChildProcess;
  #url: string;
  #output: () => string;

  private constructor(options: ServerOptions, dataDir: string, running: Running, bootstrap: Bootstrap) {
    this.dataDir = dataDir;
    this.bootstrap = bootstrap;
    this.#options = options;
    this.#ownsDataDir = options.dataDir === undefined;
    this.#process = running.process;
    this.#url = running.url;
    this.#output = running.output;
  }

  static async start(options: ServerOptions = {}): Promise<TestServer> {
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'lamppost-test-')));
    const running = await launch(options, dataDir);
    const bootstrap = JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8')) as Bootstrap;
    return new TestServer(options, dataDir, running, bootstrap);
  }

  /**
   * The server of all files that look at nothing but projects of their own: starting one takes longer than most of them
   * run. It is stopped and started by nobody, and goes with the worker, which the runner ends by SIGTERM.
   */
  static shared(): Promise<TestServer> {
    shared ??= startShared();
    return shared;
  }

  /** Another edge of the same installation, on a data directory of its own. */
  static async startBeside(first: TestServer, options: ServerOptions): Promise<TestServer> {
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'lamppost-test-')));
    return new TestServer(options, dataDir, await launch(options, dataDir), first.bootstrap);
  }

  get url(): string {
    return this.#url;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Whether SIGSTOP holds it. */
  async isPaused(): Promise<boolean> {
    const status = await readProc(`${this.pid}/stat`);
    return / T /.test(status.slice(status.lastIndexOf(')')));
  }

  /** Everything it has printed so far, on either stream. */
  get output(): string {
    return this.#output();
  }

  get keys(): KeySet {
    return this.bootstrap.keys.production;
  }

  request(path: string, init: RequestInit & { key?: string | null } = {}): Promise<Response> {
    const { key = this.keys.secret, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (key !== null && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`);
    return fetch(`${this.#url}${path}`, { ...rest, headers });
  }

  /** As `request`, for what is read to its end. */
  send(path: string, init: RequestToSend & { key?: string | null } = {}): Promise<FullResponse> {
    const { key = this.keys.secret, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (key !== null && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`);
    return sendRequest(`${this.#url}${path}`, { ...rest, headers });
  }

  post(path: string, body: unknown, init: RequestInit & { key?: string | null } = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = new Headers(init.headers);
    if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
    return this.request(path, { method: 'POST', ...init, headers, body: text });
  }

  async json<T = unknown>(path: string, init: RequestToSend & { key?: string | null } = {}): Promise<T> {
    const { status, text } = await this.send(path, init);
    if (status < 200 || status > 299) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  }

  /** A new project with its own keys. */
  async createProject(slug: string, plan?: string): Promise<{ id: string; keys: Bootstrap['keys'] }> {
    const { status, text } = await this.send('/v1/projects', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ slug, name: slug, plan }),
      key: this.bootstrap.operator_token,
    });
    if (status !== 201) throw new Error(`The project was not made: ${text}`);
    return (JSON.parse(text) as { data: { id: string; keys: Bootstrap['keys'] } }).data;
  }

  /** Takes the default project off its plan, for tests that send more than a plan allows. */
  async liftLimits(): Promise<void> {
    const init = { method: 'PATCH', body: '{"plan":"unmetered"}', key: this.bootstrap.operator_token };
    const response = await this.request('/v1/projects/default', init);
    if (response.status !== 200) throw new Error(`The limits were not lifted: ${await response.text()}`);
  }

  /** Waits until the events that match are this many, and fails loudly when that takes too long. */
  async waitForCount(expected: number, query = '', key = this.keys.secret, withinMs = 60_000): Promise<void> {
    let count: number | undefined;
    await waitUntil(async () => {
      const response = await this.send(`/v1/events/count${query}`, { key });
      if (response.status === 503) return false;
      count = (JSON.parse(response.text) as { data: { count: number } }).data.count;
      return count === expected;
    }, withinMs).catch(() => {
      throw new Error(`Expected ${expected} events${query}, found ${count} after ${withinMs} ms`);
    });
  }

  /** The server listens before its store is open; whatever is asked of the store until then is answered 503. */
  async waitForStore(): Promise<void> {
    await waitUntil(async () => (await this.send('/v1/events/count')).status === 200);
  }

  /** Ends it at once, as a power cut of the process would. */
  async kill(): Promise<void> {
    const exited = new Promise((resolve) => this.#process.once('exit', resolve));
    if (!this.hasEnded) {
      this.#process.kill('SIGKILL');
      await exited;
    }
  }

  /** Asks it to stop and returns its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.hasEnded) return this.#process.exitCode;
    hangUp(this.#url);
    const exited = new Promise<number | null>((resolve) => this.#process.once('exit', (code) => resolve(code)));
    this.#process.kill(signal);
    return await exited;
  }

  /** Starts it again on the same data; on another port, as the system gives it. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.kill();
    const running = await launch({ ...this.#options, env: { ...this.#options.env, ...env } }, this.dataDir);
    this.#process = running.process;
    this.#url = running.url;
    this.#output = running.output;
  }

  /** Of its processes that run now: the store. */
  async childPids(): Promise<string[]> {
    return (await readProc(`${this.pid}/task/${this.pid}/children`)).split(' ').filter((pid) => pid !== '');
  }

  async dispose(): Promise<void> {
    const children = await this.childPids();
    await this.kill();
    // The store ends by itself when its parent is gone; until then it may still write into the directory.
    await waitUntil(async () => (await Promise.all(children.map((pid) => readProc(`${pid}/cmdline`)))).join('') === '');
    if (this.#ownsDataDir) await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** For a process that is about to end, and can wait for nothing. */
  disposeNow(): void {
    const list = `/proc/${this.pid}/task/${this.pid}/children`;
    const children = existsSync(list) ? readFileSync(list, 'utf8').split(' ') : [];
    this.#process.kill('SIGKILL');
    for (const pid of children.map(Number)) if (pid > 0) process.kill(pid, 'SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  }
}

let shared: Promise<TestServer> | undefined;

async function startShared(): Promise<TestServer> {
  const server = await TestServer.start();
  process.once('exit', () => server.disposeNow());
  process.once('SIGTERM', () => process.exit());
  return server;
}

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
  readonly output: () => string;
}

async function launch({ env, entry = serverEntry, wrapper = [] }: ServerOptions, dataDir: string): Promise<Running> {
  const [command = process.execPath, ...args] = [...wrapper, process.execPath, entry, 'serve'];
  const child = spawn(command, args, {
    env: {
      ...process.env,
      LP_PORT: '0',
      LP_DATA_DIR: dataDir,
      LP_BOOTSTRAP_FILE: join(dataDir, 'bootstrap.json'),
      LP_LOG_LEVEL: 'warn',
      ...(await controlDatabase(dataDir)),
      ...analyticsDatabase(dataDir),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  await waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output}`);
    return / listens on (\S+)\n/.test(output);
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const url = / listens on (\S+)\n/.exec(output)?.[1] ?? '';
  return { process: child, url, output: () => output };
}

/** Empty when there is no such process, or no such file system. */
async function readProc(path: string): Promise<string> {
  try {
    return await readFile(`/proc/${path}`, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}

/**
 * Asks again and again until it is so; rejects when the time is up. Asks less often the longer it takes: most queries
 * go to the server, and the time of the processor that they take is what it needs to make it so.
 */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, withinMs = 100_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`Waited ${withinMs} ms in vain`);
    await sleep(Math.min(100, 40 + waitedMs));
  }
}
