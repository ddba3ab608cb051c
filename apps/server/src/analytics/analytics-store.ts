/** Every question is asked of one environment of one project; nothing of another can be in the answer. */
export interface Scope {
  readonly projectId: string;
  readonly environmentId: string;
}

/** The store cannot answer now (starting, rebuilding, restarted): ask again later. Never the asker's fault. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }
}

export interface EventFilter {
  readonly event?: string;
  readonly userId?: string;
  readonly anonymousId?: string;
  readonly deviceId?: string;
  /** By the event's own time; from is inclusive, to exclusive. */
  readonly fromMs?: number;
  readonly toMs?: number;
}

export interface PageRequest {
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly cursor?: string;
}

/** Rows as finished JSON text (an array in wire form), so that the asking process passes them on unread. */
export interface JsonPage {
  readonly rowsJson: string;
  readonly nextCursor: string | null;
}

export type FailedEventKind = 'rejected' | 'quarantined' | 'poison';

export interface FailedEventFilter {
  readonly kind?: FailedEventKind;
  readonly reason?: string;
}

export interface DayCount {
  /** Calendar day in UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly events: number;
}

export interface StoreStatus {
  readonly state: 'starting' | 'rebuilding' | 'ready' | 'down';
  /** Share of the log that a rebuild has loaded, 0 to 1. */
  readonly rebuiltShare?: number;
  readonly counters: StoreCounters;
}

/** Running totals since the store was created; they survive restarts because they live in the store. */
export interface StoreCounters {
  readonly storedEvents: number;
  readonly duplicateEvents: number;
  readonly failedEvents: number;
  readonly storedCrashes: number;
  readonly duplicateCrashes: number;
  readonly storedMetrics: number;
  readonly duplicateMetrics: number;
  readonly damagedRecords: number;
  readonly missingSegments: number;
}

/**
 * Answers questions about what was collected.
 *
 * Every adapter keeps these promises; analytics-store.contract.ts checks them:
 * - an event id counts once per environment, the first in log order wins;
 * - loading the same segment again changes nothing;
 * - answers hold only rows of the asked scope, newest first, and pages neither repeat nor skip a row;
 * - a question that cannot be answered now rejects with StoreUnavailable.
 */
export interface AnalyticsStore {
  events(scope: Scope, filter: EventFilter, page: PageRequest): Promise<JsonPage>;
  countEvents(scope: Scope, filter: EventFilter): Promise<number>;
  failedEvents(scope: Scope, filter: FailedEventFilter, page: PageRequest): Promise<JsonPage>;
  /** Events stored per day of receipt, oldest first; what is metered. */
  storedPerDay(projectId: string, fromMs: number, toMs: number): Promise<readonly DayCount[]>;
  status(): StoreStatus;
}
