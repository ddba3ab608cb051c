import type { Wire } from '@lamppost/protocol';

const featureKinds = ['crash_free', 'crashes', 'performance', 'experiment'] as const;
export type FeatureKind = (typeof featureKinds)[number];
export const displays = ['line', 'bar', 'number', 'table'] as const;
/** How a widget draws a measure or the rows of a SQL query. */
export type Display = (typeof displays)[number];
export const featureIntervals = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type FeatureInterval = (typeof featureIntervals)[number];
export const percentiles = ['p50', 'p75', 'p90', 'p95', 'p99'] as const;

interface Measure {
  readonly breakdown: string | null;
  /** `auto` follows the range. */
  readonly interval: FeatureInterval | 'auto';
  readonly platform: string | null;
  readonly appVersion: string | null;
  readonly display: Display;
}

interface CrashFreeInsight extends Measure {
  readonly kind: 'crash_free';
  readonly of: 'sessions' | 'users';
}

interface CrashesInsight extends Measure {
  readonly kind: 'crashes';
}

export interface PerformanceInsight extends Measure {
  readonly kind: 'performance';
  /** null: those with the most measurements, of the type if there is one. */
  readonly metricName: string | null;
  readonly metricType: string | null;
  readonly of: (typeof percentiles)[number];
  /** How many metrics; null: as many as the server shows by itself. */
  readonly limit: number | null;
}

export interface ExperimentInsight {
  readonly kind: 'experiment';
  /** Key or id; null: the newest. */
  readonly experiment: string | null;
  /** null: the primary metric. */
  readonly metric: string | null;
}

export type MeasureInsight = CrashFreeInsight | CrashesInsight | PerformanceInsight;
/** A query about crashes, performance or an experiment, as a widget asks it. Explore is about events. */
export type FeatureInsight = MeasureInsight | ExperimentInsight;
export type FeatureQuery = Extract<Wire['InsightQuery'], { kind: FeatureKind }>;

const measure = { breakdown: null, interval: 'auto', platform: null, appVersion: null } as const;

export const emptyFeatures: { readonly [K in FeatureKind]: Extract<FeatureInsight, { kind: K }> } = {
  crash_free: { kind: 'crash_free', of: 'sessions', ...measure, display: 'line' },
  crashes: { kind: 'crashes', ...measure, display: 'bar' },
  performance: {
    kind: 'performance',
    metricName: null,
    metricType: null,
    of: 'p95',
    limit: null,
    ...measure,
    display: 'line',
  },
  experiment: { kind: 'experiment', experiment: null, metric: null },
};

const kinds: readonly string[] = featureKinds;

export const isFeature = <Asked extends { readonly kind: string }>(
  asked: Asked,
): asked is Extract<Asked, { kind: FeatureKind }> => kinds.includes(asked.kind);
