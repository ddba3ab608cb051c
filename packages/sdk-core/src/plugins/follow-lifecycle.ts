import type { CreatePlugin } from '../core.ts';

/** Flags that were asked for just before are not asked for again. */
const REFRESH_PAUSE_MS = 3e4;

/**
 * Calls `onLifecycleEvent` of all plugins. Then: when nobody looks at the app any more, what waits is sent; when somebody
 * returns, a session may begin and flags are asked for.
 */
export const followLifecycle: CreatePlugin = (core) => {
  const { platform } = core;
  let refreshedAtMs = platform.now();
  return {
    onClose: platform.onLifecycleEvent((event) => {
      const isLeaving = event === 'background';
      core.eachPlugin((plugin) => plugin.onLifecycleEvent?.(event));
      if (event === 'foreground') core.touch();
      if (!isLeaving && platform.now() - refreshedAtMs > REFRESH_PAUSE_MS) {
        refreshedAtMs = platform.now();
        core.refresh();
      }
      core.eachQueue((queue) => queue.send(isLeaving));
    }),
  };
};
