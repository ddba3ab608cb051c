import { reading, writing } from '../../../control/operation.ts';
import type { Db } from '../../../control/sql/db.ts';
import type { EdgeMark, EdgeSnapshot } from '../../../edge/edge-snapshot.ts';
import { newGeneration } from '../../../edge/generation.ts';
import { type CarriedFlag, readFlags } from '../../flags/read-flags.ts';
import { listPlans } from '../../projects/plan-operations.ts';
import { type CarriedRows, changedEdgeRows } from './changed-edge-rows.ts';
import {
  BEGIN_GENERATION,
  CHANGED_ROWS,
  edgeRows,
  FIND_CHANGE,
  FORGET_CHANGED_ROWS,
  LISTED_SINCE,
  readMark,
} from './edge-row-statements.ts';

export interface CarriedSnapshot extends Omit<EdgeSnapshot, 'flags' | 'mark'> {
  readonly mark: EdgeMark;
  readonly flags: readonly CarriedFlag[];
}

export interface CarriedChanges {
  readonly mark: EdgeMark;
  readonly rows: CarriedRows;
}

/** `isOnlyReader`: nobody else reads the list of changed rows, so what the reader knows is taken off it. */
export function snapshotOperations({ isOnlyReader }: { readonly isOnlyReader: boolean }) {
  return {
    /** One connection and nothing in between: the parts belong together. */
    read: reading(
      async (db): Promise<CarriedSnapshot> => ({
        takenAtMs: Date.now(),
        mark: await readMark(db),
        projects: await edgeRows.projects(db),
        environments: await edgeRows.environments(db),
        flags: await readFlags(db),
        experiments: await edgeRows.experiments(db),
        groups: [...(await edgeRows.groups(db)), ...(await edgeRows.cohorts(db))],
        schemas: await edgeRows.schemas(db),
        plans: await listPlans(db),
        keys: await edgeRows.keys(db),
        operatorTokenHashes: await edgeRows.operatorTokenHashes(db),
      }),
    ),
    readSince: reading(async (db, mark: EdgeMark): Promise<CarriedChanges | 'unknown' | 'behind'> => {
      const now = await readMark(db);
      if (now.generation !== mark.generation)
        return now.generation === null || mark.generation === null ? 'unknown' : 'behind';
      if (now.revision < mark.revision || !(await isKnown(db, mark))) return 'behind';
      if (mark.revision < ((await db.one(LISTED_SINCE, {}))?.revision ?? Infinity)) return 'unknown';
      // What was erased does not stay in the list either.
      if (isOnlyReader) await db.run(FORGET_CHANGED_ROWS, { revision: mark.revision });
      const rows = await changedEdgeRows(db, await db.all(CHANGED_ROWS, { revision: mark.revision }));
      return rows === undefined ? 'unknown' : { mark: now, rows };
    }),
    beginGeneration: writing(async (db, last: string): Promise<void> => {
      await db.run(BEGIN_GENERATION, { last, next: newGeneration() });
    }),
  };
}

async function isKnown(db: Db, { changeId }: EdgeMark): Promise<boolean> {
  return changeId === null || (await db.one(FIND_CHANGE, { id: changeId })) !== undefined;
}
