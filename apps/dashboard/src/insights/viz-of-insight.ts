import type { Wire } from '@lamppost/protocol';
import type { AnyInsight } from './features/any-insight.ts';

/** How a widget shows the query. */
export function vizOfInsight(insight: AnyInsight): Wire['WidgetViz'] {
  switch (insight.kind) {
    case 'timeseries':
      return { kind: 'timeseries', chartType: insight.chart };
    case 'funnel':
      return { kind: 'funnel', showCounts: true };
    case 'retention':
      return { kind: 'retention', colorScale: 'heatmap' };
    case 'crash_free':
    case 'crashes':
    case 'performance':
      return { kind: insight.kind, display: insight.display };
    case 'sql':
      return { kind: 'sql', ...(insight.display === undefined ? {} : { display: insight.display }) };
    default:
      return { kind: insight.kind };
  }
}
