import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { waitUntil } from '../wait-until.mjs';

/**
 * @typedef {object} NodeClient
 * @property {Promise<void>} ready
 * @property {(name: string, properties: object, user: object) => void} track
 * @property {(user: object) => Record<string, unknown>} flags
 * @property {(user: object) => Record<string, unknown>} experiments
 * @property {(error: Error) => void} captureError
 * @property {(measurement: { type: string, name: string, value: number }) => void} measure
 * @property {() => Promise<unknown>} flush
 * @property {() => { queued: number } & Record<string, unknown>} status
 *
 * @typedef {{ createLamppost(options: object): NodeClient }} NodeSdk
 */

/** Users whose flags a server may ask for. */
const users = [
  { userId: 'u-1', country: 'AT', appVersion: '2.1.0', attributes: { plan: 'pro' } },
  { userId: 'u-6', country: 'AT', appVersion: '2.1.0' },
  { deviceId: 'd-8' },
];

/**
 * What stands in the directory of a server's client, which evaluates by itself: files by their path.
 * @param {string} checkout
 * @param {{ key: string, url: string, cut: () => Promise<void>, folder: string }} place
 * @returns {Promise<import('./use-client.mjs').SdkState>}
 */
export async function nodeState(checkout, { key, url, cut, folder }) {
  /** @type {NodeSdk} */
  const sdk = await import(pathToFileURL(join(checkout, 'packages/sdk-node/dist/index.js')).href);
  const client = sdk.createLamppost({
    ...{ key, url, storageDir: folder, app: { version: '2.0.0', build: '200' }, flushMs: 50 },
    ...{ stream: false, uncaught: false, signals: false, exitMs: 0, log: () => {} },
  });
  await client.ready;
  await waitUntil('everything was sent', () => client.status().queued === 0);
  await cut();

  const user_id = 'user-of-node';
  const events = [1, 2, 3].map((at) => ({ event: 'queued_by_node', properties: { at, text: 'Grüße 💡' } }));
  for (const { event, properties } of events) client.track(event, properties, { userId: user_id });
  const error = 'Queued by node';
  client.captureError(
    Object.assign(new RangeError(error), { stack: `RangeError: ${error}\n    at node (/app.js:1:2)` }),
  );
  client.measure({ type: 'span', name: 'queued_by_node', value: 12 });
  await client.flush();
  const { queued, instanceId, configVersion } = client.status();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return {
    stored: Object.fromEntries(
      files.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
      }),
    ),
    untilMs: Date.now(),
    status: { queued, instanceId, configVersion },
    flags: Object.fromEntries(users.map((user) => [JSON.stringify(user), client.flags(user)])),
    experiments: Object.fromEntries(users.map((user) => [JSON.stringify(user), client.experiments(user)])),
    queued: { user_id, events, error, metric: 'queued_by_node' },
  };
}
