import type { EmptyStateProps } from '../../design/layout/empty-state.tsx';

/** What stands where metrics would be. */
export function noMetrics(isFiltered: boolean, origin: string): EmptyStateProps {
  if (isFiltered)
    return { title: 'No metrics fit these filters.', children: 'Take one away, or look at a longer range.' };
  return {
    title: 'No metrics in this range.',
    children:
      'SDKs measure starts, frames, requests and web vitals by themselves. One by hand, with a publishable key:',
    snippet: {
      language: 'bash',
      code: [
        `curl ${origin}/v1/performance/ingest -H "Authorization: Bearer $PUBLISHABLE_KEY" -d '{`,
        '  "batch": [{"metric_type": "startup", "metric_name": "cold_start", "value_ms": 840}],',
        '  "context": {"platform": "ios", "app_version": "1.0.0", "session_id": "s-1"}}\'',
      ].join('\n'),
    },
  };
}
