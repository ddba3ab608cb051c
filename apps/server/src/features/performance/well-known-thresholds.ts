import { DAY_MS } from '@lamppost/protocol';
import { type MetricRule, ruleFor } from './queries/performance.ts';

type MetricUnit = 'ms' | 'mb' | 'count' | 'score';

/**
 * What the industry calls good. Values are held against `good` and `poor` at the percentile `at`; where there is one line
 * only, it is `good`, and how much of the values lies above decides (see rateMetric).
 */
export interface WellKnownThreshold {
  readonly good: number;
  readonly poor?: number;
  readonly at: 'p75' | 'p95';
  readonly source: string;
}

/** A line for a share: of frames, or of sessions. */
export interface RateThreshold {
  /** Percent up to which it is good. */
  readonly good: number;
  /** Percent above which it is poor. */
  readonly poor: number;
  readonly source: string;
}

export interface KnownMetric extends MetricRule {
  readonly unit: MetricUnit;
  readonly known?: WellKnownThreshold;
  readonly rateThreshold?: RateThreshold;
}

const ms = { unit: 'ms', ceiling: DAY_MS } as const;
/** 60 frames a second. */
const frameMs = 16.7;
const vitals = 'Core Web Vitals';
const android = 'Android vitals';

const measured = (names: Pick<MetricRule, 'metricType' | 'metricName'>, known: WellKnownThreshold): KnownMetric => ({
  ...names,
  ...ms,
  known,
  line: known.good,
});

/** The first that matches counts. */
export const knownMetrics: readonly KnownMetric[] = [
  measured({ metricType: 'startup', metricName: 'cold_start' }, { good: 5_000, at: 'p95', source: android }),
  measured({ metricType: 'startup', metricName: 'warm_start' }, { good: 2_000, at: 'p95', source: android }),
  measured({ metricType: 'startup', metricName: 'hot_start' }, { good: 1_500, at: 'p95', source: android }),
  {
    metricType: 'frames',
    metricName: 'slow_frame',
    ...ms,
    line: frameMs,
    rateOf: 'frames',
    delayAbove: frameMs,
    rateThreshold: { good: 25, poor: 50, source: `${android}: slow frames, above 16.7 ms` },
  },
  {
    metricType: 'frames',
    metricName: 'frozen_frame',
    ...ms,
    line: 700,
    rateOf: 'frames',
    delayAbove: frameMs,
    rateThreshold: { good: 0.05, poor: 0.1, source: `${android}: frozen frames, above 700 ms` },
  },
  { metricType: 'frames', metricName: 'frame_summary', unit: 'count', ceiling: 1e9 },
  {
    metricType: 'anr',
    metricName: 'anr_detected',
    ...ms,
    line: 5_000,
    rateOf: 'sessions',
    rateThreshold: { good: 0.235, poor: 0.47, source: `${android}: ANR rate` },
  },
  { metricType: 'memory', unit: 'mb', ceiling: 1e6 },
  measured({ metricName: 'LCP' }, { good: 2_500, poor: 4_000, at: 'p75', source: vitals }),
  measured({ metricName: 'INP' }, { good: 200, poor: 500, at: 'p75', source: vitals }),
  {
    metricName: 'CLS',
    unit: 'score',
    ceiling: 100,
    line: 0.1,
    known: { good: 0.1, poor: 0.25, at: 'p75', source: vitals },
  },
  measured({ metricName: 'FCP' }, { good: 1_800, poor: 3_000, at: 'p75', source: vitals }),
  measured({ metricName: 'TTFB' }, { good: 800, poor: 1_800, at: 'p75', source: vitals }),
  ms,
];

export const knownMetric = (metricType: string, metricName: string): KnownMetric =>
  ruleFor(knownMetrics, metricType, metricName) ?? ms;
