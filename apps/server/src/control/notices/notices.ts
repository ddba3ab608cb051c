import type { Notice } from './notice.ts';

/**
 * Tells endpoints outside of what happened.
 *
 * Promises:
 * - a notice is queued once for each endpoint of its project that is not disabled and listens for its type and
 *   environment; it is delivered at least once, in the order of notices, or given up after 24 hours;
 * - operations of the control plane call `emitNotice` in their own transaction: the change and its deliveries are
 *   stored together or not at all;
 * - something that goes on (`emitOngoing`) is told when it begins, and not again until it has been quiet.
 */
export interface Notices {
  emit(notice: Notice): Promise<void>;
  emitOngoing(
    notice: Notice & { readonly projectId: string },
    mark: { readonly name: string; readonly quietMs: number },
  ): Promise<boolean>;
}
