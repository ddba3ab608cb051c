import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { collect, Workspace, waitUntil } from './harness/lamppost.ts';

vi.setConfig({ testTimeout: 120_000 });

const DEV = 'lp_dev_production_0000000000000000000000000000000000000000000000000';
const SECRET = DEV.replace('_dev_', '_sec_');

let at: Workspace;
/** Answers as it is told, to see what becomes of it. */
let odd: Server;
let answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: '{}' };

beforeAll(async () => {
  at = await Workspace.create();
  odd = createServer((_, response) => {
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  odd.close();
  await at.remove();
});

const oddUrl = (): string => `http://127.0.0.1:${(odd.address() as { port: number }).port}`;

describe('exit codes and messages', () => {
  test('2: a wrong command or option, with what was probably meant', async () => {
    const command = await at.run(['flags', 'lst']);
    expect(command).toMatchObject({ code: 2, err: expect.stringContaining('(Did you mean list?)') });
    const option = await at.run(['flags', 'list', '--sear', 'x']);
    expect(option).toMatchObject({ code: 2, err: expect.stringContaining('(Did you mean --search?)') });
    const missing = await at.run(['flags', 'kill', 'a_flag']);
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining("'--reason <text>' not specified") });
    const value = await at.run(['flags', 'rollout', 'a_flag', '120', '--key', SECRET]);
    expect(value).toMatchObject({ code: 2, err: 'Error: percentage must be 0 to 100, not 120.\n' });
  });

  test('3: a server that cannot be reached, by name and reason', async () => {
    const { code, err } = await at.run(['flags', 'list', '--url', 'http://127.0.0.1:9', '--key', DEV]);
    expect(code).toBe(3);
    expect(err).toBe(
      'Error: Cannot reach http://127.0.0.1:9 (--url): nothing is listening there.\n' +
        'Is the server running? Start it with "lamppost serve", or set another address with --url or LP_URL.\n',
    );
    answer = { status: 502, body: '<html>Bad gateway</html>' };
    expect((await at.run(['flags', 'list', '--url', oddUrl(), '--key', DEV])).code).toBe(3);
    answer = { status: 200, body: '<html>A page of somebody else</html>' };
    const page = await at.run(['flags', 'list', '--url', oddUrl(), '--key', DEV]);
    expect(page).toMatchObject({ code: 3, err: expect.stringContaining('did not return JSON') });
  });

  test('4: no key, another kind of key, something that is none', async () => {
    const none = await at.run(['flags', 'list', '--url', oddUrl()]);
    expect(none).toMatchObject({ code: 4, err: expect.stringContaining('No key. This needs a secret key') });
    const kind = await at.run(['tail', '--url', oddUrl(), '--key', DEV]);
    expect(kind.err).toContain('This needs a secret key (lp_sec_…); the key of --key is a dev one (lp_dev_…).');
    expect(kind.code).toBe(4);
    const other = await at.run(['flags', 'list', '--url', oddUrl()], { env: { LP_KEY: 'phc_something' } });
    expect(other).toMatchObject({ code: 4, err: expect.stringContaining('The value of LP_KEY is not a key') });
    const operator = await at.run(['projects', 'list', '--url', oddUrl(), '--key', SECRET]);
    expect(operator).toMatchObject({ code: 4, err: expect.stringContaining('This needs the operator token.') });
  });

  test('429 is waited for as the server asks, and then told', async () => {
    answer = {
      status: 429,
      body: '{"error": {"code": "RATE_LIMIT_EXCEEDED", "message": "Too many requests."}}',
      headers: { 'Retry-After': '1' },
    };
    const { code, err } = await at.run(['flags', 'list', '--url', oddUrl(), '--key', DEV]);
    expect(code).toBe(3);
    expect(err.match(/The server asks to wait 1 s\./g)).toHaveLength(4);
  });

  test('a failure is JSON too when JSON is asked for', async () => {
    const { code, out, err } = await at.run(['flags', 'list', '--json', '--url', 'http://127.0.0.1:9', '--key', DEV]);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'UNREACHABLE', hint: expect.any(String) } });
  });

  test('a broken lamppost.config.json is told with its line, a wrong one with its member', async () => {
    await mkdir(at.path('broken'), { recursive: true });
    await writeFile(at.path('broken/lamppost.config.json'), '{\n  "url": "http://127.0.0.1",\n  "codegen": [\n}\n');
    const broken = await at.run(['codegen'], { cwd: at.path('broken') });
    expect(broken.code).toBe(7);
    expect(broken.err).toMatch(/lamppost\.config\.json:4:1: this is not JSON/);
    await writeFile(at.path('broken/lamppost.config.json'), '{"codegen": [{"language": "cobol", "output": "x"}]}');
    const wrong = await at.run(['codegen'], { cwd: at.path('broken') });
    expect(wrong.err).toContain('codegen.0.language must be one of typescript, swift, kotlin, openfeature');
    await writeFile(at.path('broken/lamppost.config.json'), `{"key": "${SECRET}"}`);
    const leaked = await at.run(['codegen'], { cwd: at.path('broken') });
    expect(leaked.err).toContain('keys do not belong in a shared file');
  });

  test('a key of a profile is never shown to another server', async () => {
    answer = { status: 200, body: '{"data": {}}' };
    await at.run(['login', '--url', oddUrl(), '--key', '-'], { input: SECRET });
    const { code, err } = await at.run(['flags', 'list', '--url', 'http://127.0.0.1:9']);
    expect(code).toBe(4);
    expect(err).toContain('No key.');
  });
});

describe('an export that does not come to its end', () => {
  /** Sends half of what it announced; the rest never comes, or the connection breaks. */
  const half = (then: 'waits' | 'breaks'): Server =>
    createServer((_, response) => {
      response.writeHead(200, { 'Content-Length': '100000' });
      response.write('x'.repeat(50_000), () => {
        if (then === 'breaks') response.destroy();
      });
    });

  for (const [then, title] of [
    ['breaks', 'a connection that breaks leaves no file, and says how far it came'],
    ['waits', 'Ctrl-C leaves no file'],
  ] as const) {
    test(title, async () => {
      const server = half(then);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
      const folder = at.path(`out-${then}`);
      await mkdir(folder);
      const args = ['export', 'events', '-o', `${folder}/events.ndjson`, '--url', url, '--key', SECRET];
      const child = at.start(args);
      const output = collect(child);
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      if (then === 'waits') {
        await waitUntil(async () => (await readdir(folder)).length === 1);
        child.kill('SIGINT');
      }
      const code = await ended;
      expect({ code, left: await readdir(folder) }).toEqual({ code: then === 'waits' ? 130 : 3, left: [] });
      if (then === 'breaks') expect(output()).toMatch(/was lost after .+ of 97\.7 KiB\. No file was left\./);
      server.closeAllConnections();
      server.close();
    });
  }
});
