import { useDebouncedValue } from '@mantine/hooks';
import type { ApiProblem } from '../../api/api-problem.ts';
import type { TimeRange } from '../../navigation/time-range.ts';
import type { Insight } from '../insight.ts';
import { type InsightQueries, queriesOfInsight } from '../queries-of-insight.ts';
import type { InsightRun } from './run-insight.ts';
import { useInsightRun } from './use-insight-run.ts';

export interface InsightState {
  readonly queries: InsightQueries;
  /** The answer, or the one before while another is on its way. */
  readonly result: InsightRun | undefined;
  /** What is shown answers a query that has changed since. */
  readonly isOutdated: boolean;
  readonly isLoading: boolean;
  readonly problem: ApiProblem | null;
  readonly run: () => void;
}

/** So long nothing is asked after a change: pills are often changed in a row. */
const quietMs = 200;

/**
 * Answers a query whenever it changes. A request whose answer nobody waits for any more is cancelled, and the former
 * answer stays until the next one is there.
 */
export function useInsightResult(insight: Insight, range: TimeRange, isEnabled = true): InsightState {
  const now = JSON.stringify([insight, range]);
  const [settled] = useDebouncedValue(now, quietMs);
  const [settledInsight, settledRange] = JSON.parse(settled) as [Insight, TimeRange];
  const asked = queriesOfInsight(insight, range);
  const settledQueries = queriesOfInsight(settledInsight, settledRange);
  const queries = settledQueries.kind === 'ready' ? settledQueries.queries : undefined;
  const result = useInsightRun(settledInsight, queries, { subject: 'question', isEnabled });
  const isReady = asked.kind === 'ready';
  const changed = isReady && isEnabled && JSON.stringify(asked.queries) !== JSON.stringify(queries);
  return {
    queries: asked,
    result: isReady ? result.data : undefined,
    isOutdated: changed || result.isPlaceholderData,
    isLoading: isReady && isEnabled && (changed || result.isFetching),
    problem: isReady ? result.error : null,
    run: () => void result.refetch(),
  };
}
