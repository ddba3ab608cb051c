import { expect, test } from 'vitest';
import { readCsvBlocks } from './read-csv-blocks.ts';
import { readLineBlocks } from './read-line-blocks.ts';
import type { Row } from './row.ts';

/** In pieces of every size, so that each boundary lies inside of something once. */
async function rows(
  read: (pieces: AsyncIterable<Buffer>) => AsyncIterable<readonly Row[]>,
  text: string,
): Promise<Row[][]> {
  const bytes = Buffer.from(text);
  const all: Row[][] = [];
  for (const size of [1, 2, 3, 7, 1000]) {
    const pieces = (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })();
    const found: Row[] = [];
    for await (const block of read(pieces)) found.push(...block);
    all.push(found);
  }
  return all;
}

test('lines keep their numbers, blank ones have none', async () => {
  for (const found of await rows(readLineBlocks, '\uFEFF{"a":"ü"}\r\n\n{"b":1}')) {
    expect(found.map(({ line, text }) => [line, text.trim()])).toEqual([
      [1, '{"a":"ü"}'],
      [3, '{"b":1}'],
    ]);
  }
});

test('a line without an end is not held in memory, and the next one is read', async () => {
  const pieces = (async function* () {
    yield Buffer.from('{"a":1}\n');
    for (let count = 0; count < 6; count += 1) yield Buffer.alloc(1024 * 1024, 'x');
    yield Buffer.from('\n{"b":1}\n');
  })();
  const found: Row[] = [];
  for await (const block of readLineBlocks(pieces)) found.push(...block);
  expect(found.map(({ line, text, fault }) => [line, fault ?? text])).toEqual([
    [1, '{"a":1}'],
    [2, 'the line is longer than 4 MiB'],
    [3, '{"b":1}'],
  ]);
});

test('CSV with quotes, line ends in them, and another delimiter', async () => {
  const text = 'time;event;note;n\r\n2026-11-01;paid;"a ""b""; c\nd";5\r\n2026-11-02;"";007;true\r\nx;y;z;1;2\r\n';
  for (const found of await rows(readCsvBlocks, text)) {
    expect(found.map(({ line, value, fault }) => [line, fault ?? value])).toEqual([
      [2, { time: '2026-11-01', event: 'paid', note: 'a "b"; c\nd', n: 5 }],
      [4, { time: '2026-11-02', event: '', note: '007', n: true }],
      [5, 'the row has 5 cells, the header 4'],
    ]);
  }
});
