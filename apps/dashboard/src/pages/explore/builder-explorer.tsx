import { useMemo } from 'react';
import { useApi } from '../../api/use-api.ts';
import { Panel } from '../../design/layout/panel.tsx';
import type { TimeRange } from '../../navigation/time-range.ts';
import type { SearchChange } from '../../navigation/use-page-search.ts';
import { useTimeMarkers } from '../../navigation/use-time-markers.ts';
import { useAnswer } from '../../questions/answers/use-answer.ts';
import { QuestionBuilder } from '../../questions/builders/question-builder.tsx';
import type { Question } from '../../questions/question.ts';
import { AnswerPanel } from './answer-panel.tsx';
import styles from './explore.module.css';
import { StartWithEvent } from './start-with-event.tsx';
import { useNoteRecent } from './use-recent.ts';

export interface BuilderExplorerProps {
  readonly question: Exclude<Question, { kind: 'sql' }>;
  readonly range: TimeRange;
  readonly onChange: (question: Question, how?: SearchChange) => void;
  readonly onRange: (fromMs: number, toMs: number) => void;
}

/** The question on the left, its answer on the right. */
export function BuilderExplorer({ question, range, onChange, onRange }: BuilderExplorerProps) {
  const answer = useAnswer(question, range);
  const bounds = useMemo(() => {
    const [result] = answer.answer?.results ?? [];
    return result?.kind === 'timeseries' ? { from: result.fromIso, to: result.toIso } : undefined;
  }, [answer.answer]);
  const markers = useTimeMarkers(bounds);
  const hasEvents = useHasEvents();
  useNoteRecent(answer);
  return (
    <div className={styles.explorer}>
      <div className={styles.question}>
        <Panel title="Question">
          <QuestionBuilder question={question} onChange={onChange} range={range} />
        </Panel>
      </div>
      <AnswerPanel
        question={question}
        range={range}
        answer={answer}
        markers={markers}
        onChange={onChange}
        onRange={onRange}
        unfinished={<StartWithEvent question={question} onChange={onChange} hasEvents={hasEvents} />}
      />
    </div>
  );
}

/** Undefined until it is known. */
function useHasEvents(): boolean | undefined {
  const { data } = useApi('/v1/events/catalog', { query: { limit: 1 } });
  return data === undefined ? undefined : data.length > 0;
}
