import type { DeviceStorage } from './mirror-storage.ts';

/** As much of MMKV as this needs; what is `remove` since version 4 was `delete` before. */
export interface MmkvLike {
  getString(key: string): string | undefined;
  set(key: string, value: string): unknown;
  getAllKeys(): readonly string[];
  remove?(key: string): unknown;
  delete?(key: string): unknown;
}

/** MMKV as a storage: what is tracked is on disk when the call returns, and flags are there with the first line. */
export const mmkvStorage = (mmkv: MmkvLike): DeviceStorage => ({
  getItem: (key) => mmkv.getString(key) ?? null,
  setItem: (key, value) => {
    mmkv.set(key, value);
  },
  removeItem: (key) => {
    if (mmkv.remove) mmkv.remove(key);
    else mmkv.delete?.(key);
  },
  getAllKeys: () => mmkv.getAllKeys(),
});
