import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RecordingServer } from './testing/recording-server.ts';

const entry = new URL('../dist/modules/index.js', import.meta.url).href;

let server: RecordingServer;
let directory: string;
beforeEach(async () => {
  server = await RecordingServer.start();
  directory = mkdtempSync(join(tmpdir(), 'lamppost-exit-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** Runs a program with a client named `lamppost`; it is told "ready" when the program says so. */
function run(program: string, options = '', onReady?: (child: ChildProcess) => void): Promise<Ended> {
  const source = `
    import { createLamppost } from '${entry}';
    const lamppost = createLamppost({ key: 'lp_sec_production_${'x'.repeat(32)}', url: '${server.url}', log: () => {}, ${options} });
    ${program}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let isTold = false;
  const hear = (text: Buffer): void => {
    output += text;
    if (isTold || !output.includes('ready')) return;
    isTold = true;
    onReady?.(child);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, output })));
}

const stay = `console.log('ready'); setInterval(() => {}, 1_000);`;

describe('what waits is sent when the process ends', () => {
  test('by itself, which nothing of the client delays', async () => {
    const startedMs = performance.now();
    const { code } = await run(`await lamppost.ready; lamppost.track('last');`);
    expect(code).toBe(0);
    expect(server.names).toEqual(['last']);
    expect(server.paths).toContain('/v1/ruleset/stream?ruleset_version=4');
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });

  test('by process.exit, with its code', async () => {
    const { code } = await run(`lamppost.track('last'); lamppost.captureError(new Error('odd')); process.exit(3);`);
    expect(code).toBe(3);
    expect(server.names).toEqual(['last']);
    expect(server.crashes.size).toBe(1);
  });

  test('by a signal that the app does not listen for: it dies of that signal', async () => {
    const { signal } = await run(`lamppost.track('last'); ${stay}`, '', (child) => child.kill('SIGTERM'));
    expect(signal).toBe('SIGTERM');
    expect(server.names).toEqual(['last']);
  });

  test('by a signal with two clients in the process', async () => {
    const second = `const other = createLamppost({ key: 'lp_sec_production_x', url: '${server.url}', log: () => {} });`;
    const { signal } = await run(`${second} lamppost.track('a'); other.track('b'); ${stay}`, '', (child) =>
      child.kill('SIGINT'),
    );
    expect(signal).toBe('SIGINT');
    expect(server.names).toEqual(['a', 'b']);
  });

  test('by a signal that the app listens for: the app decides how and when', async () => {
    const handler = `process.on('SIGTERM', () => setTimeout(() => { console.log('mine'); process.exit(7); }, 300));`;
    const { code, output } = await run(`${handler} lamppost.track('last'); ${stay}`, '', (child) =>
      child.kill('SIGTERM'),
    );
    expect({ code, isHeard: output.includes('mine') }).toEqual({ code: 7, isHeard: true });
    expect(server.names).toEqual(['last']);
  });

  test('by an uncaught exception, which is reported and ends the process as it would have', async () => {
    const { code, output } = await run(
      `lamppost.track('last'); setTimeout(() => { throw new TypeError('odd'); }, 50);`,
    );
    expect(code).toBe(1);
    expect(output).toContain('TypeError: odd');
    expect(server.names).toEqual(['last']);
    expect([...server.crashes.values()]).toMatchObject([
      { exception_type: 'TypeError', custom_data: { is_unhandled: true, mechanism: 'uncaughtException' } },
    ]);
  });

  test('by an unhandled rejection', async () => {
    const { code } = await run(`Promise.reject(new RangeError('odd'));`);
    expect(code).toBe(1);
    expect([...server.crashes.values()]).toMatchObject([
      { exception_type: 'RangeError', custom_data: { mechanism: 'unhandledRejection' } },
    ]);
  });
});

test('an app that listens for rejections goes on, and they are reported all the same', async () => {
  const program = `
    const mine = () => console.log('mine');
    process.on('unhandledRejection', mine);
    Promise.reject(new RangeError('odd'));
    setTimeout(() => { process.off('unhandledRejection', mine); console.log(process.listenerCount('unhandledRejection')); }, 100);
  `;
  const { code, output } = await run(program);
  expect({ code, output }).toEqual({ code: 0, output: 'mine\n0\n' });
  expect(server.crashes.size).toBe(1);
});

test('an exit does not wait for a server that does not answer longer than it was told to', async () => {
  const startedMs = performance.now();
  const { code } = await run(`lamppost.track('last'); process.exit(0);`, `exitMs: 300, url: 'http://10.255.255.1'`);
  expect(code).toBe(0);
  expect(performance.now() - startedMs).toBeLessThan(10_000);
});

test('what could not be sent is sent by the next start, once and as it was, after any end', async () => {
  const options = `exitMs: 0, storageDir: '${directory}'`;
  server.status = 503;
  await run(
    `lamppost.track('first', { n: 1 }, { userId: 'ada' }); console.log(lamppost.status().instanceId);`,
    options,
  );
  await run(`lamppost.track('second'); console.log('ready'); setInterval(() => {}, 1_000);`, options, (child) =>
    child.kill('SIGKILL'),
  );
  expect(server.events.size).toBe(0);
  server.status = undefined;
  const { output } = await run(`console.log(lamppost.status().queued); await lamppost.close();`, options);
  expect(output).toBe('2\n');
  expect(server.names).toEqual(['first', 'second']);
  expect([...server.events.values()][0]).toMatchObject({ properties: { n: 1 }, context: { user: { id: 'ada' } } });
  expect((await run(`console.log(lamppost.status().queued); await lamppost.close();`, options)).output).toBe('0\n');
});
