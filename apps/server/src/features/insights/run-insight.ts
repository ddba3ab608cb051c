import type { CompleteInsightQuery } from '@lamppost/protocol';
import type { QueryOptions } from '../../analytics/analytics-store.ts';
import type { Scope } from '../../edge/scope.ts';
import type { InsightResult } from './queries/insight-params.ts';

/** Asks the store for what a query that was read wants to know. */
export type RunInsight = (
  query: Exclude<CompleteInsightQuery, { kind: 'sql' }>,
  scope: Scope,
  options: QueryOptions,
) => Promise<InsightResult>;
