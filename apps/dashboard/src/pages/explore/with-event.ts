import type { Question } from '../../questions/question.ts';

/** The question with an event in the first place where one is missing. */
export function withEvent(question: Question, event: string): Question {
  switch (question.kind) {
    case 'timeseries':
      return { ...question, series: fillFirst(question.series, event) };
    case 'funnel':
      return { ...question, steps: fillFirst(question.steps, event) };
    case 'retention':
      return question.cohortEvent === null
        ? { ...question, cohortEvent: event, returnEvent: question.returnEvent ?? event }
        : { ...question, returnEvent: event };
    case 'paths':
      return { ...question, startEvent: event };
    case 'sql':
      return question;
  }
}

function fillFirst<T extends { readonly event: string | null }>(items: readonly T[], event: string): readonly T[] {
  const place = items.findIndex((item) => item.event === null);
  return items.map((item, index) => (index === place ? { ...item, event } : item));
}
