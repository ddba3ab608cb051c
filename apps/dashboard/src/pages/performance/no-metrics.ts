import type { EmptyStateProps } from '../../design/feedback/empty-state.tsx';

/** What stands where metrics would be. */
export function noMetrics(isFiltered: boolean, origin: string): EmptyStateProps {
  if (isFiltered)
    return { title: 'No metrics match these filters', children: 'Remove a filter or choose a longer range.' };
  return {
    title: 'No metrics in this range',
    children:
      'SDKs measure starts, frames, requests and web vitals automatically. To send a test metric, use a publishable key:',
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
