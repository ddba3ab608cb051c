import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
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
  /** How a widget wants it to be shown, beyond what the question says. */
  readonly viz?: Wire['WidgetViz'] | undefined;
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
  readonly onEvent?: ((event: string) => void) | undefined;
}

/** The answer to a question of any kind. */
export function AnswerView(props: AnswerViewProps) {
  const { answer, question, compactHeight, viz, markers, onRange, onEvent } = props;
  const isWhole = compactHeight === undefined;
  const shown = useShownQuestion(answer.question, question);
  const timeseries = useMemo(() => answer.results.filter((each) => each.kind === 'timeseries'), [answer.results]);
  const [result] = answer.results;
  if (shown.kind === 'timeseries') {
    return (
      <TrendsAnswer
        question={shown}
        results={timeseries}
        before={answer.before}
        markers={markers}
        height={compactHeight}
        hasTable={isWhole}
        onRange={onRange}
      />
    );
  }
  if (shown.kind === 'funnel' && result?.kind === 'funnel') {
    const hasCounts = viz?.kind === 'funnel' ? viz.showCounts : undefined;
    return (
      <FunnelAnswer question={shown} result={result} height={compactHeight} hasCounts={hasCounts} hasTable={isWhole} />
    );
  }
  if (shown.kind === 'retention' && result?.kind === 'retention') {
    const hasHeat = viz?.kind === 'retention' ? viz.colorScale === 'heatmap' : undefined;
    return <RetentionAnswer question={shown} result={result} hasHeat={hasHeat} />;
  }
  if (shown.kind === 'paths' && result?.kind === 'paths') {
    return <PathsAnswer question={shown} result={result} height={compactHeight} onEvent={onEvent} />;
  }
  if (shown.kind === 'sql' && result?.kind === 'sql') {
    return <SqlAnswer result={result} label={describeQuestion(shown)} maxHeight={compactHeight} hasChart={isWhole} />;
  }
  return null;
}

/** What was asked, shown in the way that is chosen now. The same object until one of them changes, for charts. */
function useShownQuestion(answered: Question, now: Question): Question {
  const chart = now.kind === 'timeseries' ? now.chart : undefined;
  const unit = now.kind === 'retention' ? now.unit : undefined;
  return useMemo(() => {
    if (answered.kind === 'timeseries' && chart !== undefined) return { ...answered, chart };
    if (answered.kind === 'retention' && unit !== undefined) return { ...answered, unit };
    return answered;
  }, [answered, chart, unit]);
}
