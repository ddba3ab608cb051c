import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { type Bootstrap, waitUntil } from '../harness/server.ts';

const runner = new URL('../../../../tools/run/', import.meta.url);
/** `npm start` without installing and building, which the tests of the runner are about. */
const start = `
const { takeDemoOptions } = await import(${JSON.stringify(new URL('demo.mjs', runner).href)});
const { becomeServer } = await import(${JSON.stringify(new URL('become-server.mjs', runner).href)});
const { demo, serverArgs } = takeDemoOptions(process.argv.slice(2), process.env);
await becomeServer(serverArgs, demo);
`;
const helper = fileURLToPath(new URL('../../../../packages/demo-data/dist/command/demo-main.js', import.meta.url));

const scripts = mkdtempSync(join(tmpdir(), 'lamppost-start-'));
const script = join(scripts, 'start.mjs');
writeFileSync(script, start);

const events = 1_000;
const longMs = 60_000;
const running: DemoRun[] = [];
const directories: string[] = [scripts];
afterAll(async () => {
  for (const run of running) await run.end('SIGKILL');
  for (const directory of directories)
    await rm(directory, { recursive: true, force: true, maxRetries: 9, retryDelay: 200 });
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lamppost-demo-'));
  directories.push(directory);
  return directory;
}

class DemoRun {
  readonly directory: string;
  readonly #process: ChildProcess;
  readonly #closed: Promise<number | null>;
  output = '';

  constructor(directory: string, args: readonly string[] = ['--demo', '--demo-events', `${events}`]) {
    this.directory = directory;
    this.#process = spawn(process.execPath, [script, '--port', '0', ...args], {
      env: { ...process.env, LP_DATA_DIR: directory, LP_BOOTSTRAP_FILE: join(directory, 'bootstrap.json') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    // Closed when nobody holds the output any more: neither the server nor what was started beside it.
    this.#closed = new Promise((resolve) => this.#process.on('close', resolve));
    running.push(this);
  }

  async says(text: string): Promise<void> {
    const isSaidOrOver = () => this.output.includes(text) || this.#process.exitCode !== null;
    await waitUntil(isSaidOrOver, longMs).catch(() => undefined);
    if (!this.output.includes(text)) throw new Error(`It did not say ${text}:\n${this.output}`);
  }

  /** Resolves when everything that it started is gone, too. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#process.kill(signal);
    return await this.#closed;
  }

  get ended(): Promise<number | null> {
    return this.#closed;
  }

  get url(): string {
    return / listens on (\S+)\n/.exec(this.output)?.[1] ?? '';
  }

  async bootstrap(): Promise<Bootstrap> {
    return JSON.parse(await readFile(join(this.directory, 'bootstrap.json'), 'utf8')) as Bootstrap;
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const { secret } = (await this.bootstrap()).keys.production;
    return await fetch(`${this.url}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    });
  }

  /** Waits for a store that is still starting. */
  async data<T>(path: string): Promise<T> {
    let response = await this.request(path);
    await waitUntil(async () => {
      if (response.status === 503) response = await this.request(path);
      return response.status !== 503;
    }, longMs);
    return ((await response.json()) as { data: T }).data;
  }

  async project(): Promise<{ name: string; plan: string; created_at: string }> {
    return await this.data('/v1/project');
  }

  /** Of the story, and of what came after its end. */
  async counts(): Promise<{ story: number; live: number }> {
    const { created_at: end } = await this.project();
    const count = async (query: string) => (await this.data<{ count: number }>(`/v1/events/count?${query}`)).count;
    return { story: await count(`to=${end}`), live: await count(`from=${end}`) };
  }
}

test(
  'a demo is filled once, also when the first fill ended in the middle, goes on while the server runs, and is there again at the next start',
  async () => {
    const directory = await newDirectory();
    const killed = new DemoRun(directory);
    await killed.says('Filling');
    await waitUntil(async () => (await killed.project()).name === 'Larder (being filled)', longMs);
    await killed.end('SIGKILL');

    const first = new DemoRun(directory);
    await first.says('The demo is ready');
    const { owner } = await first.bootstrap();
    expect(first.output).toContain(`Address     ${first.url}`);
    expect(first.output).toContain(`Sign in as  ${owner.email}`);
    expect(first.output).toContain(`Password    ${owner.password}\n\n  People go on`);
    expect(await first.project()).toMatchObject({ name: 'Larder', plan: 'scale' });
    const filled = await first.counts();
    // Some are refused, some quarantined, and the clock of some devices is ahead.
    expect(filled.story).toBeGreaterThan(events * 0.95);
    expect(filled.story).toBeLessThanOrEqual(events);
    await waitUntil(async () => (await first.counts()).live > filled.live + 3, longMs);

    const said = first.output.length;
    expect(await first.end('SIGTERM')).toBe(0);
    const lastWords = first.output.slice(said).trim().split('\n');
    expect(lastWords.filter((line) => !line.includes('"level":30'))).toEqual([]);

    const second = new DemoRun(directory);
    await second.says('The demo "Larder" is there already');
    expect(second.output).toContain(`Password    ${owner.password}`);
    expect(second.output).not.toContain('Filling');
    const before = await second.counts();
    expect(before.story).toBe(filled.story);
    await waitUntil(async () => (await second.counts()).live > before.live, longMs);
    // Killed, it cannot tell anybody; what it started goes all the same, or this would never resolve.
    await second.end('SIGKILL');
  },
  longMs * 3,
);

test(
  'a project with data of its own is left alone, and its server goes on',
  async () => {
    const directory = await newDirectory();
    const own = new DemoRun(directory, []);
    await own.says(' listens on ');
    const body = JSON.stringify({ batch: [{ event: 'mine', event_id: 'a-1' }] });
    expect((await own.request('/v1/ingest', { method: 'POST', body })).status).toBe(202);
    await waitUntil(async () => (await own.data<{ count?: number }>('/v1/events/count'))?.count === 1, longMs);
    await own.end('SIGTERM');

    const demo = new DemoRun(directory);
    await demo.says('The project "Default" in');
    expect(demo.output).toContain('has data of its own, so the demo is not put into it');
    expect(await demo.data('/v1/events/count')).toEqual({ count: 1 });
    expect(await demo.data('/v1/flags')).toEqual([]);
    expect(await demo.end('SIGTERM')).toBe(0);
  },
  longMs * 2,
);

test(
  'when the port is taken there is one message, and nothing stays',
  async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const late = new DemoRun(await newDirectory(), ['--demo', '--port', `${port}`]);
    expect(await late.ended).toBe(1);
    expect(
      late.output
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{')),
      late.output,
    ).toEqual([expect.stringMatching(/^lamppost: Port \d+ on 127.0.0.1 is in use. Stop the process/)]);
    holder.close();
  },
  longMs,
);

test('keys that are gone are reported in words', async () => {
  const child = spawn(process.execPath, [helper, '--bootstrap-file', '/nowhere/bootstrap.json'], { stdio: 'pipe' });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect({ code, output }).toEqual({
    code: 1,
    output:
      '/nowhere/bootstrap.json is gone, and with it the keys of the demo. To begin anew, remove /nowhere; to go on without the demo, start without --demo.\n',
  });
});
