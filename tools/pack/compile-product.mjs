// Runs dist/product until it has stored its compiled code, so that what the tests start needs not compile it each time.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRepository } from '../run/paths.mjs';

const compiled = inRepository('dist/product/lib/compiled');
const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 250;

const names = () => (existsSync(compiled) ? readdirSync(compiled) : []);
/** @param {string} program */
const isStored = (program) => names().some((name) => name.startsWith(`${program}.cjs-`));

const dataDir = mkdtempSync(join(tmpdir(), 'lamppost-compile-'));
const server = spawn(process.execPath, [inRepository('dist/product/apps/server/dist/main.js'), 'serve'], {
  env: { ...process.env, LP_PORT: '0', LP_DATA_DIR: dataDir, LP_LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const exited = new Promise((resolve) => server.once('exit', resolve));
try {
  const end = performance.now() + WITHIN_MS;
  let before = -1;
  // The main process and the store store theirs at about the same time, file by file.
  while (!['server-main', 'server-store-process-main'].every(isStored) || names().length > before) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`);
    if (performance.now() > end) throw new Error(`Nothing was stored in ${compiled} within ${WITHIN_MS} ms`);
    before = names().length;
    await sleep(LOOK_EVERY_MS);
  }
} finally {
  server.kill();
  await exited;
  rmSync(dataDir, { recursive: true, force: true });
}
