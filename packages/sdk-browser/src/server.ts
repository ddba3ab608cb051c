import {
  askConsent,
  type CreatePlugin,
  captureErrors,
  createCore,
  inspectClient,
  type Lamppost,
  measureMetrics,
  observeChanges,
  type Platform,
} from '@lamppost/sdk-core';
import type { BrowserOptions } from './create-lamppost.ts';

export { streamFlags } from './stream-flags.ts';

/** There is no page, and a server must not wait for one. */
const nowhere: Platform = {
  sdk: { name: '@lamppost/browser', version: '0.1.0' },
  facts: { platform: 'web' },
  now: Date.now,
  random: Math.random,
  later: () => () => {},
  onLifecycleEvent: () => () => {},
  request: () => Promise.reject(new Error('there is no page')),
  log: () => {},
};

const stayQuiet: CreatePlugin = (core) => {
  core.isStopped = core.isMuted = true;
  return {};
};

/** What a page's own code gets where a server renders the page: flags are those of `bootstrap`, and nothing is sent. */
export function createLamppost(options: BrowserOptions): Lamppost {
  const plugins = [
    askConsent,
    observeChanges,
    inspectClient,
    captureErrors,
    measureMetrics,
    // Methods of plugins are there; what needs a page fails into the log, which is quiet.
    ...((options.use ?? []) as readonly CreatePlugin[]),
    stayQuiet,
  ];
  return createCore({ platform: nowhere, options, plugins }).client as Lamppost;
}
