import type { Wire } from '@lamppost/protocol';
import { drawSparkline } from '../../output/draw-sparkline.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatNumber } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';

type Result = Wire['TimeseriesResult'];
type Series = Result['series'][number];

const MAX_POINTS_LISTED = 31;
const BAR_WIDTH = 24;

/** One line of blocks for each series; a single one also bucket by bucket. */
export function drawTimeseries(terminal: Terminal, result: Result): string {
  const [only] = result.series;
  if (only === undefined) return 'No events in this range.';
  const sparkWidth = Math.max(10, Math.min(40, terminal.width - 45));
  const columns: Column<Series>[] = [
    { title: 'SERIES', value: ({ name }) => printable(name) },
    { title: 'TOTAL', value: ({ points }) => formatNumber(sum(points)), align: 'right' },
    {
      title: 'MAX',
      value: ({ points }) => formatNumber(Math.max(0, ...points.map(({ value }) => value))),
      align: 'right',
    },
    {
      title: `PER ${result.interval.toUpperCase()}`,
      value: ({ points }) =>
        drawSparkline(
          points.map(({ value }) => value),
          sparkWidth,
        ),
      isWhole: true,
      colour: (text) => terminal.colours.cyan(text),
    },
  ];
  const table = drawTable(terminal, columns, result.series);
  const span = terminal.colours.dim(`${dayOf(result.fromIso)} to ${dayOf(result.toIso)}`);
  if (result.series.length > 1 || only.points.length > MAX_POINTS_LISTED) return `${table}\n${span}`;
  return `${table}\n\n${drawPoints(terminal, only, result.interval)}`;
}

function drawPoints(terminal: Terminal, { points }: Series, interval: Result['interval']): string {
  const max = Math.max(0, ...points.map(({ value }) => value));
  const columns: Column<Series['points'][number]>[] = [
    { title: interval.toUpperCase(), value: ({ bucketIso }) => bucketName(bucketIso, interval) },
    { title: 'VALUE', value: ({ value }) => formatNumber(value), align: 'right' },
    {
      title: '',
      value: ({ value }) => '█'.repeat(max <= 0 ? 0 : Math.round((Math.max(0, value) / max) * BAR_WIDTH)),
      colour: (text) => terminal.colours.cyan(text),
    },
  ];
  return drawTable(terminal, columns, points);
}

const sum = (points: Series['points']): number => points.reduce((total, { value }) => total + value, 0);
const dayOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
const bucketName = (iso: string, interval: Result['interval']): string =>
  interval === 'minute' || interval === 'hour' ? dayOf(iso) : iso.slice(0, 10);
