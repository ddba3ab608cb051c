import type { Fence } from './lease-store.ts';

/** Whether this process does a job now. */
export interface Lease {
  readonly isHeld: boolean;
  /** Carried by every write of the job. Undefined where nobody else could do it, and while it is not held. */
  readonly fence: Fence | undefined;
}

/** Of an installation of one process. */
export const alwaysHeld: Lease = { isHeld: true, fence: undefined };
