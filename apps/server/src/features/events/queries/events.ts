import type { JsonPage, PageRequest } from '../../../analytics/json-page.ts';
import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

export interface EventFilter {
  readonly event?: string;
  readonly userId?: string;
  readonly anonymousId?: string;
  readonly deviceId?: string;
  /** By the event's own time; from is inclusive, to exclusive. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Part of the name, an id or the properties' JSON, without regard to case. */
  readonly search?: string;
}

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
