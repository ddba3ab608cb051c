import { defineQuery } from '../../../../analytics/query.ts';
import type { Scope } from '../../../../edge/scope.ts';
import type { GroupMoments, GroupQuantile, MetricQuery } from '../../../experiments/queries/experiment-statistics.ts';

/**
 * What did users do who were served a value of a flag, and what did those do who were served another?
 *
 * What somebody was served is said by `$flag_exposure`, and where nobody sends that by the flags that events carry; by
 * crash reports and performance metrics in any case. Who was served the value once counts from then on and no longer
 * for the others.
 */
export interface RolloutStatisticsParams {
  readonly scope: Scope;
  readonly flagKey: string;
  /** The value as text, as events carry it; of a long one the first SERVED_LENGTH characters. */
  readonly served: string;
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly metrics: readonly MetricQuery[];
}

export const SERVED_LENGTH = 200;

/** Places of `variant` in what is found. */
export const CONTROL = 0;
export const TREATMENT = 1;

type RolloutMetric =
  | { readonly kind: 'mean' | 'ratio'; readonly groups: readonly GroupMoments[] }
  | { readonly kind: 'quantile'; readonly groups: readonly GroupQuantile[] };

export interface RolloutStatistics {
  readonly controlUnits: number;
  readonly treatmentUnits: number;
  readonly metrics: readonly RolloutMetric[];
}

/** One customer with an invoice of a million must not stop a rollout. */
const CAP_QUANTILE = 0.999;

/** What is asked of the units. */
export const rolloutUnits = (params: RolloutStatisticsParams) =>
  ({
    ...params,
    unit: 'auto',
    variants: ['control', 'treatment'],
    covariateDays: 0,
    capQuantile: CAP_QUANTILE,
  }) as const;

export function rolloutResult(
  exposures: readonly { readonly variant: number; readonly units: number }[],
  computed: readonly RolloutMetric[],
): RolloutStatistics {
  const unitsOf = (wanted: number): number => exposures.find(({ variant }) => variant === wanted)?.units ?? 0;
  return {
    controlUnits: unitsOf(CONTROL),
    treatmentUnits: unitsOf(TREATMENT),
    metrics: computed.map((metric) =>
      metric.kind === 'quantile'
        ? { kind: metric.kind, groups: metric.groups }
        : { kind: metric.kind, groups: metric.groups },
    ),
  };
}

export const rolloutStatisticsQuery = defineQuery<RolloutStatisticsParams, RolloutStatistics>(
  'rolloutStatistics',
  'heavy',
);
