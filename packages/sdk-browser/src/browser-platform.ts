import type { Platform } from '@lamppost/sdk-core';
import { deviceFacts } from './device-facts.ts';
import { guard, warn } from './guard.ts';
import { holdName } from './hold-name.ts';
import { listen } from './listen.ts';
import { ownFetch } from './own-fetch.ts';
import { pageStorage } from './page-storage.ts';
import { runAll } from './run-all.ts';

/** A page. Keeps the promises of a platform; see there. */
export function browserPlatform(): Platform {
  /** Browsers let 64 KiB of bodies outlive a page, all requests together; of each kind of item there is one at a time. */
  const MAX_OUTLIVING_LENGTH = 3e4;
  return {
    sdk: { name: '@lamppost/browser', version: '0.1.0' },
    facts: deviceFacts(navigator),
    storage: pageStorage(),
    exclusively: holdName,
    now: Date.now,
    random: guard(() => {
      const [high, low] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
      return (high + (low >>> 11) / 2 ** 21) / 2 ** 32;
    }, Math.random),
    later: (delayMs, task) => {
      const timer = setTimeout(guard(task), delayMs);
      return () => clearTimeout(timer);
    },
    request: (url, request) =>
      ownFetch(url, {
        ...request,
        method: request.body && 'POST',
        cache: 'no-store',
        credentials: 'omit',
        keepalive: (request.body as string)?.length < MAX_OUTLIVING_LENGTH,
        signal: AbortSignal.timeout(request.timeoutMs ?? 1e4),
      } as RequestInit),
    onLifecycleEvent(listener) {
      const look = (): void => listener(document.hidden ? 'background' : 'foreground');
      // Opened behind another tab: nobody has looked at it yet.
      if (document.hidden) queueMicrotask(look);
      return runAll([
        listen('visibilitychange', look),
        listen('pagehide', () => listener('background')),
        listen('online', () => listener('online')),
      ]);
    },
    shownScreen: () => location.pathname,
    log: warn,
  };
}
