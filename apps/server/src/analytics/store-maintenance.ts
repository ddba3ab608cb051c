/** What a checkpoint is, to those who ask how old and how large it is. */
export interface CheckpointInfo {
  readonly id: number;
  readonly createdAtMs: number;
  readonly bytes: number;
  readonly rows: number;
}

export interface CheckpointStatus {
  /** The newest one; absent when there is none yet. */
  readonly last?: CheckpointInfo;
  /** Why the last attempt failed; absent when it did not. */
  readonly failure?: string;
}

/**
 * What those who run a store ask of it.
 *
 * Every adapter keeps these promises:
 * - a checkpoint holds everything that was loaded when it was asked for, and resolves when it is verified and in place;
 * - what it covers can be had from it alone;
 * - a copy holds everything that was sealed when it was asked for, and is whole when it resolves.
 */
export interface StoreMaintenance {
  checkpoint(): Promise<CheckpointInfo>;
  /** Lays out a new checkpoint and the segments behind it in `checkpoints` and `log` below the folder. */
  copyTo(folder: string): Promise<CheckpointInfo>;
}
