import { builtInMetric, type Wire } from '@lamppost/protocol';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import { analysisState, metricState } from './experiment-state.ts';
import type { Experiment, Metric } from './experiment-store.ts';
import type { DecidedMetric, DecidedVariant } from './judging/decide-variants.ts';
import type { JudgedExperiment, JudgedSegment, MetricPoint } from './judging/judge-experiment.ts';
import type { ExperimentStatistics, MetricStatistics } from './queries/experiment-statistics.ts';
import { expectedUnits } from './sample-ratio.ts';

type Results = Wire['ExperimentResults'];
type MetricResult = Wire['MetricResult'];

export interface ResultsDeps {
  readonly experiment: Experiment;
  readonly statistics: ExperimentStatistics;
  readonly judged: JudgedExperiment;
  readonly asOfMs: number;
  readonly changes: Results['changes'];
  readonly breakdown: string | undefined;
}

export function resultsRow(deps: ResultsDeps): Results {
  const { experiment, statistics, judged, asOfMs, changes, breakdown } = deps;
  const { analysis } = experiment;
  return {
    experiment_id: experiment.id,
    experiment_key: experiment.key,
    status: experiment.status,
    started_at: isoTimeOrNull(experiment.startedAtMs),
    as_of: isoTime(asOfMs),
    engine: analysis.engine,
    confidence_level: analysis.confidenceLevel,
    analysis: analysisState(analysis),
    verdict: judged.verdict,
    decision: judged.decision,
    leading_variant: judged.leadingVariant,
    reasons: [...judged.reasons],
    exposures: exposuresOf(experiment, judged.units),
    srm: { p_value: judged.split.pValue, ok: judged.split.isOk, method: judged.split.method },
    excluded_units: statistics.excludedUnits,
    unknown_units: statistics.unknownUnits,
    days_to_go: judged.daysToGo,
    changes,
    metrics: judged.metrics.flatMap((metric, at) => {
      const found = statistics.metrics[at];
      return found === undefined ? [] : [metricRow(experiment, metric, found, judged.series[at] ?? [])];
    }),
    ...(breakdown === undefined
      ? {}
      : { breakdown, segments: judged.segments.map((segment) => segmentRow(experiment, statistics, segment)) }),
  };
}

const exposuresOf = ({ variants }: Experiment, units: readonly number[]): Results['exposures'] => {
  const split = variants.map(({ weight }, place) => ({ weight, units: units[place] ?? 0 }));
  const expected = expectedUnits(split);
  return variants.map(({ key, isControl }, place) => ({
    variant_key: key,
    is_control: isControl,
    units: units[place] ?? 0,
    expected_units: expected[place] ?? 0,
  }));
};

const segmentRow = (experiment: Experiment, { metrics }: ExperimentStatistics, segment: JudgedSegment) => ({
  value: segment.value,
  exposures: exposuresOf(experiment, segment.units),
  metrics: segment.metrics.flatMap((metric, at) => {
    const found = metrics[at];
    return found === undefined ? [] : [metricRow(experiment, metric, found, [])];
  }),
});

function metricRow(
  experiment: Experiment,
  { metric, missing, estimates, variants }: DecidedMetric,
  statistics: MetricStatistics,
  series: readonly MetricPoint[],
): MetricResult {
  return {
    ...metricState(metric),
    unit_of_value: unitOfValue(metric),
    cap: statistics.cap,
    ignored_values: statistics.ignoredValues,
    variance_reduction: estimates.varianceReduction,
    theta: estimates.theta,
    missing,
    sql: statistics.sql,
    variants: experiment.variants.flatMap(({ key }, place) => {
      const variant = variants[place];
      return variant === undefined ? [] : [{ ...variantRow(key, variant), ...seriesRow(series, place) }];
    }),
  };
}

function unitOfValue({ eventName, metricType }: Metric): MetricResult['unit_of_value'] {
  const builtIn = builtInMetric(eventName);
  if (builtIn !== undefined) return builtIn.unit_of_value;
  if (metricType === 'conversion') return 'share';
  return metricType === 'ratio' ? 'ratio' : 'number';
}

const rangeOf = (interval: { readonly lower: number; readonly upper: number } | null | undefined) =>
  interval === null || interval === undefined ? null : ([interval.lower, interval.upper] as const);

const variantRow = (key: string, { estimate, comparison, adjustedPValue, decision, reason }: DecidedVariant) => ({
  variant_key: key,
  units: estimate.units,
  value: estimate.value,
  adjusted_value: estimate.adjustedValue,
  standard_error: estimate.estimate.kind === 'ok' ? estimate.estimate.standardError : null,
  lift_abs: comparison?.liftAbs ?? null,
  lift_rel: comparison?.liftRel ?? null,
  interval: rangeOf(comparison?.interval),
  interval_abs: rangeOf(comparison?.intervalAbs),
  p_value: comparison?.pValue ?? null,
  adjusted_p_value: adjustedPValue,
  chance_to_beat: comparison?.chanceToBeat ?? null,
  expected_loss: comparison?.expectedLoss ?? null,
  decision,
  reason,
});

function seriesRow(series: readonly MetricPoint[], place: number): Pick<MetricResult['variants'][number], 'series'> {
  if (series.length === 0) return {};
  return {
    series: series.flatMap(({ untilMs, judged }) => {
      const variant = judged.variants[place];
      if (variant === undefined) return [];
      const { estimate, comparison } = variant;
      return [
        {
          at: isoTime(untilMs),
          units: estimate.units,
          value: estimate.value,
          lift_rel: comparison?.liftRel ?? null,
          interval: rangeOf(comparison?.interval),
        },
      ];
    }),
  };
}
