import { useContext } from 'react';
import { createFlagStore } from './create-flag-store.ts';
import type { FlagStore } from './flag-store.ts';
import { LamppostContext } from './lamppost-context.ts';

declare const console: { warn(message: string): void };

const nothing = createFlagStore(undefined, undefined);
let hasWarned = false;

/** Of the provider above. Without one there are no flags, which is said once: a missing provider must not cost a page. */
export function useFlagStore(): FlagStore {
  const store = useContext(LamppostContext);
  if (store !== undefined) return store;
  if (!hasWarned)
    console.warn('lamppost: there is no LamppostProvider above this component; flags are their fallbacks');
  hasWarned = true;
  return nothing;
}
