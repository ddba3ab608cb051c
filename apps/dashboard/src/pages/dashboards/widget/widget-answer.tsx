import { ErrorState } from '../../../design/layout/error-state.tsx';
import { LoadingBlock } from '../../../design/layout/loading-block.tsx';
import { AnswerView } from '../../../questions/answers/answer-view.tsx';
import { isEmptyAnswer } from '../../../questions/answers/is-empty-answer.ts';
import type { Question } from '../../../questions/question.ts';
import type { Widget } from '../dashboard.ts';
import type { useWidgetAnswer } from './use-widget-answer.ts';
import styles from './widget-card.module.css';

export interface WidgetAnswerProps {
  readonly widget: Pick<Widget, 'viz'>;
  readonly asked: Pick<ReturnType<typeof useWidgetAnswer>, 'question' | 'result'>;
  readonly height: number;
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
}

export function WidgetAnswer({ widget, asked, height, onRange }: WidgetAnswerProps) {
  const { question, result } = asked;
  const { data, error } = result;
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title={error.isTemporary ? 'It could not be answered now.' : 'It cannot be answered as it is.'}
        requestId={error.requestId}
        onRetry={() => void result.refetch()}
      >
        <bdi>{error.message}</bdi>
      </ErrorState>
    );
  }
  if (data === undefined) return <LoadingBlock height={height} />;
  if (isEmptyAnswer(data)) return <p className={styles.nothing}>Nothing in this range.</p>;
  const { viz } = widget;
  const yLabel = viz.kind === 'timeseries' && viz.chartType !== 'single_metric' ? viz.yLabel : undefined;
  return (
    <div className={styles.answer} data-outdated={result.isPlaceholderData || undefined}>
      {yLabel !== undefined && <p className={styles.axis}>{yLabel}</p>}
      <AnswerView
        answer={data}
        question={question}
        viz={viz}
        compactHeight={Math.max(60, height - besideThePlot(question, yLabel !== undefined))}
        onRange={onRange}
      />
    </div>
  );
}

const LEGEND_PX = 36;
const AXIS_PX = 20;
const FUNNEL_WORDS_PX = 136;
const MENU_PX = 32;
const SQL_FACTS_PX = 32;

/** What stands above and below a drawing in the same room. */
function besideThePlot(question: Question, hasLabel: boolean): number {
  const label = hasLabel ? AXIS_PX : 0;
  switch (question.kind) {
    case 'timeseries':
      return label + (question.breakdown === null ? 0 : LEGEND_PX);
    case 'funnel':
      return FUNNEL_WORDS_PX + (question.breakdown === null ? 0 : LEGEND_PX);
    case 'sql':
      return SQL_FACTS_PX;
    default:
      return MENU_PX;
  }
}
