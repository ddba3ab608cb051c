import { DAY_MS } from '@lamppost/protocol';
import { sampleRatioTest, sequentialSampleRatioTest } from '@lamppost/statistics/experiments';
import type { Experiment } from '../experiment-store.ts';
import type { ExperimentStatistics, MetricStatistics } from '../queries/experiment-statistics.ts';
import { MIN_SAMPLE_RATIO_P } from '../sample-ratio.ts';
import { daysToGo } from './days-to-go.ts';
import { decideExperiment, type Verdict } from './decide-experiment.ts';
import { type DecidedMetric, type DecisionRule, decideVariants } from './decide-variants.ts';
import { estimatesOf, type JudgedMetric, judgeMetric, pointsOf } from './judge-metric.ts';
import { whyMissing } from './why-missing.ts';

interface JudgedSplit {
  readonly pValue: number | null;
  readonly isOk: boolean | null;
  readonly method: 'sequential' | 'chi_squared';
}

export interface JudgedSegment {
  readonly value: string;
  readonly units: readonly number[];
  readonly metrics: readonly DecidedMetric[];
}

export interface MetricPoint {
  readonly untilMs: number;
  readonly judged: JudgedMetric;
}

export interface JudgedExperiment extends Verdict {
  /** By the place of the variant. */
  readonly units: readonly number[];
  readonly split: JudgedSplit;
  readonly daysToGo: number | null;
  readonly leadingVariant: string | null;
  readonly metrics: readonly DecidedMetric[];
  /** By metric; empty when no series was asked for. */
  readonly series: readonly (readonly MetricPoint[])[];
  readonly segments: readonly JudgedSegment[];
}

export interface JudgingTimes {
  readonly startedAtMs: number;
  readonly asOfMs: number;
}

/** From the numbers of the store to what to do about them. */
export function judgeExperiment(
  experiment: Experiment,
  statistics: ExperimentStatistics,
  { startedAtMs, asOfMs }: JudgingTimes,
): JudgedExperiment {
  const rule = ruleOf(experiment, startedAtMs, asOfMs);
  const units = unitsOf(experiment, statistics, null);
  const exposedUnits = units.reduce((sum, number) => sum + number, 0);
  const judged = judgeAll(experiment, statistics.metrics, null, rule, exposedUnits);
  const metrics = decideVariants(judged, rule);
  const split = judgeSplit(experiment, units);
  const primary = metrics.find(({ metric }) => metric.isPrimary);
  const unitsPerDay = statistics.lastDayUnits / Math.min(1, Math.max(asOfMs - startedAtMs, 1) / DAY_MS);
  const left = daysToGo({ experiment, startedAtMs, asOfMs, units, unitsPerDay }, primary, rule.control);
  const verdict = decideExperiment({
    experiment,
    control: rule.control,
    units,
    excludedUnits: statistics.excludedUnits,
    unknownUnits: statistics.unknownUnits,
    isSplitOk: split.isOk,
    splitPValue: split.pValue,
    metrics,
    daysToGo: left,
    isStarted: experiment.startedAtMs !== null && experiment.startedAtMs < asOfMs,
    isOver: rule.isOver,
    isBeforeHorizon: rule.isBeforeHorizon,
  });
  const isOpen = verdict.decision === 'keep_running' || verdict.decision === 'not_enough_data';
  return {
    ...verdict,
    units,
    split,
    daysToGo: isOpen ? left : null,
    leadingVariant: leadingVariant(experiment, primary, rule.control),
    metrics,
    series: seriesOf(experiment, statistics, rule),
    segments: segmentsOf(experiment, statistics, rule),
  };
}

function ruleOf({ analysis, variants, status }: Experiment, startedAtMs: number, asOfMs: number): DecisionRule {
  const isPlanReached = analysis.plannedDays !== null && asOfMs >= startedAtMs + analysis.plannedDays * DAY_MS;
  const isEnded = status === 'completed' || status === 'archived';
  return {
    analysis,
    variants: variants.length,
    control: Math.max(
      0,
      variants.findIndex(({ isControl }) => isControl),
    ),
    isOver: isPlanReached || isEnded,
    isBeforeHorizon: analysis.engine === 'fixed' && analysis.plannedDays !== null && !isPlanReached && !isEnded,
  };
}

const unitsOf = ({ variants }: Experiment, { exposures }: ExperimentStatistics, of: number | null): number[] =>
  variants.map((_, place) => exposures.find(({ variant, segment }) => variant === place && segment === of)?.units ?? 0);

function judgeAll(
  { metrics, variants }: Experiment,
  statistics: readonly MetricStatistics[],
  segment: number | null,
  rule: DecisionRule,
  exposedUnits: number,
): readonly JudgedMetric[] {
  return metrics.flatMap((metric, at) => {
    const found = statistics[at];
    if (found === undefined) return [];
    const missing = whyMissing(metric, found, exposedUnits);
    return [judgeMetric(metric, estimatesOf(found, metric.metricType, segment, variants.length), missing, rule)];
  });
}

function judgeSplit({ variants, analysis }: Experiment, units: readonly number[]): JudgedSplit {
  const isSequential = analysis.engine === 'sequential';
  const weights = variants.map(({ weight }) => weight);
  const test = isSequential ? sequentialSampleRatioTest(units, weights) : sampleRatioTest(units, weights);
  const method = isSequential ? 'sequential' : 'chi_squared';
  if (test.kind !== 'ok') return { pValue: null, isOk: null, method };
  return { pValue: test.pValue, isOk: test.pValue >= MIN_SAMPLE_RATIO_P, method };
}

/** The variant that is most likely the best in what the experiment is about; null before anything is known. */
function leadingVariant({ variants }: Experiment, primary: DecidedMetric | undefined, control: number): string | null {
  const chances = (primary?.variants ?? []).flatMap(({ comparison, decision }, place) =>
    comparison?.chanceToBeat === null || comparison === null || decision === 'not_enough_data'
      ? []
      : [{ place, chance: comparison.chanceToBeat }],
  );
  const [best] = chances.toSorted((a, b) => b.chance - a.chance);
  if (best === undefined) return null;
  return variants[best.chance >= 0.5 ? best.place : control]?.key ?? null;
}

function seriesOf(
  { metrics, variants }: Experiment,
  statistics: ExperimentStatistics,
  rule: DecisionRule,
): readonly (readonly MetricPoint[])[] {
  return metrics.map((metric, at) => {
    const found = statistics.metrics[at];
    if (found === undefined) return [];
    return pointsOf(found, metric, variants.length).map(({ untilMs, estimates }) => ({
      untilMs,
      judged: judgeMetric(metric, estimates, null, rule),
    }));
  });
}

/** To explore: many comparisons, so nothing is decided by them. */
function segmentsOf(
  experiment: Experiment,
  statistics: ExperimentStatistics,
  rule: DecisionRule,
): readonly JudgedSegment[] {
  return statistics.segments.map((value, segment) => {
    const units = unitsOf(experiment, statistics, segment);
    const exposed = units.reduce((sum, number) => sum + number, 0);
    const judged = decideVariants(judgeAll(experiment, statistics.metrics, segment, rule, exposed), rule);
    return { value, units, metrics: judged.map(undecided) };
  });
}

const undecided = (metric: DecidedMetric): DecidedMetric => ({
  ...metric,
  variants: metric.variants.map((variant) => ({
    ...variant,
    adjustedPValue: null,
    decision: variant.decision === 'control' || variant.decision === 'not_enough_data' ? variant.decision : 'undecided',
    reason: variant.decision === 'not_enough_data' ? variant.reason : null,
  })),
});
