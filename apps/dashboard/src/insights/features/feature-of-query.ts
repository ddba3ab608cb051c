import type { Wire } from '@lamppost/protocol';
import { emptyFeatures, type FeatureInsight, type FeatureQuery } from './feature-insight.ts';

/** A stored query as it can be edited. Its range is not part of it. */
export function featureOfQuery(query: FeatureQuery, viz: Wire['WidgetViz'] | undefined): FeatureInsight {
  if (query.kind === 'experiment') {
    return { kind: query.kind, experiment: query.experiment ?? null, metric: query.metric ?? null };
  }
  const empty = emptyFeatures[query.kind];
  const shared = {
    breakdown: query.breakdown ?? null,
    interval: query.interval ?? 'auto',
    platform: query.platform ?? null,
    appVersion: query.appVersion ?? null,
    display: viz?.kind === query.kind ? viz.display : empty.display,
  } as const;
  switch (query.kind) {
    case 'crash_free':
      return { kind: query.kind, of: query.of ?? 'sessions', ...shared };
    case 'crashes':
      return { kind: query.kind, ...shared };
    case 'performance':
      return {
        kind: query.kind,
        metricName: query.metricName ?? null,
        metricType: query.metricType ?? null,
        of: query.of ?? 'p95',
        limit: query.limit ?? null,
        ...shared,
      };
  }
}
