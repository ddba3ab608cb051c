import type { Core } from '../core.ts';
import type { Platform } from '../platform.ts';
import type { Plugin } from '../plugin.ts';
import { retryDelayMs } from '../retry-delay.ts';

/** Texts of `data` in a stream of events, as they are complete. Lamppost writes each in one line. */
export function createEventReader(onData: (data: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split(/\r?\n\r?\n/);
    rest = blocks.pop() as string;
    for (const block of blocks) {
      const data = /^data: ?(.+)/m.exec(block);
      if (data) onData(data[1] as string);
    }
  };
}

/** A stream that lived this long was a good one: what comes after it begins anew. */
const GOOD_STREAM_MS = 6e4;

/**
 * Changes of configuration as they happen, while somebody looks. Asking every `refreshMs` goes on beside it. `openStream`
 * is for a platform that leaves it out of what every app bundles.
 */
export function streamConfig(core: Core, openStream: Platform['openStream'] = core.platform.openStream): Plugin {
  const { platform, options } = core;
  let attempt = 0;
  let closeStream: (() => void) | undefined;
  let cancelTimer: (() => void) | undefined;

  const end = (): void => {
    cancelTimer?.();
    closeStream?.();
    closeStream = undefined;
  };
  const open = (): void => {
    end();
    if (core.isStopped) return;
    const { etag } = core.config;
    const openedMs = platform.now();
    closeStream = openStream?.(
      `${options.url}${core.streamPath ?? '/v1/config/stream'}`,
      {
        Authorization: `Bearer ${options.key}`,
        'X-Environment': `${options.key}`.split('_')[2] as string,
        'X-Device-ID': core.state.device.id,
        ...(etag && { 'If-None-Match': etag }),
      },
      createEventReader(
        core.guard((data) => {
          attempt = 0;
          // As with responses: what a page was rendered with stands until the server knows whose the device is.
          if (!options.bootstrap || !core.queues.i?.items.size) core.applyConfig(JSON.parse(data).data, true);
        }),
      ),
      core.guard((status = 0) => {
        closeStream = undefined;
        if (platform.now() - openedMs > GOOD_STREAM_MS) attempt = 0;
        // Refused: a stream is an extra, and asking goes on beside it.
        if (status >= 400 && status < 500 && status !== 429) return;
        cancelTimer = platform.later(retryDelayMs(attempt, null, platform.now(), platform.random()), open);
        attempt += 1;
      }),
    );
  };

  return {
    onLaunch() {
      cancelTimer = platform.later(0, open);
    },
    onReset: open,
    onLifecycleEvent(event) {
      if (event === 'background') end();
      else if (!closeStream) open();
    },
    onClose: end,
  };
}
