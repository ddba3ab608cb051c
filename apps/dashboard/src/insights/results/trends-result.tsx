import type { Wire } from '@lamppost/protocol';
import { useMemo, useState } from 'react';
import { SingleMetric } from '../../charts/single-metric.tsx';
import { bucketWidth } from '../../charts/time-chart/describe-bucket.ts';
import {
  TimeChart,
  type TimeChartKind,
  type TimeMarker,
  type TimeSeries,
} from '../../charts/time-chart/time-chart.tsx';
import { describeInsight } from '../describe-insight.ts';
import type { ChartType, TrendsInsight } from '../insight.ts';
import { type TrendLine, trendLines } from '../trend-lines.ts';
import styles from './result.module.css';
import { TrendTable } from './trend-table.tsx';

export interface TrendsResultProps {
  readonly insight: TrendsInsight;
  readonly results: readonly Wire['TimeseriesResult'][];
  readonly before?: readonly Wire['TimeseriesResult'][] | undefined;
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly height?: number | undefined;
  /** False in a widget, where there is no room for it. */
  readonly hasTable?: boolean | undefined;
  /** Somebody drew over a part of the chart. */
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
}

const chartKinds: Readonly<Record<Exclude<ChartType, 'single_metric'>, TimeChartKind>> = {
  line: 'line',
  area: 'area',
  bar: 'bar',
  stacked_bar: 'stacked-bar',
};

/** More lines than colours cannot be told apart: the rest waits in the table. */
const MAX_SHOWN_AT_FIRST = 8;

export function TrendsResult(props: TrendsResultProps) {
  const { insight, results, before, markers, height = 320, hasTable = true } = props;
  const lines = useMemo(() => trendLines(insight, results, before), [insight, results, before]);
  const [chosen, setChosen] = useState<{ readonly of: string; readonly hidden: ReadonlySet<string> }>();
  const names = lines.map(({ name }) => name).join('\n');
  const hidden = useMemo(
    () => (chosen?.of === names ? chosen.hidden : hiddenAtFirst(lines, insight.chart)),
    [chosen, names, lines, insight.chart],
  );
  const { times, series, isLastIncomplete } = useMemo(
    () =>
      chartOf(
        lines.filter(({ name }) => !hidden.has(name)),
        results[0]?.toIso,
      ),
    [lines, hidden, results],
  );
  const label = describeInsight(insight);
  if (insight.chart === 'single_metric') return <Metrics lines={lines} />;
  return (
    <div className={styles.parts}>
      <TimeChart
        label={label}
        kind={chartKinds[insight.chart]}
        times={times}
        series={series}
        markers={markers}
        height={height}
        isLastIncomplete={isLastIncomplete}
        onRange={props.onRange}
        hasLegend={!hasTable && lines.length > 1}
      />
      {hasTable && (
        <TrendTable
          lines={lines}
          interval={results[0]?.interval ?? 'day'}
          hidden={hidden}
          onHiddenChange={(next) => setChosen({ of: names, hidden: next })}
        />
      )}
    </div>
  );
}

/** Each line as its sum, or as the average of its buckets where they cannot be added up. */
function Metrics({ lines }: { readonly lines: readonly TrendLine[] }) {
  return (
    <div className={styles.metrics}>
      {lines.slice(0, MAX_SHOWN_AT_FIRST).map(({ name, summary }) => (
        <div key={name} className={styles.metric}>
          <bdi className={styles.metricName}>{name}</bdi>
          <SingleMetric
            label={name}
            value={summary.sum ?? summary.average}
            before={summary.change?.before}
            against="the previous period"
            of={summary.sum === null ? 'average per interval' : undefined}
          />
        </div>
      ))}
    </div>
  );
}

function hiddenAtFirst(lines: readonly TrendLine[], chart: ChartType): ReadonlySet<string> {
  // What is stacked adds up to the whole only when nothing is missing.
  if (chart === 'stacked_bar') return new Set();
  return new Set(lines.slice(MAX_SHOWN_AT_FIRST).map(({ name }) => name));
}

function chartOf(lines: readonly TrendLine[], toIso: string | undefined) {
  const times = (lines[0]?.points ?? []).map(({ bucketIso }) => Date.parse(bucketIso));
  const series = lines.flatMap(({ name, points, before }): TimeSeries[] => {
    const now = { name, values: points.map(({ value }) => value) };
    if (before === undefined) return [now];
    const values = times.map((_, index) => before[index] ?? null);
    return [now, { name: `${name} (before)`, values, isCompare: true, colourName: name }];
  });
  const last = times.at(-1);
  const isLastIncomplete = last !== undefined && toIso !== undefined && last + bucketWidth(times) > Date.parse(toIso);
  return { times, series, isLastIncomplete };
}
