import { uuidv7 } from 'uuidv7';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { type Feedback, MAX_FEEDBACK_BYTES, type NewFeedback } from './feedback-store.ts';

type FeedbackRow = Omit<Feedback, 'metadata'> & { readonly metadata: string | null };

const FEEDBACK = `SELECT f.id, f.type, f.message, f.metadata, f.project_id AS projectId, p.slug AS projectSlug,
  f.created_at AS createdAtMs FROM feedback AS f LEFT JOIN projects AS p ON p.id = f.project_id`;
const INSERT = 'INSERT INTO feedback (id, type, message, metadata, project_id, created_at) VALUES (?, ?, ?, ?, ?, ?)';
/** Even a short one takes some room. */
const BYTES = "max(1024, length(message) + length(coalesce(metadata, '')))";
const DELETE_OLDEST = `DELETE FROM feedback WHERE id <= (
  SELECT max(id) FROM (SELECT id, sum(${BYTES}) OVER (ORDER BY id DESC) AS bytes FROM feedback) WHERE bytes > ?)`;

export function feedbackOperations(sql: Sql) {
  return {
    'feedback.add': writing(({ type, message, metadata, projectId }: NewFeedback): Feedback => {
      const id = uuidv7();
      const json = metadata === null ? null : JSON.stringify(metadata);
      sql.run(INSERT, id, type, storeText(message), json, projectId?.toLowerCase() ?? null, Date.now());
      sql.run(DELETE_OLDEST, MAX_FEEDBACK_BYTES);
      const row = sql.one<FeedbackRow>(`${FEEDBACK} WHERE f.id = ?`, id);
      if (row === undefined) throw new Error('Feedback that was just added is there');
      return feedbackOf(row);
    }),
    'feedback.list': reading((page: PageRequest): Page<Feedback> => {
      const text = `${FEEDBACK} WHERE f.id < ? ORDER BY f.id DESC LIMIT ?`;
      return pageOf(sql.all<FeedbackRow>(text, cursorOf(page), page.limit + 1).map(feedbackOf), page);
    }),
  };
}

const feedbackOf = ({ metadata, ...row }: FeedbackRow): Feedback => ({
  ...row,
  metadata: metadata === null ? null : (JSON.parse(metadata) as Feedback['metadata']),
});
