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
  showActivity: {
    method: 'GET',
    path: '/v1/insights/activity',
    access: ['secret'],
    member: 'viewer',
    summary: 'How many people were active and how many events there were, in all and over time',
    query: 'ActivityQuery',
    success: { 200: 'ActivityAnswer' },
  },
  countActivePeople: {
    method: 'GET',
    path: '/v1/insights/active-people',
    access: ['secret'],
    member: 'viewer',
    summary: 'How many people were active in the last 7 and 30 days, on some platforms or on any',
    query: 'ActivePeopleQuery',
    success: { 200: 'ActivePeopleAnswer' },
  },
  listFieldValues: {
    method: 'GET',
    path: '/v1/insights/values',
    access: ['secret'],
    member: 'viewer',
    summary: 'The values that a field of events has, the most frequent first',
    query: 'FieldValuesQuery',
    success: { 200: 'FieldValuesAnswer' },
  },
} as const satisfies Record<string, Route>;
