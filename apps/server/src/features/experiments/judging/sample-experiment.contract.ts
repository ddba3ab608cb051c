import { readAnalysis } from '../experiment-state.ts';
import type { Analysis, Experiment, Metric } from '../experiment-store.ts';
import type { ExperimentStatistics, GroupMoments, MetricStatistics } from '../queries/experiment-statistics.ts';

/** An experiment and its numbers, for tests of how they are judged. */
export const startedAtMs = Date.parse('2026-05-01T00:00:00Z');

export const sampleMetric = (more: Partial<Metric> = {}): Metric => ({
  eventName: 'purchase',
  metricType: 'conversion',
  aggregationField: null,
  isPrimary: true,
  isGuardrail: false,
  name: 'Purchase',
  direction: 'increase',
  conversionWindowHours: null,
  denominatorEvent: null,
  denominatorField: null,
  margin: 0,
  ...more,
});

export function sampleExperiment(
  metrics: readonly Metric[],
  analysis: Partial<Analysis> = {},
  more: Partial<Experiment> = {},
): Experiment {
  return {
    id: '018f2f6e-7c1a-7000-8000-00000000e001',
    projectId: 'p',
    environmentId: 'e',
    key: 'checkout',
    name: 'Checkout',
    description: null,
    hypothesis: null,
    unit: 'auto',
    trafficPct: 100,
    variants: [
      { key: 'control', name: 'Control', isControl: true, weight: 50, payload: {} },
      { key: 'blue', name: 'Blue', isControl: false, weight: 50, payload: {} },
    ],
    metrics,
    analysis: { ...readAnalysis({}), ...analysis },
    status: 'running',
    winner: null,
    audience: [],
    overrides: [],
    layer: null,
    ranges: null,
    breaches: [],
    startedAtMs,
    completedAtMs: null,
    createdAtMs: startedAtMs,
    updatedAtMs: startedAtMs,
    ...more,
  };
}

export interface SampleVariant {
  readonly units: number;
  readonly mean: number;
  readonly variance: number;
  readonly x?: { readonly mean: number; readonly variance: number };
  readonly covariance?: number;
}

export const shares = (...variants: readonly (readonly [units: number, converted: number])[]): SampleVariant[] =>
  variants.map(([units, converted]) => {
    const mean = units === 0 ? 0 : converted / units;
    return { units, mean, variance: units < 2 ? 0 : (mean * (1 - mean) * units) / (units - 1) };
  });

export const momentsOf = (
  kind: 'mean' | 'ratio',
  variants: readonly SampleVariant[],
  more: Partial<MetricStatistics> = {},
): MetricStatistics =>
  ({
    kind,
    cap: null,
    ignoredValues: 0,
    isSeen: true,
    sql: 'SELECT 1',
    points: [],
    groups: variants.map(
      ({ units, mean, variance, x = { mean: 0, variance: 0 }, covariance = 0 }, variant): GroupMoments => ({
        variant,
        segment: null,
        units,
        y: { mean, variance },
        x,
        covariance,
      }),
    ),
    ...more,
  }) as MetricStatistics;

export const sampleStatistics = (
  units: readonly number[],
  metrics: readonly MetricStatistics[],
  more: Partial<ExperimentStatistics> = {},
): ExperimentStatistics => ({
  exposures: units.flatMap((number, variant) => (number === 0 ? [] : [{ variant, segment: null, units: number }])),
  excludedUnits: 0,
  unknownUnits: 0,
  lastDayUnits: 500,
  segments: [],
  metrics,
  ...more,
});
