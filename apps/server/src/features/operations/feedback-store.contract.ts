import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { newTestProject } from '../../control/test-project.contract.ts';
import { MAX_FEEDBACK_BYTES, type NewFeedback } from './feedback-store.ts';

export function feedbackStoreContract(open: () => Promise<ControlPlane>): void {
  describe('FeedbackStore', () => {
    let control: ControlPlane;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    const add = (message: string, more: Partial<NewFeedback> = {}) =>
      control.feedback.add({ type: 'general', message, metadata: null, projectId: null, ...more });

    test('what was added is listed as it was sent, newest first, page by page', async () => {
      const { projectId } = await newTestProject(control, 'feedback-one');
      const metadata = { version: '1.2', odd: '\u0000', deep: { list: [1, null] } };
      const first = await add('Broken', { type: 'bug', metadata });
      const second = await add('Fine', { projectId });
      expect(first).toMatchObject({ type: 'bug', message: 'Broken', metadata, projectId: null, projectSlug: null });
      expect(second).toMatchObject({
        type: 'general',
        projectId,
        projectSlug: expect.stringContaining('feedback-one'),
      });
      const page = await control.feedback.list({ limit: 1 });
      expect(page.rows).toEqual([second]);
      expect((await control.feedback.list({ limit: 1, cursor: page.nextCursor ?? '' })).rows).toEqual([first]);
    });

    test('text that cannot be stored comes back with replacement characters', async () => {
      expect((await add('odd \u0000 \ud800 text')).message).toBe('odd \ufffd \ufffd text');
    });

    test('when there is too much, the oldest goes and the newest stays', async () => {
      const text = 'x'.repeat(MAX_FEEDBACK_BYTES / 16);
      const oldest = await add('The oldest');
      for (let sent = 0; sent < 17; sent += 1) await add(`Number ${sent}`, { metadata: { text } });
      const { rows } = await control.feedback.list({ limit: 100 });
      expect(rows.map(({ message }) => message).slice(0, 2)).toEqual(['Number 16', 'Number 15']);
      expect(rows.map(({ id }) => id)).not.toContain(oldest.id);
      expect(rows.length).toBeLessThanOrEqual(16);
    });
  });
}
