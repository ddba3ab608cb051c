import type { PairMoments } from '@lamppost/statistics';
import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { ExperimentUnit, Metric } from '../experiment-store.ts';

/**
 * What did the units of each variant do? Only counts, means, variances, covariances and quantiles leave the store.
 *
 * A unit is exposed at its first `$experiment_exposure` of the range; one that has none, at the first event that carries
 * the assignment. Lamppost's own SDKs send an exposure for all that counts, so what their events carry does not count.
 * Units of two variants are in none, units of a variant that is not asked for are counted apart. An event counts for a
 * metric from the exposure on, for as long as the metric's window and the range last; for its covariate, in the days
 * before the exposure.
 */
export interface ExperimentStatisticsParams extends UnitStatisticsParams {
  readonly experimentKey: string;
}

/** What is asked of units, however they came to their variants. */
export interface UnitStatisticsParams {
  readonly scope: Scope;
  readonly unit: ExperimentUnit;
  /** Keys; results name them by their place here. */
  readonly variants: readonly string[];
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly metrics: readonly MetricQuery[];
  readonly covariateDays: number;
  readonly capQuantile: number | null;
  /** A field of insights, as the first exposure has it. */
  readonly breakdown?: string;
  /** The same over time, in days of this zone; weeks where there would be too many days. */
  readonly seriesTimezone?: string;
}

export type MetricQuery = Pick<
  Metric,
  'eventName' | 'metricType' | 'aggregationField' | 'conversionWindowHours' | 'denominatorEvent' | 'denominatorField'
>;

/** Which units: those of a variant, in all or of one segment. */
export interface UnitGroup {
  readonly variant: number;
  /** Null: all segments. */
  readonly segment: number | null;
}

/**
 * Of a mean, y is the metric and x the same before the exposure; of a ratio, y is above the line and x below. Units
 * without the event count as zeros, but for an average, which is over units that have a value.
 */
export type GroupMoments = UnitGroup & PairMoments;

export interface GroupQuantile extends UnitGroup {
  /** With an observation. */
  readonly units: number;
  readonly observations: number;
  /** Independent ones that are worth as much. */
  readonly effectiveObservations: number;
  readonly value: number | null;
  /** Between which the true quantile lies at 95 %; null: too few to tell. */
  readonly bounds: readonly [lower: number, upper: number] | null;
}

/** What was known up to a moment, of all segments. */
export interface StatisticsPoint<Group> {
  readonly untilMs: number;
  readonly groups: readonly Group[];
}

export type MetricStatistics = {
  /** What totals of units were lowered to. */
  readonly cap: number | null;
  readonly ignoredValues: number;
  /** Whether what the metric counts was received at all since the start, of anybody. */
  readonly isSeen: boolean;
  /** A statement of a user that gives the same. */
  readonly sql: string;
} & (
  | {
      readonly kind: 'mean' | 'ratio';
      readonly groups: readonly GroupMoments[];
      readonly points: readonly StatisticsPoint<GroupMoments>[];
    }
  | {
      readonly kind: 'quantile';
      readonly groups: readonly GroupQuantile[];
      readonly points: readonly StatisticsPoint<GroupQuantile>[];
    }
);

export interface ExperimentStatistics {
  readonly exposures: readonly (UnitGroup & { readonly units: number })[];
  /** Units of two variants. */
  readonly excludedUnits: number;
  /** Units of variants that were not asked for. */
  readonly unknownUnits: number;
  /** Units that were exposed in the last day of the range, or in all of it where it is shorter. */
  readonly lastDayUnits: number;
  /** Values of the breakdown as insights name them, those of most units first. */
  readonly segments: readonly string[];
  readonly metrics: readonly MetricStatistics[];
}

export const MAX_SEGMENTS = 10;

export const experimentStatisticsQuery = defineQuery<ExperimentStatisticsParams, ExperimentStatistics>(
  'experimentStatistics',
  'heavy',
);
