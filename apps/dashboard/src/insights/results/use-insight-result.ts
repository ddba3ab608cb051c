import { useDebouncedValue } from '@mantine/hooks';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useInsightRun } from '../../api/use-insight-run.ts';
import type { TimeRange } from '../../navigation/time-range.ts';
import type { AnyInsight } from '../features/any-insight.ts';
import type { Insight } from '../insight.ts';
import { type InsightAsk, queryOfInsight } from '../query/query-of-insight.ts';
import type { InsightRun } from './insight-run.ts';

export interface InsightState<I extends AnyInsight = Insight> {
  readonly ask: InsightAsk;
  /** The answer, or the one before while another is on its way. */
  readonly result: InsightRun<I> | undefined;
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
export function useInsightResult<I extends AnyInsight>(
  insight: I,
  range: TimeRange,
  isEnabled = true,
): InsightState<I> {
  const now = JSON.stringify([insight, range]);
  const [settled] = useDebouncedValue(now, quietMs);
  const [settledInsight, settledRange] = JSON.parse(settled) as [I, TimeRange];
  const ask = queryOfInsight(insight, range);
  const settledAsk = queryOfInsight(settledInsight, settledRange);
  const query = settledAsk.kind === 'ready' ? settledAsk.query : undefined;
  const result = useInsightRun(query, (run): InsightRun<I> => ({ ...run, insight: settledInsight }), {
    subject: `question ${settledInsight.kind}`,
    enabled: isEnabled,
    isLive: settledInsight.kind !== 'sql',
  });
  const isReady = ask.kind === 'ready';
  const changed = isReady && isEnabled && JSON.stringify(ask.query) !== JSON.stringify(query);
  return {
    ask,
    result: isReady ? result.data : undefined,
    isOutdated: changed || result.isPlaceholderData,
    isLoading: isReady && isEnabled && (changed || result.isFetching),
    problem: isReady ? result.error : null,
    run: () => void result.refetch(),
  };
}
