import type { EventSelection } from '../event-selection.ts';
import type { InsightFilter, InsightParams } from '../insight-params.ts';

export interface FunnelStep {
  readonly events: EventSelection;
  /** Besides those of the whole query. */
  readonly filters: readonly InsightFilter[];
}

/** How many persons went this way, step by step? */
export interface FunnelParams extends InsightParams {
  readonly steps: readonly FunnelStep[];
  /** From the first step to the last. */
  readonly windowMs: number;
  /** As it was asked for. */
  readonly conversionWindow: string;
  /** One funnel for each value that this field has at a person's first step, or where `attribution` says. */
  readonly breakdownField?: string;
  /** At the first step when absent. */
  readonly attribution?: 'first' | 'last';
  /** In order when absent, whatever happens between two steps. */
  readonly order?: FunnelOrder;
  readonly exclusions?: readonly FunnelExclusion[];
  /** Has the same value at every step. */
  readonly holdField?: string;
  /** The steps when absent. */
  readonly view?: FunnelView;
}

export type FunnelOrder = 'ordered' | 'strict' | 'any';

/** What must not be done between two steps, these not included. */
export interface FunnelExclusion extends FunnelStep {
  readonly fromStep: number;
  readonly toStep: number;
}

export type FunnelView =
  | { readonly kind: 'trend'; readonly interval: 'hour' | 'day' | 'week' | 'month' }
  | { readonly kind: 'times' }
  /** What those who converted did, by the names of events, and had, by fields. */
  | { readonly kind: 'correlation'; readonly events: boolean; readonly fields: readonly string[] };

/** Asks for nothing beyond steps in their order, and is followed in the fastest way. */
export const isPlainFunnel = ({ order, exclusions, holdField, attribution, view }: FunnelParams): boolean =>
  (order ?? 'ordered') === 'ordered' &&
  (exclusions ?? []).length === 0 &&
  holdField === undefined &&
  attribution !== 'last' &&
  view === undefined;
