import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './ensure-packages.mjs';
import { inRepository } from './paths.mjs';
import { runStep } from './run-steps.mjs';

/** The servers that the tests of scale-out start. */
export async function ensureEngines() {
  const packages = [...(hasPostgres() ? [] : ['postgresql']), ...(isOnPath('redis-server') ? [] : ['redis-server'])];
  if (packages.length > 0) await installEngines(packages);
  await ensureClickhouse();
}

/** @param {readonly string[]} packages */
async function installEngines(packages) {
  const hint = `Install them by hand: ${packages.join(' ')}. The tests need programs, not running services.`;
  await installPackages({ what: 'PostgreSQL and Redis for the tests of scale-out', packages, hint });
}

const clickhouseFolder = inRepository('tools/clickhouse');

/** The engine of ClickHouse: half a gigabyte, which nobody needs who does not run these tests. */
async function ensureClickhouse() {
  if (process.env.LP_TEST_CLICKHOUSE_URL !== undefined || existsSync(join(clickhouseFolder, 'node_modules'))) return;
  await runStep({
    title: 'Installing ClickHouse for the tests of scale-out',
    command: 'npm',
    // Not `ci`: it wants the binaries of every platform in the lock file, and each is half a gigabyte.
    args: ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', clickhouseFolder],
    hint: 'It needs half a gigabyte of disk. A server of your own will do: LP_TEST_CLICKHOUSE_URL.',
  });
}

const postgresFolder = '/usr/lib/postgresql';

/** The server, not the client alone. */
const hasPostgres = () =>
  existsSync(postgresFolder) &&
  readdirSync(postgresFolder).some((version) => existsSync(join(postgresFolder, version, 'bin', 'initdb')));

/** @param {string} program */
const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
