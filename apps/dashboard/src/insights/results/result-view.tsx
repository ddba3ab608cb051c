import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import type { TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { describeInsight } from '../describe-insight.ts';
import type { Insight } from '../insight.ts';
import { SqlResult } from '../sql/sql-result.tsx';
import { FunnelResult } from './funnel-result.tsx';
import { PathsResult } from './paths-result.tsx';
import { RetentionResult } from './retention-result.tsx';
import type { InsightRun } from './run-insight.ts';
import { TrendsResult } from './trends-result.tsx';

export interface ResultViewProps {
  readonly result: InsightRun;
  /** The query as it stands now: how the answer is shown may have changed since it was asked. */
  readonly insight: Insight;
  /** In a widget: a drawing of this height and nothing around it. */
  readonly compactHeight?: number | undefined;
  /** How a widget wants it to be shown, beyond what the query says. */
  readonly viz?: Wire['WidgetViz'] | undefined;
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
  readonly onEvent?: ((event: string) => void) | undefined;
}

/** The answer to a query of any kind. */
export function ResultView(props: ResultViewProps) {
  const { result: answer, insight, compactHeight, viz, markers, onRange, onEvent } = props;
  const isWhole = compactHeight === undefined;
  const shown = useShownInsight(answer.insight, insight);
  const timeseries = useMemo(() => answer.results.filter((each) => each.kind === 'timeseries'), [answer.results]);
  const [result] = answer.results;
  if (shown.kind === 'timeseries') {
    return (
      <TrendsResult
        insight={shown}
        results={timeseries}
        before={answer.before}
        markers={markers}
        height={compactHeight}
        hasTable={isWhole}
        onRange={onRange}
      />
    );
  }
  if (shown.kind === 'funnel' && result?.kind === 'funnel' && 'steps' in result) {
    const hasCounts = viz?.kind === 'funnel' ? viz.showCounts : undefined;
    return (
      <FunnelResult insight={shown} result={result} height={compactHeight} hasCounts={hasCounts} hasTable={isWhole} />
    );
  }
  if (shown.kind === 'retention' && result?.kind === 'retention') {
    const hasHeat = viz?.kind === 'retention' ? viz.colorScale === 'heatmap' : undefined;
    return <RetentionResult insight={shown} result={result} hasHeat={hasHeat} />;
  }
  if (shown.kind === 'paths' && result?.kind === 'paths') {
    return <PathsResult insight={shown} result={result} height={compactHeight} onEvent={onEvent} />;
  }
  if (shown.kind === 'sql' && result?.kind === 'sql') {
    return <SqlResult result={result} label={describeInsight(shown)} maxHeight={compactHeight} hasChart={isWhole} />;
  }
  return null;
}

/** What was asked, shown in the way that is chosen now. The same object until one of them changes, for charts. */
function useShownInsight(answered: Insight, now: Insight): Insight {
  const chart = now.kind === 'timeseries' ? now.chart : undefined;
  const unit = now.kind === 'retention' ? now.unit : undefined;
  return useMemo(() => {
    if (answered.kind === 'timeseries' && chart !== undefined) return { ...answered, chart };
    if (answered.kind === 'retention' && unit !== undefined) return { ...answered, unit };
    return answered;
  }, [answered, chart, unit]);
}
