import type { Template } from './template.ts';

const lastMonth = { kind: 'relative', last: '30d' } as const;
const lastWeek = { kind: 'relative', last: '7d' } as const;

export const performance: Template = {
  number: 1,
  name: 'Performance',
  description: 'Startup, web vitals, requests and operations, by day, version and country.',
  widgets: [
    {
      name: 'Startup',
      description: '95th percentile of app starts by day.',
      position: { x: 0, y: 0, w: 6, h: 4 },
      query: { kind: 'performance', metricType: 'startup', of: 'p95', interval: 'day', range: lastMonth },
      viz: { kind: 'performance', display: 'line' },
    },
    {
      name: 'Web vitals',
      description: '75th percentile by day, which Core Web Vitals are judged by.',
      position: { x: 6, y: 0, w: 6, h: 4 },
      query: { kind: 'performance', metricType: 'web_vital', of: 'p75', interval: 'day', range: lastMonth },
      viz: { kind: 'performance', display: 'line' },
    },
    {
      name: 'Requests',
      description: '95th percentile of the most frequent requests by day.',
      position: { x: 0, y: 4, w: 8, h: 4 },
      query: { kind: 'performance', metricType: 'network', of: 'p95', limit: 6, interval: 'day', range: lastMonth },
      viz: { kind: 'performance', display: 'line' },
    },
    {
      name: 'Status codes',
      description: 'Responses by status code in the last 7 days.',
      position: { x: 8, y: 4, w: 4, h: 4 },
      query: {
        kind: 'sql',
        sql: `SELECT status_code, count(*) AS responses
FROM metrics
WHERE status_code IS NOT NULL AND timestamp >= now() - INTERVAL 7 DAY
GROUP BY status_code
ORDER BY responses DESC, status_code
LIMIT 20`,
      },
      viz: { kind: 'sql', display: 'bar' },
    },
    {
      name: 'Cold start by version',
      description: '95th percentile in the last 30 days.',
      position: { x: 0, y: 8, w: 4, h: 5 },
      query: { kind: 'performance', metricName: 'cold_start', of: 'p95', breakdown: 'version', range: lastMonth },
      viz: { kind: 'performance', display: 'bar' },
    },
    {
      name: 'Largest contentful paint by country',
      description: '75th percentile in the last 30 days.',
      position: { x: 4, y: 8, w: 4, h: 5 },
      query: { kind: 'performance', metricName: 'LCP', of: 'p75', breakdown: 'country', range: lastMonth },
      viz: { kind: 'performance', display: 'bar' },
    },
    {
      name: 'Operations',
      description: '95th percentile of the most frequent spans in the last 7 days.',
      position: { x: 8, y: 8, w: 4, h: 5 },
      query: { kind: 'performance', metricType: 'span', of: 'p95', limit: 12, range: lastWeek },
      viz: { kind: 'performance', display: 'bar' },
    },
    {
      name: 'All metrics',
      description: 'The metrics with the most measurements in the last 7 days, with their 95th percentile.',
      position: { x: 0, y: 13, w: 12, h: 5 },
      query: { kind: 'performance', of: 'p95', limit: 20, range: lastWeek },
      viz: { kind: 'performance', display: 'table' },
    },
  ],
};
