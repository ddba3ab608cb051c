import type { Wire } from '@lamppost/protocol';
import type { Question } from './question.ts';

/** How a widget shows the question. */
export function vizOfQuestion(question: Question): Wire['WidgetViz'] {
  switch (question.kind) {
    case 'timeseries':
      return { kind: 'timeseries', chartType: question.chart };
    case 'funnel':
      return { kind: 'funnel', showCounts: true };
    case 'retention':
      return { kind: 'retention', colorScale: 'heatmap' };
    default:
      return { kind: question.kind };
  }
}
