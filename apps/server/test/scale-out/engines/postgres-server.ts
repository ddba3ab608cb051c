import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EngineProcess, freePort, runToEnd } from './engine-process.ts';

const packages = '/usr/lib/postgresql';

/** A PostgreSQL server in a scratch directory on a free port of loopback, as an ordinary user. */
export class PostgresServer {
  readonly #process: EngineProcess;
  readonly #folder: string;
  readonly #port: number;

  private constructor(folder: string, port: number, process: EngineProcess) {
    this.#folder = folder;
    this.#port = port;
    this.#process = process;
  }

  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'lamppost-postgres-'));
    const user = ordinaryUser();
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
    const port = await freePort();
    const data = join(folder, 'data');
    const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
    const initArgs = ['--pgdata', data, '--username', 'lamppost', '--auth', 'trust', '--no-sync', '--encoding', 'UTF8'];
    await runToEnd(binary('initdb'), initArgs, options);
    // Nothing here has to survive a power cut; a killed server keeps what the kernel has.
    const settings = ['fsync=off', 'max_connections=200', 'shared_buffers=64MB', 'listen_addresses=127.0.0.1'];
    const args = ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
    const server = new PostgresServer(
      folder,
      port,
      new EngineProcess(
        () => spawn(binary('postgres'), args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }),
        () => untilConnected(port),
      ),
    );
    await server.#process.start();
    return server;
  }

  /** Of a database of the server. */
  urlOf(database: string, user = 'lamppost'): string {
    return `postgres://${user}@127.0.0.1:${this.#port}/${database}`;
  }

  /** A new one, with the tables and rows of another where that is given. */
  async createDatabase(name: string, template = 'template1'): Promise<string> {
    await this.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
    return this.urlOf(name);
  }

  async query(sql: string, database = 'postgres'): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client(this.urlOf(database));
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  start(): Promise<void> {
    rmSync(join(this.#folder, 'data', 'postmaster.pid'), { force: true });
    return this.#process.start();
  }

  /** Of all its processes: a stopped one alone leaves those of the connections running. */
  pause(): void {
    for (const pid of this.#family()) process.kill(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const pid of this.#family()) process.kill(pid, 'SIGCONT');
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  async kill(): Promise<void> {
    const family = this.#family();
    await this.#process.kill();
    for (const pid of family) killQuietly(pid);
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #family(): number[] {
    const { pid } = this.#process;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.split(' ').filter(Boolean).map(Number)];
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with its parent.
  }
}

async function untilConnected(port: number): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: `postgres://lamppost@127.0.0.1:${port}/postgres` });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}

/** PostgreSQL does not run as root. */
function ordinaryUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:') || entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

function binary(name: string): string {
  const versions = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(packages, version, 'bin', name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  return found;
}
