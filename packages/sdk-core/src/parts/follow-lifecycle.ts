import type { Part } from '../core.ts';

/** Flags that were asked for just before are not asked for again. */
const REFRESH_PAUSE_MS = 3e4;

/**
 * When nobody looks at the app any more, what waits is sent; when somebody returns, a session may begin and flags are
 * asked for. The last of the parts, so that what others learn in such a moment is sent in it.
 */
export const followLifecycle: Part = (core) => {
  const { platform, offs } = core;
  let refreshedAtMs = platform.now();
  offs.push(
    platform.onLifecycleEvent((event) => {
      const isLeaving = event === 'background';
      if (event === 'foreground') core.touch();
      if (!isLeaving && platform.now() - refreshedAtMs > REFRESH_PAUSE_MS) {
        refreshedAtMs = platform.now();
        core.refresh();
      }
      core.eachLane((lane) => lane.send(isLeaving));
    }),
  );
};
