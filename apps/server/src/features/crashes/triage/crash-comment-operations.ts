import { isAtLeast } from '@lamppost/protocol';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../../control/actor.ts';
import { NotPermitted, Unacceptable } from '../../../control/control-errors.ts';
import type { Grantor } from '../../../control/grantor.ts';
import { reading, writing } from '../../../control/operation.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import { cursorOf, pageOf } from '../../../control/page-of.ts';
import { storeText } from '../../../engines/sqlite/stored-text.ts';
import { findGroup } from '../crash-group-statements.ts';
import { logGroup } from '../log-crash-group.ts';
import { type CrashComment, MAX_COMMENTS_OF_GROUP } from './crash-comment.ts';
import {
  countComments,
  deleteComment,
  deleteComments,
  findComment,
  insertComment,
  listComments,
} from './crash-comment-statements.ts';

export const crashCommentOperations = {
  comments: reading(
    async (db, environmentId: string, id: string, page: PageRequest): Promise<Page<CrashComment> | undefined> => {
      const group = await findGroup(db, environmentId, id);
      return group && pageOf(await listComments(db, group.id, cursorOf(page), page.limit + 1), page);
    },
  ),
  comment: writing(
    async (db, environmentId: string, id: string, text: string, author: Actor): Promise<CrashComment | undefined> => {
      const group = await findGroup(db, environmentId, id);
      if (group === undefined) return undefined;
      if ((await countComments(db, group.id)) >= MAX_COMMENTS_OF_GROUP) {
        throw new Unacceptable('text', `The crash group has ${MAX_COMMENTS_OF_GROUP} comments: delete some first.`);
      }
      const made: CrashComment = { id: uuidv7(), author, text: storeText(text), createdAtMs: Date.now() };
      await insertComment(db, group.id, made);
      await logGroup(db, author, 'commented', group);
      return made;
    },
  ),
  deleteComment: writing(
    async (db, environmentId: string, id: string, commentId: string, by: Grantor): Promise<boolean> => {
      const group = await findGroup(db, environmentId, id);
      const comment = group && (await findComment(db, group.id, commentId));
      if (group === undefined || comment === undefined) return false;
      const { author } = comment;
      const isOwn = author.kind === by.actor.kind && author.id === by.actor.id;
      if (!isOwn && !isAtLeast(by.role, 'admin')) {
        throw new NotPermitted('Only the author or an admin can delete a comment.');
      }
      await deleteComment(db, comment.id);
      await logGroup(db, by.actor, 'comment_deleted', group);
      return true;
    },
  ),
  removeComments: writing(async (db, environmentId: string, id: string): Promise<number> => {
    const group = await findGroup(db, environmentId, id);
    return group === undefined ? 0 : await deleteComments(db, group.id);
  }),
};
