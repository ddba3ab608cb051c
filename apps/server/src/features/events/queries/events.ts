import type { EventFilter } from '../../../analytics/event-filter.ts';
import type { JsonPage, PageRequest } from '../../../analytics/json-page.ts';
import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

/** Which events were stored? Newest first. */
export interface EventsParams {
  readonly scope: Scope;
  readonly filter: EventFilter;
  readonly page: PageRequest;
}

/** How many were? */
export type CountEventsParams = Omit<EventsParams, 'page'>;

export const eventsQuery = defineQuery<EventsParams, JsonPage>('events');
export const countEventsQuery = defineQuery<CountEventsParams, number>('countEvents');
