import type { Route } from './route.ts';

export const insightRoutes = {
  askInsight: {
    method: 'POST',
    path: '/v1/insights/query',
    access: ['secret'],
    member: 'viewer',
    summary: 'Ask about stored events: timeseries, funnel, retention, paths, or SQL',
    body: 'InsightBody',
    success: { 200: 'InsightAnswer' },
    failures: [404],
  },
} as const satisfies Record<string, Route>;
