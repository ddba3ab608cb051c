import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endingWithUs } from './children.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Certificates that this machine adds take Node as long to read as the rest of its start, ours and the reference's. */
const environment = { ...process.env, NODE_EXTRA_CA_CERTS: '' };

export interface Reference {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** One of the servers that the product is held against, in a process of its own. */
export async function startReference(
  name: 'floor' | 'fixed-body',
  env: Readonly<Record<string, string>> = {},
): Promise<Reference> {
  const file = join(tmpdir(), `lamppost-bench-${process.pid}-${name}.ndjson`);
  const child = endingWithUs(
    fork(here(`../references/${name}.js`), { env: { ...environment, FLOOR_FILE: file, ...env } }),
  );
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      await ended(child, () => child.disconnect());
      await rm(file, { force: true });
    },
  };
}

export interface Product extends Reference {
  readonly keys: { readonly secret: string; readonly publishable: string };
  readonly operatorToken: string;
  readonly dataDir: string;
  readonly readyAfterMs: number;
  /** Resident megabytes of the main and of the store process. */
  memoryMb(): Promise<{ main: number; store: number }>;
}

export interface ProductOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  readonly isMetered?: boolean;
  /** What the project may do; without limits where nothing else is said. */
  readonly plan?: 'free' | 'unmetered';
  /** Another one on the same control plane: its keys are this one's too. */
  readonly beside?: Product;
  /** The built main.js of another version. */
  readonly entry?: string;
}

let productEntry = here('../../../dist/product/apps/server/dist/main.js');

/** Measures another version from now on: its built main.js. */
export function measureEntry(entry: string): void {
  productEntry = entry;
}

/** The built product, on its own data directory; not metered, so that its speed is what is measured. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { env = {}, dataDir, isMetered = false, plan = 'unmetered', beside, entry = productEntry } = options;
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'lamppost-bench-')));
  const bootstrapFile = join(directory, 'bootstrap.json');
  const startedAt = performance.now();
  const child = endingWithUs(
    spawn(process.execPath, [entry, 'serve'], {
      env: {
        ...environment,
        LP_PORT: '0',
        LP_DATA_DIR: directory,
        LP_BOOTSTRAP_FILE: bootstrapFile,
        LP_LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = / listens on (\S+)\n/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
  const readyAfterMs = performance.now() - startedAt;
  const first = beside === undefined ? bootstrapFile : join(beside.dataDir, 'bootstrap.json');
  const bootstrap = JSON.parse(await readFile(first, 'utf8')) as {
    keys: { production: { secret: string; publishable: string } };
    operator_token: string;
    project: { id: string };
  };
  if (!isMetered && beside === undefined) {
    const response = await fetch(`${url}/v1/projects/${bootstrap.project.id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${bootstrap.operator_token}` },
      body: JSON.stringify({ plan }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  return {
    url,
    keys: bootstrap.keys.production,
    operatorToken: bootstrap.operator_token,
    dataDir: directory,
    pid: child.pid ?? 0,
    readyAfterMs,
    memoryMb: async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const of = (name: string): number =>
        Number(new RegExp(`lamppost_resident_memory_bytes\\{process="${name}"\\} (\\S+)`).exec(text)?.[1] ?? 0) / 1e6;
      return { main: of('main'), store: of('store') };
    },
    stop: async () => {
      await ended(child, () => child.kill('SIGTERM'));
      if (dataDir === undefined) await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  end();
  await Promise.race([exit, sleep(15_000).then(() => child.kill('SIGKILL'))]);
}
