import type { Wire } from '@lamppost/protocol';
import { RetentionTable } from '../../charts/retention-table.tsx';
import { describeQuestion } from '../describe-question.ts';
import type { RetentionQuestion } from '../question.ts';

export interface RetentionAnswerProps {
  readonly question: RetentionQuestion;
  readonly result: Wire['RetentionResult'];
  readonly hasHeat?: boolean | undefined;
}

export function RetentionAnswer({ question, result, hasHeat }: RetentionAnswerProps) {
  return (
    <RetentionTable
      label={describeQuestion(question)}
      interval={result.interval}
      cohorts={result.cohorts}
      hasHeat={hasHeat}
      unit={question.unit}
    />
  );
}
