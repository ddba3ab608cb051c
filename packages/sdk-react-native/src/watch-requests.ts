import type { Guard } from '@lamppost/sdk-core';
import type { HostFetch, HostGlobal, HostXhr } from './host.ts';

/** A request that was answered, or failed: then its status is 0. */
export type ReportRequest = (method: string, url: string, status: number, durationMs: number) => void;

interface Asked {
  readonly method: string;
  readonly url: string;
}

const DONE = 4;

/** `fetch` takes an address, something that becomes one, or a request. What becomes none is no address, and fetch says so. */
const askedOf = (input: unknown, init: { readonly method?: string } | undefined): Asked => {
  const { url, method } = Object(input) as { url?: unknown; method?: unknown };
  return {
    method: `${init?.method ?? (typeof method === 'string' ? method : 'GET')}`.toUpperCase(),
    url: typeof url === 'string' ? url : `${input}`,
  };
};

const isAbort = (error: unknown): boolean => Object(error).name === 'AbortError';

/**
 * Tells of every request of the app, once: React Native's `fetch` is made of XMLHttpRequest, so what that is asked for
 * within a call of `fetch` is not sent again. Requests that the app itself took back are not reported. Nothing about
 * a request changes. Returns what takes it back.
 */
export function watchRequests(global: HostGlobal, guard: Guard, report: ReportRequest): () => void {
  const { performance = global.Date } = global;
  const now = guard(() => performance.now(), Number);
  let isWithinFetch = false;
  let isOff = false;

  const wrapFetch = (inner: HostFetch): HostFetch =>
    function fetch(this: unknown, input, init) {
      if (isOff) return inner.call(this, input, init);
      const startMs = now();
      isWithinFetch = true;
      let answered: ReturnType<HostFetch>;
      try {
        answered = inner.call(this, input, init);
      } finally {
        isWithinFetch = false;
      }
      const end = guard((status: number): void => {
        const durationMs = now() - startMs;
        const asked = askedOf(input, init);
        report(asked.method, asked.url, status, durationMs);
      });
      const watch = guard(() =>
        Promise.resolve(answered).then(
          (response) => end(response?.status ?? 0),
          (error) => isAbort(error) || end(0),
        ),
      );
      watch();
      return answered;
    };

  const { fetch } = global;
  const watched = fetch && wrapFetch(fetch);
  if (watched) global.fetch = watched;
  const putBack = guard(watchXhr, () => () => {})(global, guard, () => isOff || isWithinFetch, report, now);

  return () => {
    isOff = true;
    // Whoever has wrapped it since would be taken out with it.
    if (watched && global.fetch === watched) global.fetch = fetch;
    putBack();
  };
}

function watchXhr(
  global: HostGlobal,
  guard: Guard,
  isToSkip: () => boolean,
  report: ReportRequest,
  now: () => number,
): () => void {
  const prototype = global.XMLHttpRequest?.prototype as HostXhr | undefined;
  if (!prototype) return () => {};
  const { open, send } = prototype;
  const asked = new WeakMap<HostXhr, Asked>();

  const remember = guard((xhr: HostXhr, method: string, url: string): void => {
    asked.set(xhr, { method: `${method}`.toUpperCase(), url: `${url}` });
  });
  const watch = guard((xhr: HostXhr): void => {
    const about = asked.get(xhr);
    if (!about || isToSkip()) return;
    asked.delete(xhr);
    const startMs = now();
    let isAborted = false;
    xhr.addEventListener('abort', () => {
      isAborted = true;
    });
    const end = guard(() => {
      if (!isAborted && xhr.readyState === DONE) report(about.method, about.url, xhr.status, now() - startMs);
    });
    xhr.addEventListener('loadend', end);
  });

  prototype.open = function (this: HostXhr, method, url, ...rest) {
    remember(this, method, url);
    return open.call(this, method, url, ...rest);
  };
  prototype.send = function (this: HostXhr, body) {
    watch(this);
    return send.call(this, body);
  };
  const watchedOpen = prototype.open;
  const watchedSend = prototype.send;
  return () => {
    if (prototype.open === watchedOpen) prototype.open = open;
    if (prototype.send === watchedSend) prototype.send = send;
  };
}
