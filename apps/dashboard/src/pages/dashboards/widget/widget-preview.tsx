import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { LoadingBlock } from '../../../design/layout/loading-block.tsx';
import { AnswerProblem } from '../../../questions/answers/answer-problem.tsx';
import { AnswerView } from '../../../questions/answers/answer-view.tsx';
import { isEmptyAnswer } from '../../../questions/answers/is-empty-answer.ts';
import { useAnswer } from '../../../questions/answers/use-answer.ts';
import { ViewChoice } from '../../../questions/answers/view-choice.tsx';
import type { Question } from '../../../questions/question.ts';
import { vizOf, type WidgetDraft } from './widget-draft.ts';
import styles from './widget-editor.module.css';

export interface WidgetPreviewProps {
  readonly draft: WidgetDraft;
  /** The statement that was run last: SQL is not asked while it is typed. */
  readonly sqlRun: string;
  readonly onRun: () => void;
  readonly onQuestion: (question: Question) => void;
}

const height = 260;

export function WidgetPreview({ draft, sqlRun, onRun, onQuestion }: WidgetPreviewProps) {
  const { question, range } = draft;
  const asked: Question = question.kind === 'sql' ? { kind: 'sql', sql: sqlRun } : question;
  const answer = useAnswer(asked, range);
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.previewBar}>
        {question.kind === 'timeseries' && <ViewChoice question={question} onChange={onQuestion} />}
        {question.kind === 'sql' && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={14} />}
            disabled={question.sql.trim() === ''}
            onClick={() => (question.sql === sqlRun ? answer.ask() : onRun())}
          >
            Run
          </Button>
        )}
      </div>
      <div className={styles.previewAnswer} data-outdated={answer.isOutdated || undefined} aria-busy={answer.isLoading}>
        <Content draft={draft} asked={asked} answer={answer} />
      </div>
    </section>
  );
}

interface ContentProps {
  readonly draft: WidgetDraft;
  readonly asked: Question;
  readonly answer: ReturnType<typeof useAnswer>;
}

function Content({ draft, asked, answer }: ContentProps) {
  if (answer.asked.kind === 'unfinished') return <p className={styles.hint}>{answer.asked.missing}</p>;
  if (answer.problem !== null && !answer.isLoading) {
    return <AnswerProblem problem={answer.problem} onRetry={answer.ask} kept="What you wrote is still here." />;
  }
  if (answer.answer === undefined) return <LoadingBlock height={height} />;
  if (isEmptyAnswer(answer.answer)) return <p className={styles.hint}>Nothing in this range.</p>;
  return <AnswerView answer={answer.answer} question={asked} viz={vizOf(draft)} compactHeight={height} />;
}
