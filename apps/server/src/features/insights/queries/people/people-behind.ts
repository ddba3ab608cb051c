import type { PersonKind } from '../../../../analytics/person-ref.ts';
import { defineQuery } from '../../../../analytics/query.ts';
import type { Scope } from '../../../../edge/scope.ts';
import type { FunnelParams } from '../funnel.ts';
import type { DistributionParams } from '../kinds/distribution.ts';
import type { LifecycleParams, LifecycleState } from '../kinds/lifecycle.ts';
import type { StickinessParams } from '../kinds/stickiness.ts';
import type { PathsParams } from '../paths.ts';
import type { RetentionParams } from '../retention.ts';
import type { TimeseriesParams } from '../timeseries.ts';
import type { ShownValue } from './shown-value.ts';
import type { ShownValues } from './shown-values.ts';

export interface TimeseriesPoint {
  /** Where a bucket begins; absent: the whole range. */
  readonly bucketMs?: number;
  /** So many buckets before it are part of it: those of a moving average, or all of a running total. */
  readonly bucketsBefore?: number;
  /** In the period that the range is compared with. */
  readonly compare?: 'previous_period' | 'previous_year';
  /** Absent: whatever the values. */
  readonly value?: ShownValues;
  /** The series that decides which values are shown by themselves, if it is another one. */
  readonly rankedBy?: TimeseriesParams;
}

export interface FunnelPoint {
  /** From 0. */
  readonly step: number;
  /** Dropped: came to the step before and not to this one. */
  readonly outcome: 'reached' | 'dropped';
  readonly value?: ShownValue;
  /** Of the view `trend`: where the bucket begins in which they began; absent: the whole range. */
  readonly bucketMs?: number;
  /** Of the view `times`: how long it took those of a bar. */
  readonly took?: { readonly fromMs: number; readonly toMs: number };
}

export interface RetentionPoint {
  /** Where the period of the cohort begins; absent: all cohorts for which the later period is over. */
  readonly periodMs?: number;
  /** So many periods later. */
  readonly index: number;
  readonly hasReturned: boolean;
  readonly value?: ShownValue;
}

export interface PathsNode {
  /** From 0. */
  readonly step: number;
  /** Null: those that are not shown by their name. */
  readonly event: string | null;
}

/** A node, or two that follow each other. */
interface PathsPoint {
  readonly node: PathsNode;
  readonly next?: PathsNode;
}

export interface LifecyclePoint {
  /** Where a period begins. */
  readonly bucketMs: number;
  readonly state: LifecycleState;
}

interface StickinessPoint {
  /** Active in exactly so many. */
  readonly periods: number;
}

/** A bar; absent: all numbers. */
interface DistributionPoint {
  readonly bar?: { readonly from: number; readonly to: number };
}

/** A number of an insight's result, whose people are asked for. A kind is a member here and a file for each engine. */
export type PeopleBehind =
  | { readonly kind: 'timeseries'; readonly params: TimeseriesParams; readonly point: TimeseriesPoint }
  | { readonly kind: 'funnel'; readonly params: FunnelParams; readonly point: FunnelPoint }
  | { readonly kind: 'retention'; readonly params: RetentionParams; readonly point: RetentionPoint }
  | { readonly kind: 'paths'; readonly params: PathsParams; readonly point: PathsPoint }
  | { readonly kind: 'lifecycle'; readonly params: LifecycleParams; readonly point: LifecyclePoint }
  | { readonly kind: 'stickiness'; readonly params: StickinessParams; readonly point: StickinessPoint }
  | { readonly kind: 'distribution'; readonly params: DistributionParams; readonly point: DistributionPoint };

export type BehindOf<Kind extends PeopleBehind['kind']> = Extract<PeopleBehind, { readonly kind: Kind }>;

/** Who is behind a number, a page at a time? */
export interface PeopleBehindParams {
  readonly scope: Scope;
  readonly behind: PeopleBehind;
  readonly limit: number;
  readonly after?: PlaceAfter;
}

/** Behind a page. */
export interface PlaceAfter {
  /** That of its last person, in decimal. */
  readonly key: string;
  /** As the first page said it: it is not counted again. */
  readonly total: number;
}

/** A person, with the events that the number is about. */
export interface PersonBehind {
  readonly key: string;
  readonly id: string;
  readonly kind: PersonKind;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly events: number;
}

export interface PeopleBehindResult {
  /** In all. */
  readonly total: number;
  /** One more than the page holds where there is a next one. */
  readonly people: readonly PersonBehind[];
}

export const peopleBehindQuery = defineQuery<PeopleBehindParams, PeopleBehindResult>('peopleBehind', 'heavy');
