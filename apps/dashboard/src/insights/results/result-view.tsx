import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import type { TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { describeInsight } from '../describe-insight.ts';
import type { AnyInsight } from '../features/any-insight.ts';
import { isFeature } from '../features/feature-insight.ts';
import { LiftResult } from '../features/lift-result.tsx';
import { MeasureResult } from '../features/measure-result.tsx';
import { countedBy, type FunnelInsight } from '../insight.ts';
import { SqlDisplay } from '../sql/sql-display.tsx';
import { SqlResult } from '../sql/sql-result.tsx';
import { DistributionResult } from './distribution-result.tsx';
import { FunnelCorrelation } from './funnel-correlation.tsx';
import { FunnelResult } from './funnel-result.tsx';
import { FunnelTimes, FunnelTrend } from './funnel-views.tsx';
import type { InsightResult, InsightRun } from './insight-run.ts';
import { LifecycleResult } from './lifecycle-result.tsx';
import { PathsResult } from './paths-result.tsx';
import { RetentionResult } from './retention-result.tsx';
import { StickinessResult } from './stickiness-result.tsx';
import { TrendsResult } from './trends-result.tsx';

export interface ResultViewProps {
  readonly result: InsightRun<AnyInsight>;
  /** The query as it stands now: how the answer is shown may have changed since it was asked. */
  readonly insight: AnyInsight;
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
  const onPeople = isFeature(answer.insight) || countedBy(answer.insight) === null ? props.onPeople : undefined;
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
      <LifecycleResult
        insight={shown}
        result={result}
        markers={markers}
        height={compactHeight}
        hasNote={isWhole}
        onPeople={onPeople}
      />
    );
  }
  if (shown.kind === 'stickiness' && result.kind === 'stickiness') {
    const sizes = { height: compactHeight, hasFacts: isWhole };
    return <StickinessResult insight={shown} result={result} {...sizes} onPeople={onPeople} />;
  }
  if (shown.kind === 'distribution' && result.kind === 'distribution') {
    const sizes = { height: compactHeight, hasFacts: isWhole };
    return <DistributionResult insight={shown} result={result} {...sizes} onPeople={onPeople} />;
  }
  if (shown.kind === 'sql' && result.kind === 'sql') {
    const label = describeInsight(shown);
    const { display } = shown;
    if (compactHeight !== undefined && display !== undefined && display !== 'table') {
      return <SqlDisplay result={result} display={display} label={label} height={compactHeight} onRange={onRange} />;
    }
    return <SqlResult result={result} label={label} maxHeight={compactHeight} hasChart={isWhole} />;
  }
  if (shown.kind === 'experiment' && result.kind === 'experiment') return <LiftResult result={result} />;
  if (isMeasure(shown) && isMeasured(result)) {
    return <MeasureResult insight={shown} result={result} markers={markers} height={compactHeight} onRange={onRange} />;
  }
  return null;
}

const measureKinds: readonly string[] = ['crash_free', 'crashes', 'performance'];
type MeasureKind = 'crash_free' | 'crashes' | 'performance';
const isMeasure = <Asked extends { readonly kind: string }>(
  asked: Asked,
): asked is Extract<Asked, { kind: MeasureKind }> => measureKinds.includes(asked.kind);
const isMeasured = (result: InsightResult): result is Wire['MeasureResult'] => isMeasure(result);

interface FunnelViewProps extends ResultViewProps {
  readonly shown: FunnelInsight;
  readonly funnel: Extract<InsightResult, { kind: 'funnel' }>;
}

function FunnelView({ shown, funnel, compactHeight, viz, markers, onPeople }: FunnelViewProps) {
  const isWhole = compactHeight === undefined;
  const view = { insight: shown, height: compactHeight, hasFacts: isWhole, onPeople };
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
function useShownInsight(answered: AnyInsight, now: AnyInsight): AnyInsight {
  const chart = now.kind === 'timeseries' ? now.chart : undefined;
  const unit = now.kind === 'retention' ? now.unit : undefined;
  const display = 'display' in now ? now.display : undefined;
  return useMemo(() => {
    if ('display' in answered && display !== undefined) return { ...answered, display };
    if (answered.kind === 'timeseries' && chart !== undefined) return { ...answered, chart };
    if (answered.kind === 'retention' && unit !== undefined) return { ...answered, unit };
    return answered;
  }, [answered, chart, unit, display]);
}
