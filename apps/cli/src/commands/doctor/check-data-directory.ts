import { existsSync } from 'node:fs';
import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { formatAgo, formatBytes } from '../../output/format.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const LEAST_FREE_BYTES = 512 * 1024 * 1024;
const LEAST_FREE_SHARE = 0.05;
const MAX_BACKUP_AGE_MS = 7 * 86_400_000;

/** The data directory of a server on this machine: there, readable, room, backups. */
export async function checkDataDirectory(folder: string): Promise<Finding[]> {
  if (!existsSync(folder))
    return [problem(`${folder} does not exist`, 'Set the data directory of the server with --data-dir.')];
  if (!existsSync(join(folder, 'format.json'))) {
    return [
      problem(`${folder} is not a Lamppost data directory`, 'Set the data directory of the server with --data-dir.'),
    ];
  }
  return [await checkAccess(folder), await checkRoom(folder), await checkNewer(folder), await checkBackups(folder)];
}

async function checkAccess(folder: string): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK);
    const { mode } = await stat(folder);
    return process.platform !== 'win32' && (mode & 0o007) !== 0
      ? warning(`Other users of this machine can read ${folder}`, `Run: chmod o-rwx ${folder}`)
      : ok(`${folder} can be read and written`);
  } catch {
    return problem(
      `${folder} cannot be read and written by this user`,
      'Run this as the user of the server, or fix owner and mode.',
    );
  }
}

async function checkRoom(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const what = `${formatBytes(free)} of ${formatBytes(total)} free for ${folder}`;
  return free < Math.min(LEAST_FREE_BYTES, total * LEAST_FREE_SHARE)
    ? problem(`${what}: events are rejected`, 'Free some space; the server resumes automatically.')
    : ok(what);
}

async function checkNewer(folder: string): Promise<Finding> {
  const aside = (await readdir(folder)).find((name) => name.startsWith('snapshot-newer-'));
  return aside === undefined
    ? ok('The control database is up to date')
    : problem(
        `control.db is older than the configuration that was last served: ${aside}`,
        'See "When control.db went backwards" in the guide "Operate".',
      );
}

async function checkBackups(folder: string): Promise<Finding> {
  const place = join(folder, 'backups');
  const newest = existsSync(place) ? (await readdir(place)).toSorted().at(-1) : undefined;
  if (newest === undefined)
    return warning('No backup in the data directory', 'Create one, and copy it to another machine: lamppost backup');
  const { mtime } = await stat(join(place, newest));
  const age = formatAgo(mtime.toISOString());
  return Date.now() - mtime.getTime() > MAX_BACKUP_AGE_MS
    ? warning(`The newest backup is old: ${newest}, ${age}`, 'Create one: lamppost backup')
    : ok(`The newest backup is ${newest}, ${age}`);
}
