import type { Route } from './route.ts';

/** What people want to tell anyone who runs the installation. */
export const feedbackRoutes = {
  sendFeedback: {
    method: 'POST',
    path: '/feedback',
    access: ['publishable', 'secret', 'dev'],
    isKeyOptional: true,
    isClient: true,
    summary: 'Send feedback to the operators of the installation; at most ten per hour from one IP address',
    body: 'FeedbackBody',
    success: { 201: 'FeedbackAnswer' },
  },
  listFeedback: {
    method: 'GET',
    path: '/v1/feedback',
    access: ['operator'],
    member: 'operator',
    summary: 'Feedback that was sent, newest first',
    query: 'ListQuery',
    success: { 200: 'FeedbackListAnswer' },
  },
} as const satisfies Record<string, Route>;
