import type { EdgeChanges } from './edge-changes.ts';
import type { EdgeMark, EdgeSnapshot } from './edge-snapshot.ts';

/**
 * Where the edge snapshot comes from. Rejects with ControlUnavailable.
 *
 * Every adapter keeps these promises; snapshot-source.contract.ts checks them:
 * - a snapshot is whole, and of one moment;
 * - a snapshot and all changes since, applied to it in order, are the snapshot of the moment of the last change;
 * - a mark that was never this control plane's, or is not any more, is never taken for one of its own.
 */
export interface SnapshotSource {
  read(): Promise<EdgeSnapshot & { readonly mark: EdgeMark }>;
  /**
   * What has changed since a mark. `unknown`: nobody has watched since then, everything has to be read. `behind`: the
   * control plane does not know the mark; it went back to an earlier moment, or it is another one.
   */
  readSince(mark: EdgeMark): Promise<EdgeChanges | 'unknown' | 'behind'>;
  /** Edges that share a generation begin the next one together: one of them, when it is behind the last. */
  beginGeneration(last: string): Promise<void>;
}
