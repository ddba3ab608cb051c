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

const peersFolder = inRepository('tools/peers');

/** Servers of others that the bench measures beside ours; whatever cannot be installed is named in its results. */
export async function ensurePeers() {
  if (!hasPostgres()) {
    const hint = 'Install it by hand: postgresql. The bench needs the program, not a running service.';
    await installPackages({ what: 'PostgreSQL for the bench', packages: ['postgresql'], hint }).catch(warn);
  }
  if (existsSync(join(peersFolder, 'node_modules'))) return;
  await runStep({
    title: 'Installing servers of others for the bench',
    command: 'npm',
    // Their scripts build what is not measured, and one reports who installs it.
    args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', peersFolder],
    hint: 'They need 400 MB of disk. The bench goes on without them.',
  }).catch(warn);
}

/** @param {unknown} error */
const warn = (error) => console.warn(error instanceof Error ? error.message : error);

const postgresFolder = '/usr/lib/postgresql';

/** The server, not the client alone. */
const hasPostgres = () =>
  existsSync(postgresFolder) &&
  readdirSync(postgresFolder).some((version) => existsSync(join(postgresFolder, version, 'bin', 'initdb')));

/** @param {string} program */
const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
