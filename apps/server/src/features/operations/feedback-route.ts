import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LimitWindow, RateLimiter } from '../../collect/limits/rate-limiter.ts';
import { handle } from '../../http/request/handle.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { Feedback, FeedbackStore } from './feedback-store.ts';

export interface FeedbackRouteDeps {
  readonly feedback: FeedbackStore;
  readonly limiter: RateLimiter;
  /** Counted by in memory, and never stored. */
  readonly addressOf: (request: FastifyRequest) => string;
}

const PER_ADDRESS: LimitWindow = { name: 'feedback', limit: 10, windowSeconds: 3_600 };

/** What people want to tell anyone who runs the installation: anybody may, and operators read it. */
export function registerFeedbackRoute(fastify: FastifyInstance, deps: FeedbackRouteDeps): void {
  const { feedback, limiter, addressOf } = deps;

  handle(fastify, 'sendFeedback', async ({ request, reply, caller, body }) => {
    const decision = await limiter.spend(`address ${addressOf(request)}`, [PER_ADDRESS], 1);
    if (!decision.isAllowed) {
      const { retryAfterSeconds } = decision;
      const message = `At most ${PER_ADDRESS.limit} messages per hour from one IP address`;
      throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
    }
    const added = await feedback.add({
      type: body.feedbackType,
      message: body.message,
      metadata: body.metadata ?? null,
      projectId: caller.kind === 'key' ? caller.key.projectId : null,
    });
    reply.code(201);
    return { data: { id: added.id, createdAt: isoTime(added.createdAtMs) } };
  });

  handle(fastify, 'listFeedback', async ({ query }) =>
    listResponse(await feedback.list(pageRequest(query, 50)), feedbackRow),
  );
}

const feedbackRow = ({ id, type, message, metadata, projectId, projectSlug, createdAtMs }: Feedback) => ({
  id,
  feedback_type: type,
  message,
  metadata,
  project_id: projectId,
  project_slug: projectSlug,
  created_at: isoTime(createdAtMs),
});
