import type { MeasureSeries, Wire } from '@lamppost/protocol';
import { useCallback, useMemo } from 'react';
import { SingleMetric } from '../../charts/single-metric.tsx';
import { TimeChart, type TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { formatCount } from '../../design/format/format-count.ts';
import { formatShortNumber } from '../../design/format/format-number.ts';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import { BarsTable } from '../results/bars-table.tsx';
import styles from '../results/result.module.css';
import { describeBreakdown, describeFeature } from './describe-feature.ts';
import type { MeasureInsight } from './feature-insight.ts';
import { formatMeasure } from './format-measure.ts';
import { isOverTime, measureChart, nameOfSeries } from './measure-chart.ts';

export interface MeasureResultProps {
  readonly insight: MeasureInsight;
  readonly result: Wire['MeasureResult'];
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly height?: number | undefined;
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
}

const MAX_NUMBERS = 8;
const NOTE_PX = 28;
const REFERENCE_PX = 16;

/** Crash-free rates, crashes and percentiles: over time, as one number, or by value. */
export function MeasureResult(props: MeasureResultProps) {
  const { insight, result } = props;
  if (insight.display === 'number') return <Numbers {...props} />;
  return isOverTime(insight, result) ? <OverTime {...props} /> : <ByValue {...props} />;
}

function OverTime({ insight, result, markers, height = 320, onRange }: MeasureResultProps) {
  const chart = useMemo(() => measureChart(insight, result), [insight, result]);
  const { unit } = chart;
  const format = useCallback((value: number) => formatMeasure(value, unit), [unit]);
  const isShare = chart.unit === 'percent';
  const hasNote = chart.others.length > 0;
  // The words at a threshold stand above its line, which may be at the top.
  const topPx = chart.references.length > 0 && chart.series.length === 1 ? REFERENCE_PX : 0;
  return (
    <div className={flowStyles.stack12} style={{ paddingTop: topPx }}>
      <TimeChart
        label={describeFeature(insight)}
        kind={kindOf(insight, chart.series.length)}
        times={chart.times}
        series={chart.series}
        markers={markers}
        references={chart.references}
        formatValue={format}
        isNear={isShare && insight.display === 'line'}
        yMax={isShare ? 100 : undefined}
        height={Math.max(60, height - topPx - (hasNote ? NOTE_PX : 0))}
        fromMs={Date.parse(result.fromIso)}
        isLastIncomplete={chart.isLastIncomplete}
        onRange={onRange}
        hasLegend={chart.series.length > 1}
      />
      {hasNote && <p className={textStyles.note}>Not shown because of another unit: {chart.others.join(', ')}.</p>}
    </div>
  );
}

function kindOf({ display }: MeasureInsight, count: number): 'line' | 'bar' | 'stacked-bar' {
  if (display === 'line') return 'line';
  return count > 1 ? 'stacked-bar' : 'bar';
}

function Numbers({ insight, result }: MeasureResultProps) {
  const shown = result.series.slice(0, MAX_NUMBERS);
  return (
    <div className={styles.metrics}>
      {shown.map((series) => {
        const name = nameOfSeries(insight, series);
        return (
          <div key={name} className={flowStyles.shrink}>
            {shown.length > 1 && <bdi className={styles.metricName}>{name}</bdi>}
            <SingleMetric
              label={name}
              value={series.value}
              of={insight.kind === 'crashes' ? undefined : countWords(insight, series)}
              formatValue={(value) => formatMeasure(value, series.unit)}
            />
          </div>
        );
      })}
    </div>
  );
}

function ByValue({ insight, result, height }: MeasureResultProps) {
  const isCount = insight.kind === 'crashes';
  const { breakdown } = insight;
  const hasOneUnit = new Set(result.series.map(({ unit }) => unit)).size === 1;
  const header = [
    breakdown === null ? 'Metric' : capital(describeBreakdown(breakdown)),
    ...(isCount ? [] : [valueHeader(insight)]),
    countHeader(insight),
  ];
  return (
    <BarsTable
      label={describeFeature(insight)}
      header={header}
      maxHeight={height}
      rows={result.series.map((series) => ({
        name: nameOfSeries(insight, series),
        size: hasOneUnit ? series.value : null,
        cells: [...(isCount ? [] : [formatMeasure(series.value, series.unit)]), formatShortNumber(series.count)],
      }))}
    />
  );
}

const valueHeader = (insight: MeasureInsight): string => (insight.kind === 'performance' ? insight.of : 'Crash-free');

function countHeader(insight: MeasureInsight): string {
  if (insight.kind === 'crash_free') return insight.of === 'sessions' ? 'Sessions' : 'Users';
  return insight.kind === 'crashes' ? 'Crashes' : 'Measurements';
}

function countWords(insight: MeasureInsight, { count }: MeasureSeries): string {
  if (insight.kind === 'crash_free') return formatCount(count, insight.of === 'sessions' ? 'session' : 'user');
  return formatCount(count, 'measurement');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
