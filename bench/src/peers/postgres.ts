import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotMeasure } from '../harness/cannot-measure.ts';
import { endingWithUs } from '../harness/children.ts';
import { freePort, untilListening } from '../harness/ports.ts';
import { end } from './peer-process.ts';

const packages = '/usr/lib/postgresql';
const user = 'peer';

export interface Postgres {
  readonly pid: number;
  /** The address of a new database. */
  createDatabase(name: string): string;
  stop(): Promise<void>;
}

/** PostgreSQL of Debian in a scratch directory, with its own settings: a commit is on disk when it is acknowledged. */
export async function startPostgres(): Promise<Postgres> {
  const initdb = program('initdb');
  const folder = mkdtempSync(join(tmpdir(), 'lamppost-bench-postgres-'));
  const owner = ordinaryUser();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const data = join(folder, 'data');
  const port = await freePort();
  execFileSync(initdb, ['-D', data, '-U', user, '--auth', 'trust', '-E', 'UTF8'], { ...options, stdio: 'ignore' });
  const args = ['-D', data, '-p', `${port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  const child = endingWithUs(spawn(program('postgres'), args, { ...options, stdio: 'ignore' }));
  await untilListening(port);
  untilReady(port, folder);
  return {
    pid: child.pid ?? 0,
    createDatabase: (name) => {
      execFileSync(program('createdb'), ['-h', '127.0.0.1', '-p', `${port}`, '-U', user, name]);
      return `postgres://${user}@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      await end(child, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** It listens before it takes connections. */
function untilReady(port: number, folder: string): void {
  execFileSync(program('pg_isready'), ['-h', '127.0.0.1', '-p', `${port}`, '-t', '30'], { cwd: folder });
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

function program(name: string): string {
  const versions = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(packages, version, 'bin', name)).find((path) => existsSync(path));
  if (found === undefined) throw new CannotMeasure('PostgreSQL is not installed: apt-get install postgresql');
  return found;
}
