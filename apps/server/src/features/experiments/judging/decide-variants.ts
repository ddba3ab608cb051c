import { adjustByBenjaminiHochberg, adjustByHolm } from '@lamppost/statistics/experiments';
import type { Analysis, Metric } from '../experiment-store.ts';
import type { VariantComparison } from './compare-variants.ts';
import { isGuardrail, type JudgedMetric, type JudgedVariant, type JudgingRule } from './judge-metric.ts';
import { count, missingSentence, percent } from './words.ts';

type VariantDecision =
  | 'control'
  | 'better'
  | 'worse'
  | 'no_difference'
  | 'undecided'
  | 'not_enough_data'
  | 'ok'
  | 'breached';

export interface DecidedVariant extends JudgedVariant {
  readonly adjustedPValue: number | null;
  readonly decision: VariantDecision;
  readonly reason: string | null;
}

export interface DecidedMetric extends Omit<JudgedMetric, 'variants'> {
  readonly variants: readonly DecidedVariant[];
}

export interface DecisionRule extends JudgingRule {
  /** The fixed horizon is not reached: nothing is decided before. */
  readonly isBeforeHorizon: boolean;
  /** It was completed, or has run as long as it was planned: what is not shown now is not there. */
  readonly isOver: boolean;
}

/** Decisions for all metrics together: the more comparisons there are, the more each of them has to show. */
export function decideVariants(metrics: readonly JudgedMetric[], rule: DecisionRule): readonly DecidedMetric[] {
  const compared = metrics.map(({ metric, missing, variants }) =>
    isGuardrail(metric) || missing !== null ? [] : variants.map(({ comparison }) => comparison?.pValue ?? null),
  );
  const adjusted = ADJUSTMENTS[rule.analysis.correction](compared.flat());
  const comparisons = compared.flat().filter((pValue) => pValue !== null).length;
  let at = 0;
  return metrics.map((judged, index) => {
    const start = at;
    at += compared[index]?.length ?? 0;
    return {
      ...judged,
      variants: judged.variants.map((variant, place) => {
        const isCompared = (compared[index]?.length ?? 0) > 0;
        const adjustedPValue = isCompared ? (adjusted[start + place] ?? null) : null;
        return { ...variant, adjustedPValue, ...decide(judged, place, adjustedPValue, comparisons, rule) };
      }),
    };
  });
}

const ADJUSTMENTS: Readonly<
  Record<Analysis['correction'], (pValues: readonly (number | null)[]) => readonly (number | null)[]>
> = {
  holm: adjustByHolm,
  benjamini_hochberg: adjustByBenjaminiHochberg,
  none: (pValues) => pValues,
};

type Decided = Pick<DecidedVariant, 'decision' | 'reason'>;

function decide(
  { metric, missing, variants }: JudgedMetric,
  place: number,
  adjustedPValue: number | null,
  comparisons: number,
  rule: DecisionRule,
): Decided {
  const { control, analysis } = rule;
  const comparison = variants[place]?.comparison ?? null;
  if (place === control || comparison === null) return { decision: 'control', reason: null };
  if (missing !== null) return { decision: 'not_enough_data', reason: missing };
  const isSameForAll = isGuardrail(metric) && comparison.missing === 'zero_variance' && comparison.liftAbs === 0;
  if (comparison.missing !== null && !isSameForAll) {
    return { decision: 'not_enough_data', reason: missingSentence(comparison.missing) };
  }
  const units = Math.min(variants[control]?.estimate.units ?? 0, variants[place]?.estimate.units ?? 0);
  if (units < analysis.minUnits) {
    const reason = `${count(units)} units in the smaller variant; ${count(analysis.minUnits)} are needed for a verdict.`;
    return { decision: 'not_enough_data', reason };
  }
  if (isSameForAll) return { decision: 'ok', reason: 'All units of both variants have the same value.' };
  if (isGuardrail(metric)) return decideGuardrail(comparison, metric, analysis);
  if (rule.isBeforeHorizon) {
    return { decision: 'undecided', reason: `Analyzed once, after the ${analysis.plannedDays} planned days.` };
  }
  return analysis.engine === 'bayesian'
    ? decideByChance(comparison, rule)
    : decideByTest(comparison, metric, adjustedPValue, comparisons, rule);
}

function decideGuardrail(
  { isBreached, pValue }: VariantComparison,
  { margin }: Metric,
  { confidenceLevel }: Analysis,
): Decided {
  const tolerated = margin === 0 ? '' : ` beyond the allowed ${percent(margin)}`;
  if (isBreached === null) return { decision: 'not_enough_data', reason: 'Not enough data to detect harm.' };
  if (!isBreached) return { decision: 'ok', reason: `No harm${tolerated} detected.` };
  const chance = percent(1 - confidenceLevel);
  return {
    decision: 'breached',
    reason: `Harm${tolerated} detected (${pText(pValue)}). False positive rate: at most ${chance} of experiments.`,
  };
}

function decideByChance({ chanceToBeat }: VariantComparison, { analysis, isOver }: DecisionRule): Decided {
  const { confidenceLevel: level } = analysis;
  const chance = chanceToBeat ?? 0.5;
  const reason = `The chance to beat the control is ${percent(chance)}.`;
  if (chance >= level) return { decision: 'better', reason };
  if (chance <= 1 - level) return { decision: 'worse', reason };
  return { decision: isOver ? 'no_difference' : 'undecided', reason };
}

function decideByTest(
  { pValue, liftAbs }: VariantComparison,
  { direction }: Metric,
  adjustedPValue: number | null,
  comparisons: number,
  { analysis, isOver }: DecisionRule,
): Decided {
  const alpha = 1 - analysis.confidenceLevel;
  const shown = adjustedPValue ?? pValue ?? 1;
  if (shown <= alpha) {
    const isGood = (liftAbs ?? 0) > 0 === (direction === 'increase');
    return { decision: isGood ? 'better' : 'worse', reason: `${pText(shown)}, below ${figureOf(alpha)}.` };
  }
  const onlyAlone = pValue !== null && pValue <= alpha;
  const reason = onlyAlone
    ? `${pText(pValue)}; ${pText(shown)} after correction for ${comparisons} comparisons.`
    : `${pText(shown)}, above ${figureOf(alpha)}.`;
  return { decision: isOver ? 'no_difference' : 'undecided', reason };
}

const figureOf = (value: number): string => String(Number(value.toPrecision(3)));
const pText = (value: number | null): string =>
  value === null ? 'p unknown' : value < 0.0001 ? 'p < 0.0001' : `p = ${figureOf(value)}`;
