import type { PlatformStorage } from '@lamppost/sdk-core';

/** Now, or later. */
type Eventually<T> = T | Promise<T>;

/**
 * Where the app keeps small texts: AsyncStorage is one as it is, MMKV by `mmkvStorage`. Whatever answers at once is
 * taken at its word, so what is tracked is on disk when the call returns.
 */
export interface DeviceStorage {
  getItem(key: string): Eventually<string | null | undefined>;
  setItem(key: string, value: string): Eventually<unknown>;
  removeItem(key: string): Eventually<unknown>;
  getAllKeys(): Eventually<readonly string[]>;
  /** Several at once, where the storage can. */
  multiGet?(keys: readonly string[]): Eventually<readonly (readonly [string, string | null])[]>;
  multiSet?(pairs: [string, string][]): Eventually<unknown>;
  multiRemove?(keys: string[]): Eventually<unknown>;
}

/**
 * A copy in memory that answers at once, and writes behind it.
 *
 * - Writes begin within the call, or with the current turn of the event loop where storage answers later; one is under
 *   way at a time, and what changes meanwhile goes along with the next, each key as it is then.
 * - What could not be read as a whole is not written to: a device must not lose its id because of one bad start.
 */
export interface MirroredStorage extends PlatformStorage {
  /** Undefined: all of it was read within the call. */
  readonly loaded: Promise<void> | undefined;
  /** Undefined: everything is written. */
  whenWritten(): Promise<void> | undefined;
}

/** Longer than this nobody waits for storage. */
const MAX_LOAD_MS = 3_000;

const isLater = <T>(value: Eventually<T>): value is Promise<T> => typeof (value as Promise<T>)?.then === 'function';

export interface Mirroring {
  /** Of the keys that are ours. */
  readonly prefix: string;
  later(delayMs: number, task: () => void): () => void;
  log(message: string): void;
}

export function mirrorStorage(device: DeviceStorage, { prefix, later, log }: Mirroring): MirroredStorage {
  const mirror = new Map<string, string>();
  const dirty = new Map<string, string | null>();
  let writing: Promise<void> | undefined;
  let isAsync = false;
  let isReadable = true;
  let hasFailed = false;

  const fail = (error: unknown): void => {
    if (!hasFailed) log(`storage: ${error}`);
    hasFailed = true;
  };
  const attempt = (task: () => Eventually<unknown>, otherwise = fail): Promise<unknown> | undefined => {
    try {
      const result = task();
      return isLater(result) ? result.catch(otherwise) : undefined;
    } catch (error) {
      otherwise(error);
      return undefined;
    }
  };

  const write = (changes: readonly (readonly [string, string | null])[]): Promise<unknown> | undefined => {
    const pairs: [string, string][] = [];
    const gone: string[] = [];
    for (const [key, value] of changes) {
      if (value === null) gone.push(key);
      else pairs.push([key, value]);
    }
    const setEach = () => Promise.all(pairs.map(([key, value]) => attempt(() => device.setItem(key, value))));
    // One text that is too large must not take the others with it.
    const tasks =
      device.multiSet && pairs.length > 1
        ? [attempt(() => device.multiSet?.(pairs), setEach)]
        : pairs.map(([key, value]) => attempt(() => device.setItem(key, value)));
    if (device.multiRemove && gone.length > 1) tasks.push(attempt(() => device.multiRemove?.(gone)));
    else tasks.push(...gone.map((key) => attempt(() => device.removeItem(key))));
    const waits = tasks.filter((task) => task !== undefined);
    return waits.length > 0 ? Promise.all(waits) : undefined;
  };
  const takeDirty = () => {
    const changes = [...dirty];
    dirty.clear();
    return changes;
  };
  const pump = (): void => {
    if (writing || dirty.size === 0) return;
    const written = isAsync ? Promise.resolve().then(() => write(takeDirty())) : write(takeDirty());
    writing = written?.then(() => {
      writing = undefined;
      pump();
    });
  };
  const change = (key: string, value: string | null): void => {
    if (!isReadable) return;
    dirty.set(key, value);
    pump();
  };

  const readAll = (keys: readonly string[]): Eventually<unknown> => {
    const own = keys.filter((key) => key.startsWith(prefix));
    const keep = (pairs: readonly (readonly [string, string | null | undefined])[]): void => {
      for (const [key, value] of pairs) if (typeof value === 'string') mirror.set(key, value);
    };
    if (own.length === 0) return undefined;
    if (device.multiGet) {
      const pairs = device.multiGet(own);
      return isLater(pairs) ? pairs.then(keep) : keep(pairs);
    }
    const values = own.map((key) => device.getItem(key));
    if (values.some(isLater))
      return Promise.all(values).then((all) => keep(own.map((key, at) => [key, all[at]] as const)));
    return keep(own.map((key, at) => [key, values[at] as string | null | undefined] as const));
  };
  const giveUp = (error: unknown): void => {
    isReadable = false;
    mirror.clear();
    log(`storage: ${error}; nothing is stored until the next start`);
  };
  const load = (): Promise<void> | undefined => {
    let reading: Promise<unknown> | undefined;
    try {
      const keys = device.getAllKeys();
      const read = isLater(keys) ? keys.then(readAll) : readAll(keys);
      if (isLater(read)) reading = read;
    } catch (error) {
      giveUp(error);
    }
    if (reading === undefined) return undefined;
    isAsync = true;
    const asked = reading;
    return new Promise((resolve) => {
      const cancel = later(MAX_LOAD_MS, () => {
        giveUp('no answer');
        resolve();
      });
      asked
        .then(cancel, (error) => {
          cancel();
          giveUp(error);
        })
        .then(resolve);
    });
  };

  return {
    loaded: load(),
    get: (key) => mirror.get(key) ?? null,
    set(key, value) {
      mirror.set(key, value);
      change(key, value);
    },
    remove(key) {
      if (mirror.delete(key)) change(key, null);
    },
    keys: (start) => [...mirror.keys()].filter((key) => key.startsWith(start)),
    whenWritten() {
      if (!writing) return undefined;
      const settle = async (): Promise<void> => {
        while (writing) await writing;
      };
      return settle();
    },
  };
}
