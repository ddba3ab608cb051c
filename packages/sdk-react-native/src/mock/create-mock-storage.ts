import type { DeviceStorage } from '../mirror-storage.ts';

/** A storage like AsyncStorage, in memory: what outlives an app that is started again on it. */
export function createMockStorage(stored: Map<string, string> = new Map()): Required<DeviceStorage> {
  return {
    getItem: async (key) => stored.get(key) ?? null,
    setItem: async (key, value) => {
      stored.set(key, value);
    },
    removeItem: async (key) => {
      stored.delete(key);
    },
    getAllKeys: async () => [...stored.keys()],
    multiGet: async (keys) => keys.map((key) => [key, stored.get(key) ?? null] as const),
    multiSet: async (pairs) => {
      for (const [key, value] of pairs) stored.set(key, value);
    },
    multiRemove: async (keys) => {
      for (const key of keys) stored.delete(key);
    },
  };
}
