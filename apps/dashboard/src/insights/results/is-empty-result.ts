import type { InsightResult, InsightRun } from './insight-run.ts';

/** Whether there is nothing to draw. A result of SQL without rows says so by itself. */
export const isEmptyAnswer = ({ result }: Pick<InsightRun, 'result'>): boolean => isEmptyResult(result);

function isEmptyResult(result: InsightResult): boolean {
  switch (result.kind) {
    case 'timeseries':
      return result.series.every(({ points }) => points.every(({ value }) => value === 0));
    case 'funnel':
      return isEmptyFunnel(result);
    case 'retention':
      return result.cohorts.every(({ size }) => size === 0);
    case 'paths':
      return result.nodes.length === 0;
    case 'lifecycle':
      return result.series.every(({ points }) => points.every(({ value }) => value === 0));
    case 'stickiness':
      return result.points.every(({ persons }) => persons === 0);
    case 'distribution':
      return result.count === 0;
    case 'crash_free':
    case 'crashes':
    case 'performance':
      return result.series.every(({ count }) => count === 0);
    case 'experiment':
    case 'sql':
      return false;
  }
}

function isEmptyFunnel(result: Extract<InsightResult, { kind: 'funnel' }>): boolean {
  if (!('view' in result)) return result.steps[0]?.count === 0;
  switch (result.view) {
    case 'trend':
      return result.points.every(({ entered }) => entered === 0);
    case 'times':
      return result.count === 0;
    case 'correlation':
      return result.converted + result.notConverted === 0;
  }
}
