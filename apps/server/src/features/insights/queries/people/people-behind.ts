import type { PersonKind } from '../../../../analytics/person-ref.ts';
import { defineQuery } from '../../../../analytics/query.ts';
import type { Scope } from '../../../../edge/scope.ts';
import type { FunnelParams } from '../funnel.ts';
import type { PathsParams } from '../paths.ts';
import type { RetentionParams } from '../retention.ts';
import type { TimeseriesParams } from '../timeseries.ts';
import type { ShownValue } from './shown-value.ts';

interface TimeseriesPoint {
  /** Where a bucket begins; absent: the whole range. */
  readonly bucketMs?: number;
  /** Absent: whatever the value. */
  readonly value?: ShownValue;
}

interface FunnelPoint {
  /** From 0. */
  readonly step: number;
  /** Dropped: came to the step before and not to this one. */
  readonly outcome: 'reached' | 'dropped';
  readonly value?: ShownValue;
}

export interface RetentionPoint {
  /** Where the period of the cohort begins. */
  readonly periodMs: number;
  /** So many periods later. */
  readonly index: number;
  readonly hasReturned: boolean;
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

/** A number of an insight's result, whose people are asked for. A kind is a member here and a file for each engine. */
export type PeopleBehind =
  | { readonly kind: 'timeseries'; readonly params: TimeseriesParams; readonly point: TimeseriesPoint }
  | { readonly kind: 'funnel'; readonly params: FunnelParams; readonly point: FunnelPoint }
  | { readonly kind: 'retention'; readonly params: RetentionParams; readonly point: RetentionPoint }
  | { readonly kind: 'paths'; readonly params: PathsParams; readonly point: PathsPoint };

export type BehindOf<Kind extends PeopleBehind['kind']> = Extract<PeopleBehind, { readonly kind: Kind }>;

/** Who is behind a number, a page at a time? */
export interface PeopleBehindParams {
  readonly scope: Scope;
  readonly behind: PeopleBehind;
  readonly limit: number;
  /** The key of the last person of the page before, in decimal. */
  readonly after?: string;
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
