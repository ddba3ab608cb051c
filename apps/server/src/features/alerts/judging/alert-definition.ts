import type { FilledInsightQuery, Wire } from '@lamppost/protocol';

/** Queries whose result is one number over time. */
export type WatchedQuery = Extract<
  FilledInsightQuery,
  { kind: 'timeseries' | 'funnel' | 'crash_free' | 'crashes' | 'performance' }
>;
export type AlertInterval = Wire['NewAlertBody']['interval'];
export type AlertCondition = Wire['AlertCondition'];

/** What an alert watches, and when it fires. */
export interface AlertDefinition {
  readonly query: WatchedQuery;
  readonly interval: AlertInterval;
  readonly step: number | null;
  readonly condition: AlertCondition;
  readonly forIntervals: number;
  readonly recovery: { readonly marginPercent: number; readonly intervals: number };
}
