import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useClient } from './use-client.mjs';

/**
 * @typedef {{ method: string, headers: Record<string, string>, body?: string, timeoutMs: number }} Request
 * @typedef {{ createCore(...args: unknown[]): { client: import('./use-client.mjs').DeviceClient } }} SdkCore
 */

/**
 * The state of a client that is made of the core alone, through the port that all platforms share.
 * @param {string} checkout
 * @param {{ key: string, url: string, cut: () => Promise<void> }} place
 * @returns {Promise<import('./use-client.mjs').SdkState>}
 */
export async function coreState(checkout, { key, url, cut }) {
  /** @type {SdkCore & Record<string, unknown>} */
  const sdk = await import(pathToFileURL(join(checkout, 'packages/sdk-core/dist/index.js')).href);
  /** @type {Map<string, string>} */
  const stored = new Map();
  const platform = {
    sdk: { name: 'fixtures', version: '1.0.0' },
    facts: { platform: 'server', os_name: 'linux', locale: 'en' },
    storage: {
      get: (/** @type {string} */ name) => stored.get(name) ?? null,
      set: (/** @type {string} */ name, /** @type {string} */ value) => stored.set(name, value),
      remove: (/** @type {string} */ name) => stored.delete(name),
      keys: (/** @type {string} */ prefix) => [...stored.keys()].filter((name) => name.startsWith(prefix)),
    },
    now: Date.now,
    random: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
    later: (/** @type {number} */ delayMs, /** @type {() => void} */ task) => {
      const timer = setTimeout(task, delayMs).unref();
      return () => clearTimeout(timer);
    },
    request: (/** @type {string} */ address, /** @type {Request} */ { timeoutMs, body, ...request }) =>
      fetch(address, { ...request, body: body ?? null, signal: AbortSignal.timeout(timeoutMs) }),
    onLifecycleEvent: () => () => {},
    log: () => {},
  };
  const plugins = [
    sdk.askConsent,
    sdk.observeChanges,
    sdk.correctClock,
    sdk.inspectClient,
    sdk.captureErrors,
    sdk.measureMetrics,
  ];
  const options = { key, url, app: { version: '2.0.0', build: '200' }, flushMs: 50 };
  // Version 0.1.0 took them one by one.
  const args = sdk.createCore.length > 1 ? [platform, options, plugins] : [{ platform, options, plugins }];
  const { client } = sdk.createCore(...args);
  const state = await useClient(client, 'core', cut);
  return { stored: Object.fromEntries(stored), ...state };
}
