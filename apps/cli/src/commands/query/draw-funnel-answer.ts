import type { Wire } from '@lamppost/protocol';
import { drawBar } from '../../output/draw-bar.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatDuration, formatNumber, formatPercent, formatTime } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';
import { drawFunnel } from './draw-funnel.ts';

type Answer = Extract<Wire['InsightAnswer']['data'], { kind: 'funnel' }>;
type Point = Wire['FunnelTrendResult']['points'][number];
type Bar = Wire['FunnelTimesResult']['bars'][number];
type Row = Wire['FunnelCorrelationResult']['rows'][number];

const BAR_WIDTH = 20;

/** A funnel in the view that was asked for. */
export function drawFunnelAnswer(terminal: Terminal, answer: Answer): string {
  if (!('view' in answer)) return drawFunnel(terminal, answer);
  switch (answer.view) {
    case 'trend':
      return drawTrend(terminal, answer);
    case 'times':
      return drawTimes(terminal, answer);
    case 'correlation':
      return drawCorrelation(terminal, answer);
  }
}

function drawTrend(terminal: Terminal, { points }: Wire['FunnelTrendResult']): string {
  const columns: Column<Point>[] = [
    { title: 'FIRST STEP', value: ({ bucketIso }) => formatTime(bucketIso), isWhole: true },
    { title: 'ENTERED', value: ({ entered }) => formatNumber(entered), align: 'right' },
    { title: 'CONVERTED', value: ({ converted }) => formatNumber(converted), align: 'right' },
    { title: 'RATE', value: ({ percentage }) => formatPercent(percentage), align: 'right' },
    barColumn(terminal, ({ percentage }) => percentage / 100),
  ];
  return drawTable(terminal, columns, points);
}

function drawTimes(terminal: Terminal, result: Wire['FunnelTimesResult']): string {
  const { count, averageSeconds, p50Seconds, p90Seconds, bars } = result;
  if (averageSeconds === null || p50Seconds === null || p90Seconds === null) {
    return 'Nobody got to the last step in this range.';
  }
  const highest = Math.max(...bars.map((bar) => bar.count));
  const columns: Column<Bar>[] = [
    { title: 'FROM', value: ({ fromSeconds }) => duration(fromSeconds), align: 'right' },
    { title: 'TO', value: ({ toSeconds }) => duration(toSeconds), align: 'right' },
    { title: 'PEOPLE', value: (bar) => formatNumber(bar.count), align: 'right' },
    barColumn(terminal, (bar) => bar.count / highest),
  ];
  return [
    drawTable(terminal, columns, bars),
    '',
    `${formatNumber(count)} people: ${duration(averageSeconds)} on average, median ${duration(p50Seconds)}, 90th percentile ${duration(p90Seconds)}.`,
  ].join('\n');
}

function drawCorrelation(terminal: Terminal, result: Wire['FunnelCorrelationResult']): string {
  const { converted, notConverted, tested, rows } = result;
  const summary = `${formatNumber(converted)} people converted, ${formatNumber(notConverted)} did not; ${formatNumber(tested)} events and values compared.`;
  if (rows.length === 0) return summary;
  const columns: Column<Row>[] = [
    { title: 'WHAT', value: ({ event, field, value }) => printable(event ?? `${field} = ${value}`) },
    { title: 'CONVERTED', value: (row) => formatNumber(row.converted), align: 'right' },
    { title: 'NOT', value: (row) => formatNumber(row.notConverted), align: 'right' },
    { title: 'ODDS', value: ({ oddsRatio }) => formatNumber(oddsRatio), align: 'right' },
    { title: 'ADJUSTED P', value: ({ adjustedPValue }) => adjustedPValue.toPrecision(2), align: 'right' },
  ];
  return [drawTable(terminal, columns, rows), '', summary].join('\n');
}

const duration = (seconds: number): string => formatDuration(seconds * 1000);

const barColumn = <T>(terminal: Terminal, share: (row: T) => number): Column<T> => ({
  title: '',
  value: (row) => drawBar(share(row), BAR_WIDTH),
  colour: (text) => terminal.colours.cyan(text),
});
