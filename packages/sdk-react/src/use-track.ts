import type { Properties } from '@lamppost/sdk-core';
import { consoleGuard as guard } from '@lamppost/sdk-core';
import { useMemo } from 'react';
import { useFlagStore } from './use-flag-store.ts';

/** A function that tracks an event: always the same one, for effects and callbacks. */
export function useTrack(): (name: string, properties?: Properties) => void {
  const { client } = useFlagStore();
  return useMemo(() => guard((name, properties) => client?.track(name, properties)), [client]);
}
