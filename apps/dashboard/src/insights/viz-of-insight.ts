import type { Wire } from '@lamppost/protocol';
import type { Insight } from './insight.ts';

/** How a widget shows the query. */
export function vizOfInsight(insight: Insight): Wire['WidgetViz'] {
  switch (insight.kind) {
    case 'timeseries':
      return { kind: 'timeseries', chartType: insight.chart };
    case 'funnel':
      return { kind: 'funnel', showCounts: true };
    case 'retention':
      return { kind: 'retention', colorScale: 'heatmap' };
    default:
      return { kind: insight.kind };
  }
}
