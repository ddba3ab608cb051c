import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './ensure-packages.mjs';

/** The servers that the tests of scale-out start. */
export async function ensureEngines() {
  const packages = [
    ...(existsSync('/usr/lib/postgresql') ? [] : ['postgresql']),
    ...(isOnPath('redis-server') ? [] : ['redis-server']),
  ];
  if (packages.length === 0) return;
  const hint = `Install them by hand: ${packages.join(' ')}. The tests need programs, not running services.`;
  await installPackages({ what: 'PostgreSQL and Redis for the tests of scale-out', packages, hint });
}

/** @param {string} program */
const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
