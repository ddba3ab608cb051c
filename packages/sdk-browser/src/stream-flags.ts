import { type CreatePlugin, type Platform, streamConfig } from '@lamppost/sdk-core';
import { ownFetch } from './own-fetch.ts';

const openStream: Platform['openStream'] = (url, headers, onText, onEnd) => {
  const closing = new AbortController();
  const { signal } = closing;
  ownFetch(url, { headers, signal, cache: 'no-store', credentials: 'omit' })
    .then(async ({ status, body }) => {
      if (status !== 200 || !body) return onEnd(status);
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) onText(piece.value);
      onEnd();
    })
    .catch(() => signal.aborted || onEnd());
  return () => closing.abort();
};

/** What `createLamppost` takes as `stream`. */
export type FlagStream = (core: never) => object;

/** Changes of flags as they happen, while somebody looks at the page. */
export const streamFlags: FlagStream = ((core) => streamConfig(core, openStream)) satisfies CreatePlugin as FlagStream;
