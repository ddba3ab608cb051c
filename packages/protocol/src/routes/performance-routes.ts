import type { Route } from './route.ts';

const secret = ['secret'] as const;

/** How fast and how smooth it is for those who use it. */
export const performanceRoutes = {
  performanceSummary: {
    method: 'GET',
    path: '/v1/performance/summary',
    access: secret,
    member: 'viewer',
    summary: 'Percentiles, rates and ratings by metric, those with the most values first',
    query: 'PerformanceSummaryQuery',
    success: { 200: 'PerformanceSummaryAnswer' },
  },
  performanceDistribution: {
    method: 'GET',
    path: '/v1/performance/distribution',
    access: secret,
    member: 'viewer',
    summary: 'How the values of one metric are spread, also by version, flag value and so on',
    query: 'PerformanceDistributionQuery',
    success: { 200: 'PerformanceDistributionAnswer' },
  },
} as const satisfies Record<string, Route>;
