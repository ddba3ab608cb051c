import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from './paths.mjs';
import { StepFailed } from './step-failed.mjs';

/**
 * @typedef {{ publishable: string, secret: string }} Keys
 * @typedef {{ base_url: string, owner: { email: string, password: string }, keys: { production: Keys } }} Bootstrap
 * @typedef {{ bootstrap: Bootstrap, stop: () => Promise<void> }} ThrowawayServer
 */

/**
 * A server on a free port with a data directory of its own, which is removed at the end. It is in a process group of its
 * own, so that Ctrl-C leaves it to us: what uses it ends first and can still send.
 * @returns {Promise<ThrowawayServer>}
 */
export async function startThrowawayServer() {
  const folder = mkdtempSync(join(tmpdir(), 'lamppost-example-'));
  const bootstrapFile = join(folder, 'bootstrap.json');
  const child = spawn(process.execPath, [inRepository('apps/server/dist/main.js'), 'serve'], {
    env: {
      ...process.env,
      LP_HOST: '127.0.0.1',
      LP_PORT: '0',
      LP_DATA_DIR: join(folder, 'data'),
      LP_BOOTSTRAP_FILE: bootstrapFile,
      LP_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  // A signal in a moment without other children ends this process at once.
  const endAtOnce = () => {
    child.kill('SIGKILL');
    remove();
  };
  process.on('exit', endAtOnce);

  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => child.on('close', () => resolve()));
  let output = '';
  await new Promise((resolve, reject) => {
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      if (output.includes(' listens on ')) resolve(undefined);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    closed.then(() => reject(new StepFailed('Lamppost did not start.', { output })));
  });
  return {
    bootstrap: JSON.parse(readFileSync(bootstrapFile, 'utf8')),
    async stop() {
      child.kill('SIGTERM');
      await closed;
      process.off('exit', endAtOnce);
      remove();
    },
  };
}
