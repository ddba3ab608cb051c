/**
 * Metrics that need no events of the app's own: they come from sessions, crash reports and performance metrics. An
 * experiment or a guardrail names one in the place of an event. Every other name that starts with `$` is an event.
 */
export const BUILT_IN_METRICS = {
  $crash_free_sessions: {
    name: 'Crash-free sessions',
    types: ['ratio'],
    direction: 'increase',
    unit_of_value: 'share',
    sentence: 'Sessions without a crash, of all sessions',
  },
  $anr_rate: {
    name: 'ANR rate',
    types: ['ratio'],
    direction: 'decrease',
    unit_of_value: 'ratio',
    sentence: 'Reports of an app that does not respond, per session',
  },
  $startup: {
    name: 'Startup time',
    types: ['p50', 'p95', 'p99'],
    direction: 'decrease',
    unit_of_value: 'ms',
    sentence: 'Time of cold starts, in milliseconds',
  },
} as const satisfies Record<string, BuiltInMetric>;

export type BuiltInMetricName = keyof typeof BUILT_IN_METRICS;

export interface BuiltInMetric {
  readonly name: string;
  /** The metric types that it can be asked as; the first is meant when none is chosen. */
  readonly types: readonly string[];
  /** Which way is good. */
  readonly direction: 'increase' | 'decrease';
  readonly unit_of_value: 'share' | 'number' | 'ms' | 'ratio';
  readonly sentence: string;
}

export const isBuiltInMetric = (eventName: string): eventName is BuiltInMetricName =>
  Object.hasOwn(BUILT_IN_METRICS, eventName);

export const builtInMetric = (eventName: string): BuiltInMetric | undefined =>
  isBuiltInMetric(eventName) ? BUILT_IN_METRICS[eventName] : undefined;
