import type { EventChoice, Insight } from '../../insights/insight.ts';

/** The query with an event in the first place where one is missing. */
export function withEvent(insight: Insight, event: string): Insight {
  switch (insight.kind) {
    case 'timeseries':
      return { ...insight, series: fillFirst(insight.series, event) };
    case 'funnel':
      return { ...insight, steps: fillFirst(insight.steps, event) };
    case 'retention':
      return insight.cohortEvent === null
        ? { ...insight, cohortEvent: event, returnEvent: insight.returnEvent ?? event }
        : { ...insight, returnEvent: event };
    case 'paths':
      return { ...insight, startEvent: event };
    case 'sql':
      return insight;
    default:
      return { ...insight, event };
  }
}

function fillFirst<T extends { readonly event: EventChoice }>(items: readonly T[], event: string): readonly T[] {
  const place = items.findIndex((item) => item.event === null);
  return items.map((item, index) => (index === place ? { ...item, event } : item));
}
