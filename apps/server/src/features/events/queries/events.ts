import type { EventFilter } from '../../../analytics/event-filter.ts';
import type { JsonPage, PageRequest } from '../../../analytics/json-page.ts';
import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

/** Which events were stored? Newest first. */
export interface EventsQuestion {
  readonly scope: Scope;
  readonly filter: EventFilter;
  readonly page: PageRequest;
}

/** How many were? */
export type CountEventsQuestion = Omit<EventsQuestion, 'page'>;

export const eventsQuery = defineQuery<EventsQuestion, JsonPage>('events');
export const countEventsQuery = defineQuery<CountEventsQuestion, number>('countEvents');
