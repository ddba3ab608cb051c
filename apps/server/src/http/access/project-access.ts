import type { SnapshotEnvironment } from '../../edge/edge-snapshot.ts';

/** Where a request is: a project, and the environment that it speaks of unless it names another. */
export interface ProjectAccess {
  readonly projectId: string;
  readonly environment: SnapshotEnvironment;
  /** A key of scope `environment`: other environments are not there for it. */
  readonly isConfined?: boolean;
}
