import { expect, test } from 'vitest';
import type { CheckpointPart } from './checkpoint-manifest.ts';
import { MAX_PART_BYTES, planParts } from './plan-parts.ts';

const part = (firstRow: number, rows: number, bytes = rows * 10): CheckpointPart => ({
  file: `events-${firstRow}.parquet`,
  table: 'events',
  firstRow,
  endRow: firstRow + rows,
  rows,
  bytes,
  sha256: '',
  places: null,
  receivedFromMs: null,
  receivedToMs: null,
});

const planned = async (
  before: readonly CheckpointPart[],
  end: number,
  maxRows = 100,
  changed: readonly number[] = [],
) => {
  const isHeld = async ({ firstRow }: CheckpointPart): Promise<boolean> => !changed.includes(firstRow);
  const { kept, toWrite } = await planParts('events', before, end, maxRows, isHeld);
  return [...kept.map(({ file }) => file), ...toWrite.map(({ first, end }) => `${first}-${end}`)];
};

test('the first checkpoint takes everything, in parts', async () => {
  expect(await planned([], 0)).toEqual([]);
  expect(await planned([], 100)).toEqual(['0-100']);
  expect(await planned([], 250)).toEqual(['0-100', '100-200', '200-250']);
});

test('without new rows the parts stay', async () => {
  expect(await planned([part(0, 100), part(100, 7)], 107)).toEqual(['events-0.parquet', 'events-100.parquet']);
});

test('a last part that has room is written again with what is new, one that has none stays', async () => {
  expect(await planned([part(0, 100), part(100, 7)], 120)).toEqual(['events-0.parquet', '100-120']);
  expect(await planned([part(0, 100)], 120)).toEqual(['events-0.parquet', '100-120']);
  expect(await planned([part(0, 60)], 161)).toEqual(['events-0.parquet', '60-160', '160-161']);
});

test('large rows make parts of fewer rows', async () => {
  const large = part(0, 20_000, MAX_PART_BYTES * 2);
  expect(await planned([large], 35_000, 500_000)).toEqual(['events-0.parquet', '20000-30000', '30000-35000']);
});

test('parts of which rows were removed are written anew, the others stay', async () => {
  const before = [part(0, 100), part(100, 100), part(200, 30)];
  expect(await planned(before, 230, 100, [100])).toEqual(['events-0.parquet', 'events-200.parquet', '100-200']);
  expect(await planned(before, 240, 100, [0])).toEqual(['events-100.parquet', '0-100', '200-240']);
  expect(await planned(before, 240, 100, [200])).toEqual([
    'events-0.parquet',
    'events-100.parquet',
    '200-230',
    '230-240',
  ]);
});

test('a store with fewer rows than the checkpoint is taken from where they differ', async () => {
  expect(await planned([part(0, 100), part(100, 100)], 150, 100)).toEqual(['events-0.parquet', '100-150']);
});
