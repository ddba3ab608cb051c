import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { networkSwitch } from './network-switch.mjs';
import { browserState } from './sdks/browser-state.mjs';
import { coreState } from './sdks/core-state.mjs';
import { nodeState } from './sdks/node-state.mjs';
import { reactNativeState } from './sdks/react-native-state.mjs';

/**
 * The state of each SDK that keeps one, by the name of its file.
 * @param {string} checkout
 * @param {string} serverUrl
 * @param {import('./story/teller.mjs').Access} access
 * @param {string} folder
 * @returns {Promise<Record<string, import('./sdks/use-client.mjs').SdkState>>}
 */
export async function makeSdkStates(checkout, serverUrl, access, folder) {
  const { publishable: key = '', secret = '' } = access.keys.production ?? {};
  mkdirSync(folder, { recursive: true });
  return {
    core: await coreState(checkout, { key, ...(await networkSwitch(serverUrl)) }),
    browser: await browserState(checkout, { key, ...(await networkSwitch(serverUrl)) }),
    'react-native': await reactNativeState(checkout, { key, ...(await networkSwitch(serverUrl)) }),
    node: await nodeState(checkout, { key: secret, folder: join(folder, 'node'), ...(await networkSwitch(serverUrl)) }),
  };
}
