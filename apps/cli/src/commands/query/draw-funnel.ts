import type { Wire } from '@lamppost/protocol';
import { drawBar } from '../../output/draw-bar.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatDuration, formatNumber, formatPercent } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';

type Result = Wire['FunnelResult'];
type Step = Result['steps'][number];

const BAR_WIDTH = 20;

/** A bar for each step, as long as the share of those who did the first. */
export function drawFunnel(terminal: Terminal, result: Result): string {
  const parts = result.breakdown?.map(
    ({ name, steps, overallConversion }) =>
      `\n${terminal.colours.bold(printable(name))}  ${formatPercent(overallConversion)}\n${drawSteps(terminal, steps)}`,
  );
  return [
    drawSteps(terminal, result.steps),
    '',
    `${formatPercent(result.overallConversion)} of people convert within ${result.conversionWindow}.`,
    ...(parts ?? []),
  ].join('\n');
}

function drawSteps(terminal: Terminal, steps: readonly Step[]): string {
  const columns: Column<Step>[] = [
    { title: 'STEP', value: ({ event }) => printable(event) },
    { title: 'PEOPLE', value: ({ count }) => formatNumber(count), align: 'right' },
    { title: '% OF FIRST', value: ({ percentage }) => formatPercent(percentage), align: 'right' },
    { title: 'DROP-OFF', value: ({ dropOff }) => formatPercent(dropOff), align: 'right' },
    {
      title: 'MEDIAN',
      value: ({ medianSecondsFromPrevious: seconds }) => (seconds === null ? '–' : formatDuration(seconds * 1000)),
      align: 'right',
    },
    {
      title: '',
      value: ({ percentage }) => drawBar(percentage / 100, BAR_WIDTH),
      colour: (text) => terminal.colours.cyan(text),
    },
  ];
  return drawTable(terminal, columns, steps);
}
