import type { ReactNode } from 'react';
import type { TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { formatDuration } from '../../design/format/format-duration.ts';
import { LoadingBlock } from '../../design/layout/loading-block.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import type { TimeRange } from '../../navigation/time-range.ts';
import type { SearchChange } from '../../navigation/use-page-search.ts';
import { AnswerProblem } from '../../questions/answers/answer-problem.tsx';
import { AnswerView } from '../../questions/answers/answer-view.tsx';
import { isEmptyAnswer } from '../../questions/answers/is-empty-answer.ts';
import type { Answer } from '../../questions/answers/use-answer.ts';
import { ViewChoice } from '../../questions/answers/view-choice.tsx';
import { describeQuestion } from '../../questions/describe-question.ts';
import type { Question } from '../../questions/question.ts';
import { AnswerActions } from './answer-actions.tsx';
import styles from './explore.module.css';
import { NothingFound } from './nothing-found.tsx';

export interface AnswerPanelProps {
  readonly question: Question;
  readonly range: TimeRange;
  readonly answer: Answer;
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly onChange: (question: Question, how?: SearchChange) => void;
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
  /** What stands here while the question cannot be asked yet. */
  readonly unfinished: ReactNode;
}

export function AnswerPanel(props: AnswerPanelProps) {
  const { question, range, answer, onChange } = props;
  const isReady = answer.asked.kind === 'ready';
  return (
    <div className={styles.answer}>
      <Panel
        title={
          isReady ? (
            <bdi className={styles.title} title={describeQuestion(question)}>
              {describeQuestion(question)}
            </bdi>
          ) : (
            'Answer'
          )
        }
        description={answer.asked.kind === 'unfinished' ? answer.asked.missing : undefined}
        actions={
          <>
            <ViewChoice question={question} onChange={(next) => onChange(next, { isReplaced: true })} />
            <AnswerActions question={question} range={range} answer={answer} onChange={onChange} />
          </>
        }
        footer={isReady ? <Footer answer={answer} /> : undefined}
      >
        <Content {...props} />
      </Panel>
    </div>
  );
}

function Content({ question, answer, markers, onRange, onChange, unfinished }: AnswerPanelProps) {
  const { answer: given, problem } = answer;
  if (answer.asked.kind === 'unfinished') return unfinished;
  if (problem !== null && !answer.isLoading) {
    const kept = 'The question is still here and in the address.';
    return <AnswerProblem problem={problem} onRetry={answer.ask} kept={kept} />;
  }
  if (given === undefined) return <LoadingBlock height={360} />;
  return (
    <div
      className={styles.content}
      data-outdated={answer.isOutdated || undefined}
      aria-busy={answer.isLoading}
      data-testid="answer"
    >
      {isEmptyAnswer(given) ? (
        <NothingFound question={given.question} />
      ) : (
        <AnswerView
          answer={given}
          question={question}
          markers={markers}
          onRange={onRange}
          onEvent={(event) => {
            if (question.kind === 'paths') onChange({ ...question, startEvent: event });
          }}
        />
      )}
    </div>
  );
}

function Footer({ answer }: { readonly answer: Answer }) {
  const { answer: given, isLoading, isOutdated } = answer;
  if (isLoading) return <span role="status">Asking…</span>;
  if (given === undefined || isOutdated) return <span role="status">No answer.</span>;
  return <span role="status">Answered in {formatDuration(given.tookMs)}</span>;
}
