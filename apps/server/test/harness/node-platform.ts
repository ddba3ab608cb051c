import { randomBytes } from 'node:crypto';
import type { Platform, PlatformStorage } from '@lamppost/sdk-core';

/** A device on which this is stored. */
export const storageOf = (stored: Map<string, string>): PlatformStorage => ({
  get: (key) => stored.get(key) ?? null,
  set: (key, value) => stored.set(key, value),
  remove: (key) => stored.delete(key),
  keys: (prefix) => [...stored.keys()].filter((key) => key.startsWith(prefix)),
});

/** A device's storage, for as long as the test keeps it. */
export const memoryStorage = (): PlatformStorage => storageOf(new Map());

/** A device that is a process of Node, for clients made of sdk-core. */
export const nodePlatform = (storage: PlatformStorage, isSilent: () => boolean = () => false): Platform => ({
  sdk: { name: 'test', version: '1.0.0' },
  facts: { platform: 'server', os_name: process.platform, locale: 'en' },
  storage,
  now: Date.now,
  random: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  later: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
  onLifecycleEvent: () => () => {},
  request: (url, { timeoutMs = 10_000, body, headers }) =>
    isSilent()
      ? Promise.reject(new Error('offline'))
      : fetch(url, {
          method: body === undefined ? 'GET' : 'POST',
          headers,
          body: body ?? null,
          signal: AbortSignal.timeout(timeoutMs),
        }),
  openStream: (url, headers, onText, onEnd) => {
    const abort = new AbortController();
    fetch(url, { headers, signal: abort.signal })
      .then(async (response) => {
        if (response.status !== 200 || !response.body) return onEnd(response.status);
        const decoder = new TextDecoder();
        for await (const piece of response.body) onText(decoder.decode(piece, { stream: true }));
        onEnd();
      })
      .catch(() => abort.signal.aborted || onEnd());
    return () => abort.abort();
  },
  log: () => {},
});
