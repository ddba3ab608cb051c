import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useClient } from './use-client.mjs';

/**
 * @typedef {object} ReactNativeMock
 * @property {(host: object, options: object) => import('./use-client.mjs').DeviceClient} createLamppostOn
 * @property {() => object} createMockHost
 * @property {(stored: Map<string, string>) => object} createMockStorage
 */

/**
 * What stands in AsyncStorage.
 * @param {string} checkout
 * @param {{ key: string, url: string, cut: () => Promise<void> }} place
 * @returns {Promise<import('./use-client.mjs').SdkState>}
 */
export async function reactNativeState(checkout, { key, url, cut }) {
  /** @type {ReactNativeMock} */
  const sdk = await import(pathToFileURL(join(checkout, 'packages/sdk-react-native/dist/mock.js')).href);
  /** @type {Map<string, string>} */
  const stored = new Map();
  const client = sdk.createLamppostOn(sdk.createMockHost(), {
    ...{ key, url, app: { version: '2.0.0', build: '200' }, storage: sdk.createMockStorage(stored) },
    // Measured by itself, at moments of its own.
    ...{ flushMs: 50, stream: false, frames: 0, stalls: false, network: false, startup: false },
  });
  const state = await useClient(client, 'react_native', cut);
  return { stored: Object.fromEntries(stored), ...state };
}
