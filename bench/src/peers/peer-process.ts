import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CannotMeasure } from '../harness/cannot-measure.ts';
import { endingWithUs } from '../harness/children.ts';
import { freePort } from '../harness/ports.ts';
import type { Reference } from '../harness/processes.ts';

const folder = new URL('../../../tools/peers/', import.meta.url);
const startSeconds = 120;

/** A file of a package that only this scenario uses. */
function peerFile(path: string): string {
  const file = fileURLToPath(new URL(`node_modules/${path}`, folder));
  const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
  if (!existsSync(file)) throw new CannotMeasure(`${name} is not installed: npm install --prefix tools/peers`);
  return file;
}

export interface PeerOptions {
  readonly name: string;
  /** Of its package. */
  readonly entry: string;
  readonly args?: (port: number) => readonly string[];
  readonly env: (port: number) => Readonly<Record<string, string>>;
  /** Answers 200 when the server is ready. */
  readonly readyPath: string;
}

/** A server of others on a free port of loopback. */
export async function startPeer({ name, entry, args, env, readyPath }: PeerOptions): Promise<Reference> {
  const port = await freePort();
  // Some write logs to where they are started.
  const scratch = mkdtempSync(join(tmpdir(), 'lamppost-bench-peer-'));
  const child = endingWithUs(
    spawn(process.execPath, [peerFile(entry), ...(args?.(port) ?? [])], {
      cwd: scratch,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed = (printed + chunk).slice(-1_000);
    });
  const url = `http://127.0.0.1:${port}`;
  for (const endsAt = performance.now() + startSeconds * 1000; !(await isReady(`${url}${readyPath}`)); ) {
    if (child.exitCode !== null || performance.now() > endsAt) {
      child.kill('SIGKILL');
      throw new CannotMeasure(`${name} does not start here: ${printed.trim().split('\n').at(-1) ?? ''}`);
    }
    await sleep(200);
  }
  return {
    url,
    pid: child.pid ?? 0,
    stop: () => end(child).finally(() => rmSync(scratch, { recursive: true, force: true })),
  };
}

const isReady = async (url: string): Promise<boolean> =>
  await fetch(url).then(
    (response) => response.ok,
    () => false,
  );

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(timer);
}
