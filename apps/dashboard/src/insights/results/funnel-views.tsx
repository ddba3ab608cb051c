import type { Wire } from '@lamppost/protocol';
import { DistributionChart } from '../../charts/distribution-chart.tsx';
import { TimeChart, type TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { formatDuration } from '../../design/format/format-duration.ts';
import { formatPercent } from '../../design/format/format-number.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { countedWords } from '../counted-words.ts';
import { describeInsight } from '../describe-insight.ts';
import type { FunnelInsight } from '../insight.ts';
import { Facts } from './facts.tsx';

interface ViewProps<R> {
  readonly insight: FunnelInsight;
  readonly result: R;
  readonly height?: number | undefined;
  /** False in a widget. */
  readonly hasFacts?: boolean | undefined;
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

const percent = (value: number): string => formatPercent(value, 1);

/** Conversion by when people did the first step. */
export function FunnelTrend(props: ViewProps<Wire['FunnelTrendResult']>) {
  const { insight, result, height = 320, hasFacts = true, markers, onPeople } = props;
  const { points } = result;
  const entered = points.reduce((sum, point) => sum + point.entered, 0);
  const converted = points.reduce((sum, point) => sum + point.converted, 0);
  return (
    <div className={flowStyles.stack12}>
      {hasFacts && (
        <Facts
          facts={[
            { name: 'Started', value: entered.toLocaleString('en') },
            { name: 'Converted', value: converted.toLocaleString('en') },
            { name: 'Conversion', value: percent(entered === 0 ? 0 : (converted / entered) * 100) },
          ]}
        />
      )}
      <TimeChart
        label={`Conversion: ${describeInsight(insight)}`}
        times={points.map(({ bucketIso }) => Date.parse(bucketIso))}
        series={[
          { name: 'Conversion', values: points.map((point) => (point.entered === 0 ? null : point.percentage)) },
        ]}
        formatValue={percent}
        onPoint={
          onPeople === undefined
            ? undefined
            : (index) => {
                const bucketIso = points[index]?.bucketIso;
                if (bucketIso !== undefined) onPeople({ bucketIso, step: insight.steps.length - 1 });
              }
        }
        markers={markers}
        height={height}
      />
    </div>
  );
}

/** How long those who converted took. */
export function FunnelTimes(props: ViewProps<Wire['FunnelTimesResult']>) {
  const { insight, result, height = 260, hasFacts = true, onPeople } = props;
  const { bars, p50Seconds, p90Seconds } = result;
  const counted = countedWords(insight);
  const marks = [
    { label: 'Median', value: p50Seconds },
    { label: 'p90', value: p90Seconds },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value, kind: 'measure' as const }]));
  return (
    <div className={flowStyles.stack12}>
      {hasFacts && (
        <Facts
          facts={[
            { name: 'Converted', value: `${result.count.toLocaleString('en')} ${counted}` },
            { name: 'Average', value: seconds(result.averageSeconds) },
            { name: 'Median', value: seconds(p50Seconds) },
            { name: '90th percentile', value: seconds(p90Seconds) },
          ]}
        />
      )}
      <DistributionChart
        label={`Time to convert: ${describeInsight(insight)}`}
        buckets={bars.map(({ fromSeconds, toSeconds, count }) => ({
          from: fromSeconds,
          to: toSeconds === fromSeconds ? fromSeconds + 1 : toSeconds,
          count,
        }))}
        marks={marks}
        formatValue={(value) => formatDuration(value * 1000)}
        height={height}
        of={counted}
        onBar={
          onPeople === undefined
            ? undefined
            : (index) => {
                const bar = bars[index];
                if (bar !== undefined) onPeople({ from: bar.fromSeconds, to: bar.toSeconds });
              }
        }
      />
    </div>
  );
}

const seconds = (value: number | null): string => (value === null ? '–' : formatDuration(value * 1000));
