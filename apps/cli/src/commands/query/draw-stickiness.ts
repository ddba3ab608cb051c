import type { Wire } from '@lamppost/protocol';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatNumber, formatPercent } from '../../output/format.ts';
import type { Terminal } from '../../output/terminal.ts';

type Result = Wire['StickinessResult'];
type Point = Result['points'][number];

const BAR_WIDTH = 24;

/** A row for each number of periods, up to the highest with an active person. */
export function drawStickiness(terminal: Terminal, { points, interval, periods }: Result): string {
  const last = points.findLastIndex(({ persons }) => persons > 0);
  if (last === -1) return 'Nobody was active in this range.';
  const most = Math.max(...points.map(({ persons }) => persons));
  const columns: Column<Point>[] = [
    { title: `${interval.toUpperCase()}S`, value: (point) => formatNumber(point.periods), align: 'right' },
    { title: 'PEOPLE', value: ({ persons }) => formatNumber(persons), align: 'right' },
    { title: 'SHARE', value: ({ percentage }) => formatPercent(percentage), align: 'right' },
    {
      title: '',
      value: ({ persons }) => '█'.repeat(Math.round((persons / most) * BAR_WIDTH)),
      colour: (text) => terminal.colours.cyan(text),
    },
  ];
  const of = terminal.colours.dim(`Of ${periods} ${interval}${periods === 1 ? '' : 's'}.`);
  return `${drawTable(terminal, columns, points.slice(0, last + 1))}\n\n${of}`;
}
