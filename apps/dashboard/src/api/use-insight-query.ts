import type { Wire } from '@lamppost/protocol';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiProblem } from './api-problem.ts';
import { type InsightRunOptions, useInsightRun } from './use-insight-run.ts';

export interface InsightResults {
  timeseries: Wire['TimeseriesResult'];
  funnel: Wire['FunnelResult'];
  retention: Wire['RetentionResult'];
  paths: Wire['PathsResult'];
  sql: Wire['SqlResult'];
}
export type InsightKind = keyof InsightResults;
interface InsightQueries {
  timeseries: Wire['TimeseriesQuery'];
  funnel: Wire['FunnelQuery'];
  retention: Wire['RetentionQuery'];
  paths: Wire['PathsQuery'];
  sql: Wire['SqlQuery'];
}
export type InsightQueryOf<K extends InsightKind> = InsightQueries[K];

/** The result of a query of one kind. */
export function useInsightQuery<K extends InsightKind>(
  query: InsightQueryOf<K> & { kind: K },
  options: InsightRunOptions = {},
): UseQueryResult<InsightResults[K], ApiProblem> {
  return useInsightRun(query as Wire['InsightQuery'], ({ result }) => result as InsightResults[K], options);
}
