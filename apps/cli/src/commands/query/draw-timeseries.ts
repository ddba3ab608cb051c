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

/** One line of blocks for each series; a single one also bucket by bucket. Of running totals the last is the total. */
export function drawTimeseries(terminal: Terminal, result: Result, isCumulative = false): string {
  const [only] = result.series;
  if (only === undefined) return 'No events in this range.';
  const total = (points: Series['points']): number => (isCumulative ? (points.at(-1)?.value ?? 0) : sum(points));
  const sparkWidth = Math.max(10, Math.min(40, terminal.width - 45));
  const columns: Column<Series>[] = [
    { title: 'SERIES', value: ({ name }) => printable(name) },
    { title: 'TOTAL', value: ({ points }) => formatNumber(total(points)), align: 'right' },
    ...comparedColumns(result, total),
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
  const table = [drawTable(terminal, columns, result.series), ...divisionNotes(result)].join('\n');
  const span = terminal.colours.dim(spanOf(result));
  if (result.series.length > 1 || only.points.length > MAX_POINTS_LISTED) return `${table}\n${span}`;
  const compared = result.compare === undefined ? '' : `${span}\n`;
  return `${table}\n${compared}\n${drawPoints(terminal, only, result.interval)}`;
}

/** What the totals are compared with, where that was asked for. */
function comparedColumns(
  { series, compare }: Result,
  total: (points: Series['points']) => number,
): readonly Column<Series>[] {
  if (compare === undefined) return [];
  const before = new Map(series.map((line, at) => [line, compare.series[at]?.points ?? []]));
  return [{ title: 'BEFORE', value: (line) => formatNumber(total(before.get(line) ?? [])), align: 'right' }];
}

const divisionNotes = ({ series }: Result): readonly string[] =>
  series.flatMap(({ name, undefinedPoints = 0, points }) =>
    undefinedPoints === 0
      ? []
      : [`${printable(name)} divides by zero in ${undefinedPoints} of ${points.length} points, shown as 0.`],
  );

function spanOf({ fromIso, toIso, compare }: Result): string {
  const shown = `${dayOf(fromIso)} to ${dayOf(toIso)}`;
  return compare === undefined ? shown : `${shown}\nbefore: ${dayOf(compare.fromIso)} to ${dayOf(compare.toIso)}`;
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
