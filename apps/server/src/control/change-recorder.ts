import type { Actor } from './actor.ts';
import type { Mutation } from './mutation.ts';
import type { Db } from './sql/db.ts';

/** A change as it was logged. */
export interface RecordedChange extends Mutation {
  readonly actor: Actor;
  /** Of its environment, after the change. */
  readonly configVersion: number | null;
}

interface Recorder {
  readonly changes: RecordedChange[];
  /** Put in front of the comment of every change. */
  readonly note: string | undefined;
}

const recorders = new WeakMap<Db, Recorder>();

export const recorderOf = (db: Db): Recorder | undefined => recorders.get(db);

/** Runs something, and says which changes it has logged. Operations that write run one after another on a connection. */
export async function recordingChanges<Result>(
  db: Db,
  run: () => Promise<Result>,
  note?: string,
): Promise<{ readonly result: Result; readonly changes: readonly RecordedChange[] }> {
  const changes: RecordedChange[] = [];
  recorders.set(db, { changes, note });
  try {
    return { result: await run(), changes };
  } finally {
    recorders.delete(db);
  }
}
