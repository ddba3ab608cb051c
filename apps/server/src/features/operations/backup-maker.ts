/** What a backup holds, in numbers. */
export interface BackupCounts {
  readonly files: number;
  readonly bytes: number;
}

/** The disk has no room for it; the message says how much is needed. Nothing was left behind. */
export class NoRoomForBackup extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoRoomForBackup';
  }
}

/**
 * Makes copies of an installation that is running.
 *
 * Every adapter keeps these promises:
 * - everything that was acknowledged before is in it, and restoring it gives the same answers;
 * - a backup is there whole under its name, or not at all.
 */
export interface BackupMaker {
  make(name: string): Promise<BackupCounts>;
  /** Removes what a process that died has left unfinished. */
  clear(): Promise<void>;
}
