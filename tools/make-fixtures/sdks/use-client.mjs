import { waitUntil } from '../wait-until.mjs';

/**
 * As much of a client as is used here. The SDKs are those of another checkout, so their types are not imported.
 * @typedef {object} DeviceClient
 * @property {Promise<void>} ready
 * @property {(name: string, properties?: object) => void} track
 * @property {(userId: string, attributes?: object) => void} identify
 * @property {(key: string, fallback: string) => string} flag
 * @property {() => Record<string, unknown>} flags
 * @property {(key: string) => unknown} experiment
 * @property {(key: string) => { variant: string | null }} inspect
 * @property {(error: Error) => void} captureError
 * @property {(measurement: { type: string, name: string, value: number }) => void} measure
 * @property {() => Promise<unknown>} flush
 * @property {() => { queued: number } & Record<string, unknown>} status
 */

/**
 * What an SDK keeps on a device, and what anyone who starts on it must find.
 * @typedef {object} SdkState
 * @property {Record<string, string>} stored as the platform keeps it: texts by key, or files by name
 * @property {number} untilMs nothing of it was tracked later
 * @property {object} status what the client said of itself
 * @property {Record<string, unknown>} flags
 * @property {Record<string, unknown>} experiments
 * @property {{ user_id: string, attributes?: object, events: { event: string, properties: object }[], error: string, metric: string }} queued
 */

/**
 * Also runs inside a page, as a text: it uses nothing of this module but `waitUntil`.
 *
 * Lets a client of a device meet its flags and its user, takes the network away, and leaves something of every kind in
 * its queue.
 * @param {DeviceClient} client
 * @param {string} name of the SDK
 * @param {() => Promise<void>} cut
 * @returns {Promise<Omit<SdkState, 'stored'>>}
 */
export async function useClient(client, name, cut) {
  await client.ready;
  const userId = `user-of-${name}`;
  client.identify(userId, { plan: 'pro', sdk: name });
  client.flag('banner', '');
  client.experiment('buy_button');
  // The answer for the user, after the one for the device alone.
  await waitUntil('flags of the user are there', () => client.flags().page_size === 50);
  await client.flush();
  await waitUntil('everything was sent', () => client.status().queued === 0);
  await cut();

  const experiments = ['buy_button', 'by_device', 'for_users', 'won', 'undecided', 'paused_one'];
  const attributes = { plan: 'free', queued: true };
  const events = [1, 2, 3].map((at) => ({ event: `queued_by_${name}`, properties: { at, text: 'Grüße 💡' } }));
  for (const { event, properties } of events) client.track(event, properties);
  client.identify(userId, attributes);
  const error = `Queued by ${name}`;
  client.captureError(
    Object.assign(new RangeError(error), { stack: `RangeError: ${error}\n    at ${name} (app.js:1:2)` }),
  );
  client.measure({ type: 'span', name: `queued_by_${name}`, value: 12 });
  await client.flush();
  const { queued, deviceId, anonymousId, sessionId, configVersion } = client.status();
  return {
    untilMs: Date.now(),
    status: { queued, deviceId, anonymousId, userId, sessionId, configVersion },
    flags: { ...client.flags() },
    experiments: Object.fromEntries(experiments.map((key) => [key, client.inspect(key).variant])),
    queued: { user_id: userId, attributes, events, error, metric: `queued_by_${name}` },
  };
}
