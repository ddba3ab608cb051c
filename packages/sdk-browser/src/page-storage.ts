import type { PlatformStorage } from '@lamppost/sdk-core';
import { listen } from './listen.ts';

/** The storage of the page's origin, shared by its tabs; undefined where it is forbidden. */
export function pageStorage(): PlatformStorage | undefined {
  try {
    const { localStorage } = globalThis;
    return {
      get: (key) => localStorage.getItem(key),
      set: (key, value) => localStorage.setItem(key, value),
      remove: (key) => localStorage.removeItem(key),
      keys: (prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)),
      onChange: (listener) => listen('storage', ({ key, newValue }) => key && listener(key, newValue)),
    };
  } catch {
    // Without it the client works from memory.
    return undefined;
  }
}
