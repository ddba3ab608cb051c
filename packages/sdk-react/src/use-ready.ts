import { useSyncExternalStore } from 'react';
import { useFlagStore } from './use-flag-store.ts';

/** Whether there is anything to wait for: true with flags, stored ones too, or when they did not come in three seconds. */
export function useReady(): boolean {
  const { now, rendered, subscribe } = useFlagStore();
  return useSyncExternalStore(subscribe, now.isReady, rendered.isReady);
}
