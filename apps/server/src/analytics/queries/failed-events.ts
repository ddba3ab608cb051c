import type { PageRequest } from '../json-page.ts';
import type { Scope } from '../scope.ts';

export type FailedEventKind = 'rejected' | 'quarantined' | 'poison';

export interface FailedEventFilter {
  readonly kind?: FailedEventKind;
  readonly reason?: string;
  /** The event's name. */
  readonly event?: string;
}

/** Which events were refused or set apart, and why? Newest first. */
export interface FailedEventsQuestion {
  readonly scope: Scope;
  readonly filter: FailedEventFilter;
  readonly page: PageRequest;
}
