import type { Wire } from '@lamppost/protocol';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatNumber } from '../../output/format.ts';
import type { Terminal } from '../../output/terminal.ts';

type Result = Wire['LifecycleResult'];

/** A row for each period, a column for each state. */
export function drawLifecycle(terminal: Terminal, { series, interval }: Result): string {
  const starts = series[0]?.points.map(({ bucketIso }) => bucketIso) ?? [];
  const columns: Column<number>[] = [
    { title: interval.toUpperCase(), value: (at) => starts[at]?.slice(0, 10) ?? '', isWhole: true },
    ...series.map(
      ({ state, points }): Column<number> => ({
        title: state.toUpperCase(),
        value: (at) => formatNumber(points[at]?.value ?? 0),
        align: 'right',
      }),
    ),
  ];
  return drawTable(terminal, columns, [...starts.keys()]);
}
