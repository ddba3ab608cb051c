import {
  adjustByCovariate,
  type Conversions,
  type Estimate,
  estimateMean,
  estimateQuantile,
  estimateRatio,
  estimateShare,
  type NotEnoughData,
  notEnoughData,
  quantileRanks,
} from '@lamppost/statistics/experiments';
import type { MetricType } from '../experiment-store.ts';
import type { GroupMoments, GroupQuantile } from '../queries/experiment-statistics.ts';

/** A metric of one variant. */
export interface VariantEstimate {
  readonly units: number;
  /** As it was seen; null: there is none. */
  readonly value: number | null;
  /** Less what was known before. */
  readonly adjustedValue: number | null;
  readonly estimate: Estimate | NotEnoughData;
  /** Of a share that was not adjusted: it has a test of its own. */
  readonly conversions: Conversions | null;
}

export interface MetricEstimates {
  /** By the place of the variant. */
  readonly variants: readonly VariantEstimate[];
  readonly theta: number | null;
  /** Share of the variance that is gone. */
  readonly varianceReduction: number | null;
}

const QUANTILES: Readonly<Record<string, number>> = { p50: 0.5, p95: 0.95, p99: 0.99 };
/** With fewer of either a share is not treated as a mean. */
const MIN_OF_EITHER = 10;

const NOBODY: VariantEstimate = {
  units: 0,
  value: null,
  adjustedValue: null,
  estimate: notEnoughData('no_units'),
  conversions: null,
};

export function estimateQuantiles(
  groups: readonly GroupQuantile[],
  type: MetricType,
  variants: number,
): MetricEstimates {
  return {
    variants: Array.from({ length: variants }, (_, variant) => {
      const group = groups.find((found) => found.variant === variant);
      if (group === undefined || group.value === null) return NOBODY;
      const { units, value, bounds, effectiveObservations } = group;
      const ranks = quantileRanks(QUANTILES[type] ?? 0.5, effectiveObservations);
      const [lower, upper] = bounds ?? [];
      const estimate =
        lower === undefined || upper === undefined
          ? notEnoughData('too_few_units')
          : estimateQuantile(ranks, { units, lower: Math.min(lower, value), value, upper: Math.max(upper, value) });
      return { units, value, adjustedValue: null, estimate, conversions: null };
    }),
    theta: null,
    varianceReduction: null,
  };
}

export function estimateRatios(groups: readonly GroupMoments[], variants: number): MetricEstimates {
  return {
    variants: Array.from({ length: variants }, (_, variant) => {
      const group = groups.find((found) => found.variant === variant);
      if (group === undefined || group.units === 0) return NOBODY;
      const value = finiteOrNull(group.y.mean / group.x.mean);
      return { units: group.units, value, adjustedValue: null, estimate: estimateRatio(group), conversions: null };
    }),
    theta: null,
    varianceReduction: null,
  };
}

export function estimateMeans(groups: readonly GroupMoments[], type: MetricType, variants: number): MetricEstimates {
  const found = Array.from({ length: variants }, (_, variant) => groups.find((group) => group.variant === variant));
  const adjustable = found.flatMap((group) => (group !== undefined && group.units >= 2 ? [group] : []));
  const isEnough = type !== 'conversion' || adjustable.every(hasBoth);
  const adjusted = isEnough ? adjustByCovariate(adjustable) : notEnoughData('too_few_units');
  const estimates = found.map((group): VariantEstimate => {
    if (group === undefined || group.units === 0) return NOBODY;
    const { units, y } = group;
    const converted = Math.round(y.mean * units);
    const value = type === 'conversion' ? converted / units : y.mean;
    const seen = { units, value, adjustedValue: null, conversions: null };
    const moments = adjusted.kind === 'ok' ? adjusted.variants[adjustable.indexOf(group)] : undefined;
    if (moments !== undefined) return { ...seen, adjustedValue: moments.mean, estimate: estimateMean(moments) };
    if (type !== 'conversion') return { ...seen, estimate: estimateMean({ units, ...y }) };
    const conversions = { units, converted };
    return { ...seen, conversions, estimate: estimateShare(conversions) };
  });
  return {
    variants: estimates,
    theta: adjusted.kind === 'ok' ? adjusted.theta : null,
    varianceReduction: adjusted.kind === 'ok' ? 1 - adjusted.varianceFactor : null,
  };
}

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

const hasBoth = ({ units, y }: GroupMoments): boolean => {
  const converted = Math.round(y.mean * units);
  return converted >= MIN_OF_EITHER && units - converted >= MIN_OF_EITHER;
};
