import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './api.mjs';
import { waitUntil } from './wait-until.mjs';

/** @param {string} checkout */
const entryOf = (checkout) => join(checkout, 'apps/server/dist/main.js');

/**
 * @param {string} checkout
 * @param {string} backup
 * @param {string} dataDir
 */
export const restoreBackup = (checkout, backup, dataDir) =>
  execFileSync(process.execPath, [entryOf(checkout), 'restore', '--from', backup, '--data-dir', dataDir]);

/** A server of a built checkout, in a process of its own, which ends with this one. */
export class VersionServer {
  /** @type {import('node:child_process').ChildProcess} */
  #process;

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {string} url
   */
  constructor(child, url) {
    this.#process = child;
    this.url = url;
    this.api = new Api(url);
  }

  /**
   * @param {string} checkout
   * @param {string} dataDir
   * @param {Record<string, string>} [env]
   */
  static async start(checkout, dataDir, env = {}) {
    const child = spawn(process.execPath, [entryOf(checkout), 'serve'], {
      env: { ...process.env, LP_PORT: '0', LP_DATA_DIR: dataDir, LP_LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const endAtOnce = () => child.kill('SIGKILL');
    process.on('exit', endAtOnce);
    child.on('exit', () => process.off('exit', endAtOnce));
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await waitUntil('the server listens', () => {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output}`);
      return / listens on \S+\n/.test(output);
    });
    const server = new VersionServer(
      child,
      /** @type {RegExpExecArray} */ (/ listens on (\S+)\n/.exec(output))[1] ?? '',
    );
    await server.untilLoaded();
    return server;
  }

  /** Until the store has everything that the log has handed over. */
  async untilLoaded() {
    await waitUntil('the store has loaded everything', async () => {
      const { body } = await this.api.ask('GET', '/readyz');
      const { store } = /** @type {{ store: { state: string, unloaded_segments: number } }} */ (body);
      return store.state === 'ready' && store.unloaded_segments === 0;
    });
  }

  /** From now on nothing is loaded; what is accepted waits in the log. */
  stopLoading() {
    for (const pid of this.#children()) process.kill(pid, 'SIGSTOP');
  }

  /** As a power cut would. */
  async kill() {
    const children = this.#children();
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    for (const pid of children) process.kill(pid, 'SIGKILL');
    await ended;
  }

  async stop() {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    await ended;
  }

  #children() {
    const { pid } = this.#process;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  }
}
