/** What a backup holds, in numbers. */
export interface BackupCounts {
  readonly files: number;
  readonly bytes: number;
}

export interface ScheduledBackup {
  readonly name: string;
  readonly createdAtMs: number;
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
 * - a backup is there whole under its name, or not at all, also while it is removed;
 * - one that was asked for by a person is never taken for one of the schedule.
 */
export interface BackupMaker {
  make(name: string, options?: { readonly isScheduled?: boolean }): Promise<BackupCounts>;
  /** Reads every file of it again; rejects when one is not as it was made. */
  verify(name: string): Promise<void>;
  /** Names of those that are there, in no order. */
  names(): Promise<readonly string[]>;
  /** Of those that are there, the ones that the schedule made, oldest first. */
  scheduled(): Promise<readonly ScheduledBackup[]>;
  remove(name: string): Promise<void>;
  /** Removes what a process that died has left unfinished. */
  clear(): Promise<void>;
}
