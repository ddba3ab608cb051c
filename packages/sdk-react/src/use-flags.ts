import { useSyncExternalStore } from 'react';
import { useFlagStore } from './use-flag-store.ts';

/** All values. Draws anew when any of them changes, and sends no exposure. */
export function useFlags(): Readonly<Record<string, unknown>> {
  const { now, rendered, subscribe } = useFlagStore();
  return useSyncExternalStore(subscribe, now.flags, rendered.flags);
}
