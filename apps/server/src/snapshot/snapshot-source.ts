import type { EdgeSnapshot } from './edge-snapshot.ts';

/** Reads the edge snapshot whole and consistent from the control plane; rejects with ControlUnavailable. */
export interface SnapshotSource {
  read(): Promise<EdgeSnapshot>;
}
