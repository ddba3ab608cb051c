import type { Template } from './template.ts';

const lastMonth = { kind: 'relative', last: '30d' } as const;
const lastWeek = { kind: 'relative', last: '7d' } as const;

export const errorsAndHealth: Template = {
  number: 3,
  name: 'Errors and health',
  description: 'Crash-free rate, crashes by exception, version and device, and failing operations.',
  widgets: [
    {
      name: 'Crash-free sessions',
      description: 'Share of sessions without a crash in the last 7 days.',
      position: { x: 0, y: 0, w: 4, h: 2 },
      query: { kind: 'crash_free', range: lastWeek },
      viz: { kind: 'crash_free', display: 'number' },
    },
    {
      name: 'Crash-free users',
      description: 'Share of users without a crash in the last 7 days.',
      position: { x: 4, y: 0, w: 4, h: 2 },
      query: { kind: 'crash_free', of: 'users', range: lastWeek },
      viz: { kind: 'crash_free', display: 'number' },
    },
    {
      name: 'Crashes',
      description: 'Crash reports in the last 7 days.',
      position: { x: 8, y: 0, w: 4, h: 2 },
      query: { kind: 'crashes', range: lastWeek },
      viz: { kind: 'crashes', display: 'number' },
    },
    {
      name: 'Crash-free sessions by day',
      description: 'Share of sessions without a crash, by the day on which they began.',
      position: { x: 0, y: 2, w: 6, h: 4 },
      query: { kind: 'crash_free', interval: 'day', range: lastMonth },
      viz: { kind: 'crash_free', display: 'line' },
    },
    {
      name: 'Crashes by exception',
      description: 'Crash reports by day and type of exception.',
      position: { x: 6, y: 2, w: 6, h: 4 },
      query: { kind: 'crashes', breakdown: 'exception', interval: 'day', range: lastMonth },
      viz: { kind: 'crashes', display: 'bar' },
    },
    {
      name: 'Crash-free sessions by version',
      description: 'Share of sessions without a crash in the last 30 days, versions with the most sessions first.',
      position: { x: 0, y: 6, w: 4, h: 5 },
      query: { kind: 'crash_free', breakdown: 'version', range: lastMonth },
      viz: { kind: 'crash_free', display: 'table' },
    },
    {
      name: 'Crashes by device',
      description: 'Device models with the most crash reports in the last 30 days.',
      position: { x: 4, y: 6, w: 4, h: 5 },
      query: { kind: 'crashes', breakdown: 'device', range: lastMonth },
      viz: { kind: 'crashes', display: 'table' },
    },
    {
      name: 'Failing operations',
      description: 'Errors by operation in the last 7 days.',
      position: { x: 8, y: 6, w: 4, h: 5 },
      query: {
        kind: 'sql',
        sql: `SELECT metric_name, count(*) AS errors
FROM metrics
WHERE (is_error OR status_code >= 400) AND timestamp >= now() - INTERVAL 7 DAY
GROUP BY metric_name
ORDER BY errors DESC, metric_name
LIMIT 20`,
      },
      viz: { kind: 'sql', display: 'bar' },
    },
  ],
};
