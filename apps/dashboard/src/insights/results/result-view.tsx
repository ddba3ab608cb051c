import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import type { TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { describeInsight } from '../describe-insight.ts';
import { countedBy, type FunnelInsight, type Insight } from '../insight.ts';
import { SqlResult } from '../sql/sql-result.tsx';
import { DistributionResult } from './distribution-result.tsx';
import { FunnelCorrelation } from './funnel-correlation.tsx';
import { FunnelResult } from './funnel-result.tsx';
import { FunnelTimes, FunnelTrend } from './funnel-views.tsx';
import { LifecycleResult } from './lifecycle-result.tsx';
import { PathsResult } from './paths-result.tsx';
import { RetentionResult } from './retention-result.tsx';
import type { InsightResult, InsightRun } from './run-insight.ts';
import { StickinessResult } from './stickiness-result.tsx';
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
  /** Somebody wants to see who is behind a number. */
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

/** The answer to a query of any kind. */
export function ResultView(props: ResultViewProps) {
  const { result: answer, insight, compactHeight, viz, markers, onRange, onEvent } = props;
  // Behind a number of accounts there is no list of people.
  const onPeople = countedBy(answer.insight) === null ? props.onPeople : undefined;
  const isWhole = compactHeight === undefined;
  const shown = useShownInsight(answer.insight, insight);
  const { result } = answer;
  if (shown.kind === 'timeseries' && result.kind === 'timeseries') {
    return (
      <TrendsResult
        insight={shown}
        result={result}
        markers={markers}
        height={compactHeight}
        hasTable={isWhole}
        onRange={onRange}
        onPeople={onPeople}
      />
    );
  }
  if (shown.kind === 'funnel' && result.kind === 'funnel') {
    return <FunnelView {...props} shown={shown} funnel={result} onPeople={onPeople} />;
  }
  if (shown.kind === 'retention' && result.kind === 'retention') {
    const hasHeat = viz?.kind === 'retention' ? viz.colorScale === 'heatmap' : undefined;
    return <RetentionResult insight={shown} result={result} hasHeat={hasHeat} hasCurve={isWhole} onPeople={onPeople} />;
  }
  if (shown.kind === 'paths' && result.kind === 'paths') {
    return <PathsResult insight={shown} result={result} height={compactHeight} onEvent={onEvent} onPeople={onPeople} />;
  }
  if (shown.kind === 'lifecycle' && result.kind === 'lifecycle') {
    return (
      <LifecycleResult insight={shown} result={result} markers={markers} height={compactHeight} hasNote={isWhole} />
    );
  }
  if (shown.kind === 'stickiness' && result.kind === 'stickiness') {
    return <StickinessResult insight={shown} result={result} height={compactHeight} hasFacts={isWhole} />;
  }
  if (shown.kind === 'distribution' && result.kind === 'distribution') {
    return <DistributionResult insight={shown} result={result} height={compactHeight} hasFacts={isWhole} />;
  }
  if (shown.kind === 'sql' && result.kind === 'sql') {
    return <SqlResult result={result} label={describeInsight(shown)} maxHeight={compactHeight} hasChart={isWhole} />;
  }
  return null;
}

interface FunnelViewProps extends ResultViewProps {
  readonly shown: FunnelInsight;
  readonly funnel: Extract<InsightResult, { kind: 'funnel' }>;
}

function FunnelView({ shown, funnel, compactHeight, viz, markers, onPeople }: FunnelViewProps) {
  const isWhole = compactHeight === undefined;
  const view = { insight: shown, height: compactHeight, hasFacts: isWhole };
  if (!('view' in funnel)) {
    const hasCounts = viz?.kind === 'funnel' ? viz.showCounts : undefined;
    return (
      <FunnelResult
        insight={shown}
        result={funnel}
        height={compactHeight}
        hasCounts={hasCounts}
        hasTable={isWhole}
        onPeople={onPeople}
      />
    );
  }
  switch (funnel.view) {
    case 'trend':
      return <FunnelTrend {...view} result={funnel} markers={markers} />;
    case 'times':
      return <FunnelTimes {...view} result={funnel} />;
    case 'correlation':
      return <FunnelCorrelation insight={shown} result={funnel} maxHeight={compactHeight} />;
  }
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
