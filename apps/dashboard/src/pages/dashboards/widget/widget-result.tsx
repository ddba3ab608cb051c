import type { Wire } from '@lamppost/protocol';
import { ErrorState } from '../../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../../design/feedback/loading-block.tsx';
import type { AnyInsight } from '../../../insights/features/any-insight.ts';
import type { MeasureInsight } from '../../../insights/features/feature-insight.ts';
import { isEmptyAnswer as isEmptyResult } from '../../../insights/results/is-empty-result.ts';
import { ResultView } from '../../../insights/results/result-view.tsx';
import type { Widget } from '../dashboard.ts';
import type { useWidgetResult } from './use-widget-result.ts';
import styles from './widget-card.module.css';

export interface WidgetResultProps {
  readonly widget: Pick<Widget, 'viz'>;
  readonly asked: Pick<ReturnType<typeof useWidgetResult>, 'question' | 'result'>;
  readonly height: number;
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
  /** Somebody wants to see who is behind a number. */
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

export function WidgetResult({ widget, asked, height, onRange, onPeople }: WidgetResultProps) {
  const { question: insight, result } = asked;
  const { data, error } = result;
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title={error.isTemporary ? "Couldn't run the query" : "This query can't be run"}
        requestId={error.requestId}
        onRetry={() => void result.refetch()}
      >
        <bdi>{error.message}</bdi>
      </ErrorState>
    );
  }
  if (data === undefined) return <LoadingBlock height={height} />;
  if (isEmptyResult(data)) return <p className={styles.nothing}>No data in this range</p>;
  const { viz } = widget;
  const yLabel = viz.kind === 'timeseries' && viz.chartType !== 'single_metric' ? viz.yLabel : undefined;
  return (
    <div className={styles.answer} data-outdated={result.isPlaceholderData || undefined}>
      {yLabel !== undefined && <p className={styles.axis}>{yLabel}</p>}
      <ResultView
        result={data}
        insight={insight}
        viz={viz}
        compactHeight={Math.max(60, height - besideThePlot(insight, yLabel !== undefined))}
        onRange={onRange}
        onPeople={onPeople}
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
function besideThePlot(insight: AnyInsight, hasLabel: boolean): number {
  const label = hasLabel ? AXIS_PX : 0;
  switch (insight.kind) {
    case 'timeseries':
      return label + (insight.breakdowns.length === 0 && insight.series.length === 1 ? 0 : LEGEND_PX);
    case 'funnel':
      if (insight.view !== 'steps') return MENU_PX;
      return FUNNEL_WORDS_PX + (insight.breakdown === null ? 0 : LEGEND_PX);
    case 'crash_free':
    case 'crashes':
    case 'performance':
      if (insight.display === 'number') return 0;
      return hasManySeries(insight) ? LEGEND_PX : 0;
    case 'sql':
      return insight.display === undefined || insight.display === 'table' ? SQL_FACTS_PX : LEGEND_PX;
    default:
      return MENU_PX;
  }
}

const hasManySeries = (insight: MeasureInsight): boolean =>
  insight.breakdown !== null || (insight.kind === 'performance' && insight.metricName === null);
