import type { CreatePlugin } from '../core.ts';

/**
 * Takes the error of the device's clock out of timestamps. Each response proves two bounds of it: its date, cut to the
 * second, lies between the times of the request and of the response. What lies between the bounds stays as it is. What
 * was tracked in this launch before the first response is corrected when that comes.
 */
export const correctClock: CreatePlugin = (core) => {
  const { platform } = core;
  let isChecked = false;
  core.skewMs = Number(core.load('clock')) || 0;
  return {
    onResponse({ dateHeader, requestedAtMs }) {
      const serverMs = Date.parse(dateHeader as string);
      if (!serverMs) return;
      const before = core.skewMs;
      const skewMs = Math.max(serverMs - platform.now(), Math.min(serverMs + 1e3 - requestedAtMs, before));
      core.skewMs = skewMs;
      if (!isChecked)
        core.eachQueue(({ items }) => {
          for (const item of items) if (item.storageKey.includes(core.owner)) item.atMs += skewMs - before;
        });
      isChecked = true;
      if (skewMs !== before) core.store('clock', `${skewMs}`);
    },
  };
};
