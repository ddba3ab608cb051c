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
  listSqlTables: {
    method: 'GET',
    path: '/v1/insights/tables',
    access: ['secret'],
    member: 'viewer',
    summary: 'The tables that SQL can ask, with their columns',
    success: { 200: 'SqlTablesAnswer' },
  },
} as const satisfies Record<string, Route>;
