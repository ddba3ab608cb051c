import Table from 'cli-table3';
import type { Terminal } from './terminal.ts';
import { textWidth } from './text-width.ts';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** Applied after the text was cut to fit. */
  readonly colour?: (text: string, row: Row) => string;
  /** Never cut, whatever the width: ids and keys that are copied. */
  readonly isWhole?: boolean;
}

const GAP = 2;
const LEAST_WIDTH = 6;
const CUT = '…';

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(GAP),
} as const;

/** Rows as a table without lines that fits the terminal: the widest columns are cut first. */
export function drawTable<Row>(
  terminal: Pick<Terminal, 'width' | 'colours'>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  const texts = rows.map((row) => columns.map((column) => column.value(row)));
  const natural = columns.map((column, index) =>
    Math.max(textWidth(column.title), ...texts.map((cells) => textWidth(cells[index] ?? ''))),
  );
  const widths = fitWidths(natural, columns, terminal.width - GAP * (columns.length - 1));
  const table = new Table({
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: widths,
    colAligns: columns.map(({ align }) => align ?? 'left'),
    truncate: CUT,
  });
  table.push(columns.map(({ title }, index) => terminal.colours.dim(cutTo(title, widths[index] ?? 0))));
  rows.forEach((row, at) => {
    table.push(
      columns.map(({ colour }, index) => {
        const text = cutTo(texts[at]?.[index] ?? '', widths[index] ?? 0);
        return colour === undefined ? text : colour(text, row);
      }),
    );
  });
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function fitWidths<Row>(natural: readonly number[], columns: readonly Column<Row>[], room: number): number[] {
  const widths = natural.map((width) => Math.max(1, width));
  const cuttable = columns.flatMap(({ isWhole }, index) => (isWhole === true ? [] : [index]));
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0 && cuttable.length > 0) {
    const widest = cuttable.reduce((best, index) => ((widths[index] ?? 0) > (widths[best] ?? 0) ? index : best));
    const width = widths[widest] ?? 0;
    if (width <= LEAST_WIDTH) break;
    widths[widest] = width - 1;
    excess -= 1;
  }
  return widths;
}

export function cutTo(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  for (const character of text) {
    if (textWidth(cut + character) > width - 1) break;
    cut += character;
  }
  return `${cut}${CUT}`;
}
