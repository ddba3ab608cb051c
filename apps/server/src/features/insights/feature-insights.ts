import type { FilledFeatureQuery, Wire } from '@lamppost/protocol';
import type { QueryOptions } from '../../analytics/analytics-store.ts';
import type { Scope } from '../../edge/scope.ts';
import type { Moment } from './queries/insight-params.ts';

/** Where and when a query of another feature is asked. */
export interface FeatureAsked extends Moment {
  readonly scope: Scope;
  readonly timezone: string;
  readonly options: QueryOptions;
}

type ResultOf<Kind> = Kind extends 'experiment' ? Wire['ExperimentLiftResult'] : Wire['MeasureResult'];

/** Queries that other features answer, by their kind. Of one without a range, the range is empty. */
export type FeatureInsights = {
  readonly [Kind in FilledFeatureQuery['kind']]: (
    query: Extract<FilledFeatureQuery, { kind: Kind }>,
    asked: FeatureAsked,
  ) => Promise<ResultOf<Kind>>;
};
