import type { StoreCounters } from './analytics-store.ts';

/** The totals of a store that has nothing yet. */
export const noCounts: StoreCounters = {
  storedEvents: 0,
  duplicateEvents: 0,
  failedEvents: 0,
  storedCrashes: 0,
  duplicateCrashes: 0,
  storedMetrics: 0,
  duplicateMetrics: 0,
  damagedRecords: 0,
  lostEvents: 0,
  uncountedRecords: 0,
  unbalancedItems: 0,
  lostRows: 0,
};
