import { describe, expect, test } from 'vitest';
import { createColors } from './create-colors.ts';
import { drawSparkline } from './draw-sparkline.ts';
import { type Column, drawTable } from './draw-table.ts';
import { formatAgo, formatBytes, formatDuration, formatShort } from './format.ts';
import { printable } from './printable.ts';
import { progressLine } from './progress.ts';
import { textWidth } from './text-width.ts';

const terminal = { width: 40, colours: createColors(false) };

describe('drawTable', () => {
  const columns: Column<readonly string[]>[] = [
    { title: 'ID', value: ([id = '']) => id, isWhole: true },
    { title: 'NAME', value: ([, name = '']) => name },
    { title: 'N', value: ([, , count = '']) => count, align: 'right' },
  ];

  test('cuts the widest column, and never one that is to be copied', () => {
    expect(drawTable(terminal, columns, [['0123456789012345', 'A name that does not fit', '12']])).toBe(
      'ID                NAME                 N\n0123456789012345  A name that does …  12',
    );
  });

  test('counts cells and not characters', () => {
    const drawn = drawTable(terminal, columns, [
      ['a', '日本語の名前はとても長いことがあるので切る必要がある', '1'],
      ['b', 'e\u0301te\u0301', '2'],
    ]);
    expect(drawn.split('\n').map((line) => textWidth(line) <= 40)).toEqual([true, true, true]);
    expect(drawn.split('\n').slice(1).map(textWidth)).toEqual([40, 40]);
  });

  test('colours do not change the width', () => {
    const coloured = { width: 40, colours: createColors(true) };
    const red: Column<readonly string[]>[] = columns.map((column) => ({ ...column, colour: coloured.colours.red }));
    const plain = drawTable(coloured, red, [['a', 'A name that is much too long for it', '1']]);
    expect(plain.replace(/\u001b\[\d+m/g, '')).toBe(
      drawTable(terminal, columns, [['a', 'A name that is much too long for it', '1']]),
    );
  });
});

test('a line of blocks begins at 0, and sums up what does not fit', () => {
  expect(drawSparkline([0, 1, 2, 4], 10)).toBe('▁▃▅█');
  expect(drawSparkline([1, 1, 4, 4], 2)).toBe('▃█');
  expect(drawSparkline([0, 0], 10)).toBe('▁▁');
  expect(drawSparkline([-1, 1], 10)).toBe('▁█');
});

test('progress says how far, how quick, and how long it still takes', () => {
  const options = { title: 'Importing', unit: 'events', total: 1000, start: 200 } as const;
  expect(progressLine(options, 600, 2000)).toBe(
    'Importing  ████████████          60 %  600 of 1 k events  200/s  2 s left',
  );
  expect(progressLine({ title: 'Saving', unit: 'bytes', total: undefined }, 5 * 2 ** 20, 1000)).toBe(
    'Saving  5 MiB  5 MiB/s',
  );
});

test('numbers, sizes and times are short', () => {
  expect([0, 12.345, 1234, 5_600_000].map(formatShort)).toEqual(['0', '12.35', '1.2 k', '5.6 M']);
  expect([12, 1234, 5_600_000].map(formatBytes)).toEqual(['12 B', '1.2 KiB', '5.3 MiB']);
  expect([12, 1200, 65_000, 7_260_000, 90_000_000].map(formatDuration)).toEqual([
    '12 ms',
    '1.2 s',
    '1 min 5 s',
    '2 h 1 min',
    '1 d 1 h',
  ]);
  expect(formatAgo('2026-11-15T10:00:00Z', Date.parse('2026-11-15T12:30:00Z'))).toBe('2 h ago');
});

test('text of others cannot move the cursor, change colours or break the line', () => {
  expect(printable('a\u001b[2Jb\r\nc\u202ed\u0007')).toBe('a\ufffd[2Jb c\ufffdd\ufffd');
});
