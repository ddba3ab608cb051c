import type { InsightParams, Moment } from '../queries/insight-params.ts';
import { type EventChoice, eventsSource } from './events-source.ts';
import { filtersSql } from './insight-filters.ts';

/** `FROM … WHERE …` for the events that an insight is about, each as `ev`. */
export function insightEvents(
  { scope, filters }: Pick<InsightParams, 'scope' | 'filters'>,
  window: Pick<Moment, 'fromMs' | 'toMs'>,
  choice: EventChoice,
): string {
  return eventsSource(scope, filtersSql(filters, 'query.filters'), window, choice);
}
