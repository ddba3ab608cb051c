import { type Bootstrap, consoleGuard as guard, guardMembers } from '@lamppost/sdk-core';
import { createSharing } from './create-sharing.ts';
import type { FlagReading, FlagStore } from './flag-store.ts';
import type { LamppostClient } from './lamppost-client.ts';

type Share = ReturnType<typeof createSharing>;

const ofFlag = (key: string): string => `flag ${key}`;
const ofExperiment = (key: string): string => `experiment ${key}`;

/** Read while React draws: what fails reads as if there were nothing. The same nothing each time, or React would draw for ever. */
const guardReading = (reading: FlagReading): FlagReading =>
  guardMembers(guard, reading, { flags: () => noFlags, experiment: () => null, isReady: () => false });
const noFlags: Readonly<Record<string, unknown>> = {};

function readBootstrap(bootstrap: Bootstrap | undefined): FlagReading {
  const { flags = noFlags, experiments = {} } = bootstrap ?? {};
  const share = createSharing();
  return guardReading({
    flag: (key) => flags[key],
    flags: () => flags,
    experiment(key) {
      const { variant_key: variant, payload = {} } = experiments[key] ?? {};
      return share(key, variant === undefined ? null : { variant, payload });
    },
    isReady: () => bootstrap !== undefined,
  });
}

function readClient(client: LamppostClient, share: Share, hasWaited: () => boolean): FlagReading {
  return guardReading({
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
  });
}

/** Reads a client for components; without one, what the page was rendered with, and nothing is waited for. */
export function createFlagStore(client: LamppostClient | undefined, bootstrap: Bootstrap | undefined): FlagStore {
  const rendered = readBootstrap(bootstrap);
  if (client === undefined) {
    return { client, rendered, now: { ...rendered, isReady: () => true }, subscribe: () => () => {} };
  }

  // The client begins with the same values, perhaps in objects of its own: hydration is no change.
  const share = createSharing();
  const begin = guard((): void => {
    share('flags', rendered.flags());
    for (const key of Object.keys(rendered.flags())) share(ofFlag(key), rendered.flag(key));
    for (const key of Object.keys(bootstrap?.experiments ?? {})) share(ofExperiment(key), rendered.experiment(key));
  });
  begin();

  const listeners = new Set<() => void>();
  let hasWaited = false;
  const wait = guard(async (): Promise<void> => {
    await client.ready;
    hasWaited = true;
    for (const listener of listeners) listener();
  });
  wait();
  return {
    client,
    rendered,
    now: readClient(client, share, () => hasWaited),
    subscribe(listener) {
      listeners.add(listener);
      const off = guard(() => client.onChange(listener))();
      return guard(() => {
        listeners.delete(listener);
        off?.();
      });
    },
  };
}
