import type { Bootstrap } from '@lamppost/sdk-core';
import { createSharing } from './create-sharing.ts';
import type { FlagReading, FlagStore } from './flag-store.ts';
import type { LamppostClient } from './lamppost-client.ts';

type Share = ReturnType<typeof createSharing>;

const ofFlag = (key: string): string => `flag ${key}`;
const ofExperiment = (key: string): string => `experiment ${key}`;

function readBootstrap(bootstrap: Bootstrap | undefined): FlagReading {
  const { flags = {}, experiments = {} } = bootstrap ?? {};
  const share = createSharing();
  return {
    flag: (key) => flags[key],
    flags: () => flags,
    experiment(key) {
      const { variant_key: variant, payload = {} } = experiments[key] ?? {};
      return share(key, variant === undefined ? null : { variant, payload });
    },
    isReady: () => bootstrap !== undefined,
  };
}

function readClient(client: LamppostClient, share: Share, hasWaited: () => boolean): FlagReading {
  return {
    flag: (key) => share(ofFlag(key), client.inspect(key).value),
    flags() {
      const entries = Object.entries(client.flags());
      return share('flags', Object.fromEntries(entries.map(([key, value]) => [key, share(ofFlag(key), value)])));
    },
    experiment(key) {
      const { variant, payload } = client.inspect(key);
      return share(ofExperiment(key), variant === null ? null : { variant, payload });
    },
    isReady: () => hasWaited() || client.status().configSource !== 'none',
  };
}

/** Reads a client for components; without one, what the page was rendered with, and nothing is waited for. */
export function createFlagStore(client: LamppostClient | undefined, bootstrap: Bootstrap | undefined): FlagStore {
  const rendered = readBootstrap(bootstrap);
  if (client === undefined) {
    return { client, rendered, now: { ...rendered, isReady: () => true }, subscribe: () => () => {} };
  }

  // The client begins with the same values, perhaps in objects of its own: hydration is no change.
  const share = createSharing();
  share('flags', rendered.flags());
  for (const key of Object.keys(rendered.flags())) share(ofFlag(key), rendered.flag(key));
  for (const key of Object.keys(bootstrap?.experiments ?? {})) share(ofExperiment(key), rendered.experiment(key));

  const listeners = new Set<() => void>();
  let hasWaited = false;
  client.ready.then(() => {
    hasWaited = true;
    for (const listener of listeners) listener();
  });
  return {
    client,
    rendered,
    now: readClient(client, share, () => hasWaited),
    subscribe(listener) {
      listeners.add(listener);
      const off = client.onChange(listener);
      return () => {
        listeners.delete(listener);
        off();
      };
    },
  };
}
