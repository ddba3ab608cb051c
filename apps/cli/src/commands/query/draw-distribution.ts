import type { Wire } from '@lamppost/protocol';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { countOf, formatNumber } from '../../output/format.ts';
import type { Terminal } from '../../output/terminal.ts';

type Result = Wire['DistributionResult'];
type Bar = Result['bars'][number];

const BAR_WIDTH = 24;

/** A row for each bar, and below them what is known of all numbers. */
export function drawDistribution(terminal: Terminal, result: Result): string {
  const { bars, missing } = result;
  const without = missing === 0 ? '' : `\n${terminal.colours.dim(`${countOf(missing, 'event')} without a number.`)}`;
  if (bars.length === 0) return `No numbers in this range.${without}`;
  const most = Math.max(...bars.map(({ count }) => count));
  const columns: Column<Bar>[] = [
    { title: 'FROM', value: ({ from }) => formatNumber(from), align: 'right' },
    { title: 'TO', value: ({ to }) => formatNumber(to), align: 'right' },
    { title: 'EVENTS', value: ({ count }) => formatNumber(count), align: 'right' },
    {
      title: '',
      value: ({ count }) => '█'.repeat(Math.round((count / most) * BAR_WIDTH)),
      colour: (text) => terminal.colours.cyan(text),
    },
  ];
  const figures = (['average', 'p50', 'p90', 'p99'] as const).map(
    (name) => `${name} ${formatNumber(result[name] ?? 0)}`,
  );
  return `${drawTable(terminal, columns, bars)}\n\n${figures.join(', ')}${without}`;
}
