import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { isAboutTheSame, queryKey } from '../../api/query-key.ts';
import type { TimeRange } from '../../navigation/time-range.ts';
import { type AskedQuestion, queriesOfQuestion } from '../queries-of-question.ts';
import type { Question } from '../question.ts';
import { type AnsweredQuestion, askQuestion } from './ask-question.ts';

export interface Answer {
  readonly asked: AskedQuestion;
  /** The answer, or the one before while another is on its way. */
  readonly answer: AnsweredQuestion | undefined;
  /** What is shown answers a question that has changed since. */
  readonly isOutdated: boolean;
  readonly isLoading: boolean;
  readonly problem: ApiProblem | null;
  readonly ask: () => void;
}

/** So long nothing is asked after a change: pills are often changed in a row. */
const quietMs = 200;

/**
 * Answers a question whenever it changes. A request whose answer nobody waits for any more is cancelled, and the former
 * answer stays until the next one is there.
 */
export function useAnswer(question: Question, range: TimeRange, isEnabled = true): Answer {
  const { api } = useEnvironment();
  const now = JSON.stringify([question, range]);
  const [settled] = useDebouncedValue(now, quietMs);
  const [settledQuestion, settledRange] = JSON.parse(settled) as [Question, TimeRange];
  const asked = queriesOfQuestion(question, range);
  const settledAsked = queriesOfQuestion(settledQuestion, settledRange);
  const queries = settledAsked.kind === 'ready' ? settledAsked.queries : undefined;
  const isCompared = settledQuestion.kind === 'timeseries' && settledQuestion.isCompared;
  const key = queryKey(api.scope, '/v1/insights/query', `question ${settledQuestion.kind}`, { queries, isCompared });
  const result = useQuery<AnsweredQuestion, ApiProblem>({
    queryKey: key,
    queryFn: ({ signal }) => askQuestion(api, settledQuestion, queries ?? [], signal),
    enabled: isEnabled && queries !== undefined,
    placeholderData: (previous, from) =>
      from !== undefined && isAboutTheSame(from.queryKey, key) ? previous : undefined,
    meta: { isLive: settledQuestion.kind !== 'sql' },
  });
  const isReady = asked.kind === 'ready';
  const changed = isReady && isEnabled && JSON.stringify(asked.queries) !== JSON.stringify(queries);
  return {
    asked,
    answer: isReady ? result.data : undefined,
    isOutdated: changed || result.isPlaceholderData,
    isLoading: isReady && isEnabled && (changed || result.isFetching),
    problem: isReady ? result.error : null,
    ask: () => void result.refetch(),
  };
}
