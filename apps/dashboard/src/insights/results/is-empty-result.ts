import type { InsightResult, InsightRun } from './run-insight.ts';

/** Whether there is nothing to draw. A result of SQL without rows says so by itself. */
export function isEmptyAnswer({ results }: InsightRun): boolean {
  return results.every(isEmptyResult);
}

function isEmptyResult(result: InsightResult): boolean {
  switch (result.kind) {
    case 'timeseries':
      return result.series.every(({ points }) => points.every(({ value }) => value === 0));
    case 'funnel':
      return 'steps' in result && result.steps[0]?.count === 0;
    case 'retention':
      return result.cohorts.every(({ size }) => size === 0);
    case 'paths':
      return result.nodes.length === 0;
    case 'sql':
      return false;
  }
}
