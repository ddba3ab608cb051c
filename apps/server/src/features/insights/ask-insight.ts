import type { CompleteInsightQuery } from '@lamppost/protocol';
import type { AskOptions } from '../../analytics/analytics-store.ts';
import type { Scope } from '../../edge/scope.ts';
import type { InsightAnswer } from './queries/insight-question.ts';

/** Asks the store for what a query that was read wants to know. */
export type AskInsight = (
  query: Exclude<CompleteInsightQuery, { kind: 'sql' }>,
  scope: Scope,
  options: AskOptions,
) => Promise<InsightAnswer>;
