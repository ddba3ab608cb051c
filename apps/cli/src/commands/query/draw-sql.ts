import type { Wire } from '@lamppost/protocol';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { printable, printableValue } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';

type Result = Wire['SqlResult'];

const NUMERIC = /int|double|float|decimal|number/i;

export function drawSql(terminal: Terminal, { columns, rows, truncated }: Result): string {
  const drawn = columns.map(
    ({ name, type }, index): Column<readonly unknown[]> => ({
      title: printable(name),
      align: NUMERIC.test(type) ? 'right' : 'left',
      value: (row) => (row[index] === null ? 'null' : printableValue(row[index])),
    }),
  );
  const count = `${rows.length} row${rows.length === 1 ? '' : 's'}`;
  const cut = truncated ? ', and more; export all with "lamppost export --sql …"' : '';
  return `${drawTable(terminal, drawn, rows)}\n${terminal.colours.dim(`${count}${cut}`)}`;
}
