import { uuidv7 } from 'uuidv7';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { DELETE_OLDEST, FIND_FEEDBACK, INSERT_FEEDBACK, LIST_FEEDBACK } from './feedback-statements.ts';
import { type Feedback, MAX_FEEDBACK_BYTES, type NewFeedback } from './feedback-store.ts';

export const feedbackOperations = {
  add: writing(async (db, feedback: NewFeedback): Promise<Feedback> => {
    const id = uuidv7();
    const message = storeText(feedback.message);
    await db.run(INSERT_FEEDBACK, { ...feedback, id, message, createdAtMs: Date.now() });
    await db.run(DELETE_OLDEST, { maxBytes: MAX_FEEDBACK_BYTES });
    const added = await db.one(FIND_FEEDBACK, { id });
    if (added === undefined) throw new Error('Feedback that was just added is there');
    return added;
  }),
  list: reading(async (db, page: PageRequest): Promise<Page<Feedback>> => {
    return pageOf(await db.all(LIST_FEEDBACK, { cursor: cursorOf(page), limit: page.limit + 1 }), page);
  }),
};
