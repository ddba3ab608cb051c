import { DAY_MS } from '@lamppost/protocol';
import { reading, writing } from '../../control/operation.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { LIST_EDGES, REMOVE_EDGE, REMOVE_SILENT, SAVE_EDGE } from './edge-statements.ts';
import type { EdgeReport, KnownEdge } from './edge-store.ts';

const FORGOTTEN_AFTER_MS = 7 * DAY_MS;

export const edgeOperations = {
  report: writing(async (db, report: EdgeReport): Promise<void> => {
    const seenAtMs = Date.now();
    await db.run(SAVE_EDGE, { ...report, name: storeText(report.name), seenAtMs });
    await db.run(REMOVE_SILENT, { beforeMs: seenAtMs - FORGOTTEN_AFTER_MS });
  }),
  list: reading(async (db): Promise<readonly KnownEdge[]> => await db.all(LIST_EDGES, {})),
  remove: writing(async (db, id: string): Promise<void> => void (await db.run(REMOVE_EDGE, { id }))),
};
