import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './ensure-packages.mjs';

/** The servers that the tests of scale-out start. */
export async function ensureEngines() {
  const packages = [...(hasPostgres() ? [] : ['postgresql']), ...(isOnPath('redis-server') ? [] : ['redis-server'])];
  if (packages.length === 0) return;
  const hint = `Install them by hand: ${packages.join(' ')}. The tests need programs, not running services.`;
  await installPackages({ what: 'PostgreSQL and Redis for the tests of scale-out', packages, hint });
}

const postgresFolder = '/usr/lib/postgresql';

/** The server, not the client alone. */
const hasPostgres = () =>
  existsSync(postgresFolder) &&
  readdirSync(postgresFolder).some((version) => existsSync(join(postgresFolder, version, 'bin', 'initdb')));

/** @param {string} program */
const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
