import { expect, test } from 'vitest';
import type { PaletteItem } from './palette-item.ts';
import { matchOf, rankItems, sortFound } from './rank-items.ts';

const item = (label: string, words: readonly string[] = [], group: PaletteItem['group'] = 'Pages'): PaletteItem => ({
  id: label,
  group,
  label,
  words,
  icon: () => null,
  run: () => undefined,
});
const labels = (typed: string, items: readonly PaletteItem[]) => rankItems(typed, items).map(({ label }) => label);

test('a beginning is better than a beginning of a later word, and that is better than a middle', () => {
  expect(labels('flag', [item('Unflagged'), item('Create flag'), item('Flags')])).toEqual([
    'Flags',
    'Create flag',
    'Unflagged',
  ]);
});

test('first letters of words find it, other letters do not', () => {
  expect(matchOf('cf', 'Create flag')).toBeGreaterThan(0);
  expect(matchOf('tf', 'Create flag')).toBe(0);
});

test('case and spaces around do not matter', () => {
  expect(matchOf('  SETT ', 'Settings')).toBe(0.9);
});

test('other words find an item too, after its own name', () => {
  const items = [item('Theme', ['dark']), item('Darkroom')];
  expect(labels('dark', items)).toEqual(['Darkroom', 'Theme']);
});

test('nothing typed keeps everything in its order', () => {
  expect(labels('', [item('b'), item('a')])).toEqual(['b', 'a']);
});

test('what is of one group stays together, the group of the best first', () => {
  const items = [item('Flag list'), item('Create flag', [], 'Actions'), item('flag', [], 'Actions'), item('Flags')];
  expect(labels('flag', items)).toEqual(['flag', 'Create flag', 'Flag list', 'Flags']);
});

test('what was found by a description comes after what was found by its name', () => {
  const found = [item('pantry_camera', [], 'Flags'), item('photo_search', [], 'Flags'), item('photo', [], 'Events')];
  expect(sortFound('photo', found).map(({ label }) => label)).toEqual(['photo_search', 'pantry_camera', 'photo']);
});
