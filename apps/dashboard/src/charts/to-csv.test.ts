import { expect, test } from 'vitest';
import { fileStem } from './save-file.ts';
import { toCsv } from './to-csv.ts';

test('cells with commas, quotes and lines are quoted', () => {
  expect(
    toCsv(
      ['time', 'a "b", c'],
      [
        ['x\ny', 1.5],
        [null, Number.NaN],
      ],
    ),
  ).toBe('time,"a ""b"", c"\r\n"x\ny",1.5\r\n,');
});

test.each(['=1+1', '+cmd', '-2', '@SUM(A1)', '\tx'])('%j would be run by a spreadsheet and is made a text', (value) => {
  expect(toCsv(['a'], [[value]])).toContain(`'${value}`);
});

test('a number below zero stays a number', () => {
  expect(toCsv(['a'], [[-2]])).toBe('a\r\n-2');
});

test('a file is named for its chart', () => {
  expect(fileStem('Active users: by Plattform/Größe')).toBe('active-users-by-plattform-gro-e');
  expect(fileStem('../../etc/passwd')).toBe('etc-passwd');
  expect(fileStem('تسجيل')).toBe('chart');
});
