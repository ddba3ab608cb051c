import type { ExperimentVariant } from '@lamppost/sdk-core';
import { consoleGuard as guard } from '@lamppost/sdk-core';
import { useEffect, useSyncExternalStore } from 'react';
import { useFlagStore } from './use-flag-store.ts';

/**
 * The variant of this device or user, null when it is not in the experiment. Draws anew when it changes.
 * The exposure is sent when the component is on the screen: not by a server, nor by what was never shown.
 */
export function useExperiment(key: string): ExperimentVariant | null {
  const { client, now, rendered, subscribe } = useFlagStore();
  const found = useSyncExternalStore(
    subscribe,
    () => now.experiment(key),
    () => rendered.experiment(key),
  );
  // After every drawing, as a session may have begun since: the client sends the exposure of a variant once per session.
  useEffect(() => {
    // What has changed since is drawn next, and sent then.
    if (found !== null && now.experiment(key) === found) guard(() => client?.experiment(key))();
  });
  return found;
}
