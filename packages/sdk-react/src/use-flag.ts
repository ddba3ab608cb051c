import { consoleGuard as guard } from '@lamppost/sdk-core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isSame } from './is-same.ts';
import { useFlagStore } from './use-flag-store.ts';

/** An object that is written down in a component is another one each time. */
function useHeld<T>(value: T): T {
  const held = useRef(value);
  if (!isSame(held.current, value)) held.current = value;
  return held.current;
}

/**
 * The value of a flag; the fallback when there is none of the fallback's type. Draws anew when it changes.
 * The exposure is sent when the component is on the screen: not by a server, nor by what was never shown.
 */
export function useFlag(key: string, fallback: boolean): boolean;
export function useFlag(key: string, fallback: string): string;
export function useFlag(key: string, fallback: number): number;
export function useFlag<T extends object>(key: string, fallback: T): T;
export function useFlag<T>(key: string, fallback: T): T {
  const { client, now, rendered, subscribe } = useFlagStore();
  const held = useHeld(fallback);
  const value = useSyncExternalStore(
    subscribe,
    () => now.flag(key),
    () => rendered.flag(key),
  );
  // After every drawing, as a session may have begun since: the client sends the exposure of a value once per session.
  useEffect(() => {
    // What has changed since is drawn next, and sent then.
    if (Object.is(now.flag(key), value)) guard(() => client?.flag(key, held as object))();
  });
  return typeof value === typeof held && value !== null ? (value as T) : held;
}
