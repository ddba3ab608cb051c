import type { Wire } from '@lamppost/protocol';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatNumber } from '../../output/format.ts';
import type { Terminal } from '../../output/terminal.ts';

type Result = Wire['RetentionResult'];
type Cohort = Result['cohorts'][number];

/** Cells of a cohort are five characters and two between. */
const CELL_WIDTH = 7;
const FIRST_COLUMNS_WIDTH = 20;

/** A row for each cohort, percents of it in each later period; as many periods as fit. */
export function drawRetention(terminal: Terminal, { cohorts, interval }: Result): string {
  const periods = Math.max(0, ...cohorts.map(({ retention }) => retention.length));
  if (periods === 0) return 'No people in this range.';
  const shown = Math.min(periods, Math.max(1, Math.floor((terminal.width - FIRST_COLUMNS_WIDTH) / CELL_WIDTH)));
  const columns: Column<Cohort>[] = [
    { title: 'COHORT', value: ({ period }) => period.slice(0, 10), isWhole: true },
    { title: 'PEOPLE', value: ({ size }) => formatNumber(size), align: 'right' },
    ...Array.from(
      { length: shown },
      (_, index): Column<Cohort> => ({
        title: `${interval === 'day' ? 'D' : 'W'}${index}`,
        align: 'right',
        value: ({ retention }) => sayShare(retention[index]),
      }),
    ),
  ];
  const cut =
    shown < periods
      ? `\n${terminal.colours.dim(`${periods - shown} later periods do not fit; use --json for all.`)}`
      : '';
  return drawTable(terminal, columns, cohorts) + cut;
}

const sayShare = (share: number | null | undefined): string =>
  share === null || share === undefined ? '–' : `${share >= 99.95 ? '100' : share.toFixed(1)}%`;
