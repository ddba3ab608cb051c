import type { Wire } from '@lamppost/protocol';

export interface Measure {
  readonly kind: keyof typeof measures;
  readonly event: string;
  readonly metric: string;
}

export const measures = {
  count: { label: 'Number of events', needs: 'event' },
  persons: { label: 'People with an event', needs: 'event' },
  crash_free_sessions: { label: 'Crash-free sessions', needs: 'nothing' },
  crash_free_users: { label: 'Crash-free users', needs: 'nothing' },
  crashes: { label: 'Number of crashes', needs: 'nothing' },
  p50: { label: 'Metric, median', needs: 'metric' },
  p95: { label: 'Metric, p95', needs: 'metric' },
  p99: { label: 'Metric, p99', needs: 'metric' },
} as const;

export const firstMeasure: Measure = { kind: 'count', event: '', metric: '' };

/** Undefined while the event or metric is missing. */
export function queryOfMeasure({ kind, event, metric }: Measure): Wire['InsightQuery'] | undefined {
  const range = { kind: 'relative', last: '7d' } as const;
  const metricName = metric.trim();
  switch (kind) {
    case 'count':
    case 'persons':
      return event === '' ? undefined : { kind: 'timeseries', event, aggregation: { kind }, interval: 'day', range };
    case 'crash_free_sessions':
      return { kind: 'crash_free', of: 'sessions', range };
    case 'crash_free_users':
      return { kind: 'crash_free', of: 'users', range };
    case 'crashes':
      return { kind, range };
    case 'p50':
    case 'p95':
    case 'p99':
      return metricName === '' ? undefined : { kind: 'performance', of: kind, metricName, range };
  }
}
