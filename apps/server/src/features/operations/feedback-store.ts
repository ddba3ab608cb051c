import type { Page, PageRequest } from '../../control/page.ts';

export type FeedbackType = 'bug' | 'feature' | 'general';

export interface NewFeedback {
  readonly type: FeedbackType;
  readonly message: string;
  /** Whatever the sender wants to add; null when nothing. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Of the key that it was sent with; null without one. */
  readonly projectId: string | null;
}

export interface Feedback extends NewFeedback {
  readonly id: string;
  readonly projectSlug: string | null;
  readonly createdAtMs: number;
}

/** Anybody may send feedback, so what is kept of it is bounded. */
export const MAX_FEEDBACK_BYTES = 32 * 1024 * 1024;

/**
 * What people wrote to anyone who runs the installation.
 *
 * Promises:
 * - what was added is listed, newest first, and pages neither repeat nor skip;
 * - beyond MAX_FEEDBACK_BYTES of text the oldest goes.
 */
export interface FeedbackStore {
  add(feedback: NewFeedback): Promise<Feedback>;
  list(page: PageRequest): Promise<Page<Feedback>>;
}
