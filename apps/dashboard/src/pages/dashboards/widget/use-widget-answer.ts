import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiProblem } from '../../../api/api-problem.ts';
import { useEnvironment } from '../../../api/environment.ts';
import { queryKey } from '../../../api/query-key.ts';
import type { TimeRange } from '../../../navigation/time-range.ts';
import { type AnsweredQuestion, askQuestion } from '../../../questions/answers/ask-question.ts';
import type { Question } from '../../../questions/question.ts';
import { questionOfQuery } from '../../../questions/question-of-query.ts';
import type { Widget } from '../dashboard.ts';
import { queryInRange } from '../query-in-range.ts';
import { createQuestionGate } from '../question-gate.ts';

/** A dashboard may have a hundred widgets; the server answers two heavy questions at a time. */
const gate = createQuestionGate(4);

/** What a widget asks, in its own range or in the one that holds for all, and the answer. */
export function useWidgetAnswer({ id, query: stored, viz }: Widget, all: TimeRange | undefined) {
  const { api } = useEnvironment();
  const query = useMemo(() => (all === undefined ? stored : queryInRange(stored, all)), [stored, all]);
  const question = useMemo(() => shownQuestion(questionOfQuery(query, viz)), [query, viz]);
  const isCompared = question.kind === 'timeseries' && question.isCompared;
  const key = queryKey(api.scope, '/v1/insights/query', `widget ${id} ${query.kind}`, { query, isCompared });
  const result = useQuery<AnsweredQuestion, ApiProblem>({
    queryKey: key,
    queryFn: ({ signal }) => gate.run(() => askQuestion(api, question, [query as never], signal), signal),
    placeholderData: (previous, from) => (from?.queryKey[4] === key[4] ? previous : undefined),
    meta: { isLive: query.kind !== 'sql' },
  });
  return { query, question, result };
}

/** A single number says how it has changed. */
function shownQuestion(question: Question): Question {
  if (question.kind !== 'timeseries' || question.chart !== 'single_metric') return question;
  return { ...question, isCompared: true };
}
