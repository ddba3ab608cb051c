import { createGuard } from '@lamppost/sdk-core';

let lines = 0;

export function warn(message: unknown): void {
  /** A storage that is full says so at every event. */
  const MAX_LINES = 50;
  try {
    if (lines++ < MAX_LINES) console.warn('lamppost:', message);
  } catch {
    // Tests of apps make the console throw; the line is all that is lost.
  }
}

/** For whatever the page calls. */
export const guard = createGuard(warn);
