import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { SingleMetric } from '../../charts/single-metric.tsx';
import { bucketWidth } from '../../charts/time-chart/describe-bucket.ts';
import {
  TimeChart,
  type TimeChartKind,
  type TimeMarker,
  type TimeSeries,
} from '../../charts/time-chart/time-chart.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import { describeInsight } from '../describe-insight.ts';
import type { ChartType, TrendsInsight } from '../insight.ts';
import { letterOf } from '../letter-of.ts';
import { type TrendLine, trendLines } from '../trend-lines.ts';
import styles from './result.module.css';
import { TrendBars } from './trend-bars.tsx';
import { TrendTable } from './trend-table.tsx';

export interface TrendsResultProps {
  readonly insight: TrendsInsight;
  readonly result: Wire['TimeseriesResult'];
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly height?: number | undefined;
  /** False in a widget, where there is no room for it. */
  readonly hasTable?: boolean | undefined;
  /** Somebody drew over a part of the chart. */
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

const chartKinds: Readonly<Record<Exclude<ChartType, 'single_metric' | 'table'>, TimeChartKind>> = {
  line: 'line',
  area: 'area',
  bar: 'bar',
  stacked_bar: 'stacked-bar',
};

/** More lines than colours cannot be told apart: the rest waits in the table. */
const MAX_SHOWN_AT_FIRST = 8;

export function TrendsResult(props: TrendsResultProps) {
  const { insight, result, markers, height = 320, hasTable = true, onPeople } = props;
  const { chart } = insight;
  const lines = useMemo(() => trendLines(insight, result), [insight, result]);
  const [chosen, setChosen] = useState<{ readonly of: string; readonly hidden: ReadonlySet<string> }>();
  const names = lines.map(({ name }) => name).join('\n');
  const hidden = useMemo(
    () => (chosen?.of === names ? chosen.hidden : hiddenAtFirst(lines, chart)),
    [chosen, names, lines, chart],
  );
  const { interval } = result;
  const { times, series, isLastIncomplete } = useMemo(
    () =>
      chartOf(
        lines.filter(({ name }) => !hidden.has(name)),
        result,
      ),
    [lines, hidden, result],
  );
  const label = describeInsight(insight);
  const against = insight.compare === 'previous_year' ? 'the previous year' : 'the previous period';
  const listPeople =
    onPeople === undefined ? undefined : (line: TrendLine, bucket?: Bucket) => onPeople(atOf(insight, line, bucket));
  if (chart === 'single_metric') return <Metrics lines={lines} against={against} onPeople={listPeople} />;
  if (chart === 'table') {
    return (
      <TrendBars
        label={label}
        lines={lines}
        fields={insight.breakdowns}
        against={against}
        maxHeight={hasTable ? undefined : height}
        onPeople={listPeople}
      />
    );
  }
  return (
    <div className={flowStyles.stack12}>
      <TimeChart
        label={label}
        kind={times.length === 1 && chart !== 'stacked_bar' ? 'bar' : chartKinds[chart]}
        times={times}
        series={series}
        markers={markers}
        height={height}
        fromMs={interval === 'total' ? undefined : Date.parse(result.fromIso)}
        isLastIncomplete={isLastIncomplete}
        onRange={props.onRange}
        onPoint={
          listPeople === undefined
            ? undefined
            : (index, name) => {
                const line = lines.find((one) => one.name === name);
                if (line !== undefined) return listPeople(line, { bucketIso: line.points[index]?.bucketIso });
                const compared = lines.find((one) => nameBefore(one) === name);
                if (compared === undefined) return;
                listPeople(compared, { bucketIso: compared.beforeIso?.[index], compared: true });
              }
        }
        hasLegend={!hasTable && lines.length > 1}
      />
      {lines.some(({ undefinedPoints }) => undefinedPoints > 0) && (
        <p className={textStyles.caption}>Points where a formula divides by zero are shown as 0.</p>
      )}
      {hasTable && (
        <TrendTable
          lines={lines}
          interval={result.interval}
          hidden={hidden}
          against={against}
          onHiddenChange={(next) => setChosen({ of: names, hidden: next })}
          onPeople={listPeople}
        />
      )}
    </div>
  );
}

interface Bucket {
  readonly bucketIso: string | undefined;
  /** Of the period before. */
  readonly compared?: true;
}

/** Which people are behind a line, or a point of it; behind a formula those of a series at first. */
function atOf({ series, formulas }: TrendsInsight, line: TrendLine, bucket?: Bucket): Wire['InsightAt'] {
  const hasLetters = series.length > 1 || formulas.length > 0;
  return {
    ...(hasLetters ? { series: line.series ?? letterOf(0) } : {}),
    ...(bucket?.bucketIso === undefined ? {} : { bucketIso: bucket.bucketIso }),
    ...(bucket?.compared === undefined ? {} : { compared: true }),
    ...(line.values.length === 0 ? {} : { breakdown: [...line.values] }),
  };
}

interface MetricsProps {
  readonly lines: readonly TrendLine[];
  readonly against: string;
  readonly onPeople: ((line: TrendLine) => void) | undefined;
}

/** Each line as its sum, or as the average of its buckets where they cannot be added up. */
function Metrics({ lines, against, onPeople }: MetricsProps) {
  return (
    <div className={styles.metrics}>
      {lines.slice(0, MAX_SHOWN_AT_FIRST).map((line) => {
        const { name, summary } = line;
        return (
          <div key={name} className={flowStyles.shrink}>
            <bdi className={styles.metricName}>{name}</bdi>
            <SingleMetric
              label={name}
              value={summary.sum ?? summary.average}
              before={summary.change?.before}
              against={against}
              of={summary.sum === null ? 'average per interval' : undefined}
            />
            {onPeople !== undefined && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                leftSection={<IconUsers size={14} aria-hidden />}
                aria-label={`List people: ${name}`}
                onClick={() => onPeople(line)}
              >
                List people
              </Button>
            )}
          </div>
        );
      })}
    </div>
  );
}

function hiddenAtFirst(lines: readonly TrendLine[], chart: ChartType): ReadonlySet<string> {
  // What is stacked adds up to the whole only when nothing is missing.
  if (chart === 'stacked_bar') return new Set();
  return new Set(lines.slice(MAX_SHOWN_AT_FIRST).map(({ name }) => name));
}

const nameBefore = ({ name }: TrendLine): string => `${name} (before)`;

function chartOf(lines: readonly TrendLine[], { toIso, interval }: Wire['TimeseriesResult']) {
  const times = (lines[0]?.points ?? []).map(({ bucketIso }) => Date.parse(bucketIso));
  const series = lines.flatMap((line): TimeSeries[] => {
    const { name, points, before } = line;
    const now = { name, values: points.map(({ value }) => value) };
    if (before === undefined) return [now];
    const values = times.map((_, index) => before[index] ?? null);
    return [now, { name: nameBefore(line), values, isCompare: true, colourName: name }];
  });
  const last = times.at(-1);
  const isOver = last === undefined || interval === 'total' || last + bucketWidth(times) <= Date.parse(toIso);
  return { times, series, isLastIncomplete: !isOver };
}
