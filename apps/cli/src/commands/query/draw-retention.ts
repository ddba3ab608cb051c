import type { Wire } from '@lamppost/protocol';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatNumber } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';

type Result = Wire['RetentionResult'];
type Cohort = Result['cohorts'][number];
type Table = Pick<Result, 'cohorts' | 'curve'>;

/** Cells of a cohort are five characters and two between. */
const CELL_WIDTH = 7;
const FIRST_COLUMNS_WIDTH = 20;
const HOUR_WIDTH = 26;

/** A row for each cohort, percents of it in each later period; as many periods as fit. With a breakdown, all values. */
export function drawRetention(terminal: Terminal, result: Result): string {
  const { interval, breakdown = [] } = result;
  const parts = breakdown.map(
    (part) => `\n\n${terminal.colours.bold(printable(part.name))}\n${drawCohorts(terminal, part, interval)}`,
  );
  return drawCohorts(terminal, result, interval) + parts.join('');
}

function drawCohorts(terminal: Terminal, { cohorts, curve }: Table, interval: Result['interval']): string {
  const periods = curve.length;
  if (periods === 0) return 'No people in this range.';
  const taken = interval === 'hour' ? HOUR_WIDTH : FIRST_COLUMNS_WIDTH;
  const shown = Math.min(periods, Math.max(1, Math.floor((terminal.width - taken) / CELL_WIDTH)));
  const columns: Column<Cohort>[] = [
    { title: 'COHORT', value: ({ period }) => nameOf(period, interval), isWhole: true },
    { title: 'PEOPLE', value: ({ size }) => formatNumber(size), align: 'right' },
    ...Array.from(
      { length: shown },
      (_, index): Column<Cohort> => ({
        title: `${interval[0]?.toUpperCase()}${index}`,
        align: 'right',
        value: ({ retention }) => sayShare(retention[index]),
      }),
    ),
  ];
  const cut =
    shown < periods
      ? `\n${terminal.colours.dim(`${periods - shown} later periods do not fit; use --json for all.`)}`
      : '';
  const all = { period: '', size: cohorts.reduce((sum, { size }) => sum + size, 0), retention: curve };
  return drawTable(terminal, columns, [...cohorts, all]) + cut;
}

const nameOf = (period: string, interval: Result['interval']): string =>
  period === '' ? 'all' : interval === 'hour' ? period.slice(0, 16).replace('T', ' ') : period.slice(0, 10);

const sayShare = (share: number | null | undefined): string =>
  share === null || share === undefined ? '–' : `${share >= 99.95 ? '100' : share.toFixed(1)}%`;
