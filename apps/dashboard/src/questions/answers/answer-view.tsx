import type { TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { describeQuestion } from '../describe-question.ts';
import type { Question } from '../question.ts';
import { SqlAnswer } from '../sql/sql-answer.tsx';
import type { AnsweredQuestion } from './ask-question.ts';
import { FunnelAnswer } from './funnel-answer.tsx';
import { PathsAnswer } from './paths-answer.tsx';
import { RetentionAnswer } from './retention-answer.tsx';
import { TrendsAnswer } from './trends-answer.tsx';

export interface AnswerViewProps {
  readonly answer: AnsweredQuestion;
  /** The question as it stands now: how the answer is shown may have changed since it was asked. */
  readonly question: Question;
  /** In a widget: a drawing of this height and nothing around it. */
  readonly compactHeight?: number | undefined;
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
  readonly onEvent?: ((event: string) => void) | undefined;
}

/** The answer to a question of any kind. */
export function AnswerView({ answer, question, compactHeight, markers, onRange, onEvent }: AnswerViewProps) {
  const isWhole = compactHeight === undefined;
  const shown = shownQuestion(answer.question, question);
  const [result] = answer.results;
  if (shown.kind === 'timeseries') {
    return (
      <TrendsAnswer
        question={shown}
        results={answer.results.filter((each) => each.kind === 'timeseries')}
        before={answer.before}
        markers={markers}
        height={compactHeight}
        hasTable={isWhole}
        onRange={onRange}
      />
    );
  }
  if (shown.kind === 'funnel' && result?.kind === 'funnel') {
    return <FunnelAnswer question={shown} result={result} height={compactHeight} hasTable={isWhole} />;
  }
  if (shown.kind === 'retention' && result?.kind === 'retention') {
    return <RetentionAnswer question={shown} result={result} />;
  }
  if (shown.kind === 'paths' && result?.kind === 'paths') {
    return <PathsAnswer question={shown} result={result} height={compactHeight} onEvent={onEvent} />;
  }
  if (shown.kind === 'sql' && result?.kind === 'sql') {
    return <SqlAnswer result={result} label={describeQuestion(shown)} maxHeight={compactHeight} hasChart={isWhole} />;
  }
  return null;
}

/** What was asked, shown in the way that is chosen now. */
function shownQuestion(answered: Question, now: Question): Question {
  if (answered.kind === 'timeseries' && now.kind === 'timeseries') return { ...answered, chart: now.chart };
  if (answered.kind === 'retention' && now.kind === 'retention') return { ...answered, unit: now.unit };
  return answered;
}
