import { writing } from '../operation.ts';
import type { Db } from '../sql/db.ts';
import { emitNotice } from './emit-notice.ts';
import type { Notice } from './notice.ts';
import { FIND_MARK, SET_MARK } from './notice-statements.ts';

/** For what no transaction of the control plane makes: work that has ended, and what is found in data. */
export const noticeOperations = {
  emit: writing(async (db, notice: Notice): Promise<void> => {
    await emitNotice(db, notice);
  }),
  /**
   * Of something that goes on and is found again with every look, by its name in the project: only the first is told,
   * and again when it was not found for `quietMs`. True when it was told.
   */
  emitOngoing: writing(
    async (
      db: Db,
      notice: Notice & { readonly projectId: string },
      { name, quietMs }: { readonly name: string; readonly quietMs: number },
    ): Promise<boolean> => {
      const { projectId, atMs } = notice;
      const seenAtMs = (await db.one(FIND_MARK, { projectId, name }))?.seenAtMs;
      await db.run(SET_MARK, { projectId, name, atMs });
      if (seenAtMs !== undefined && atMs - seenAtMs < quietMs) return false;
      await emitNotice(db, notice);
      return true;
    },
  ),
};
