import { beforeEach, expect, test } from 'vitest';
import { type KeyReader, type PressedKey, readKeys } from './read-keys.ts';

let done: string[];
let reader: KeyReader;
const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  ...more,
});

beforeEach(() => {
  done = [];
  const note = (name: string) => () => {
    done.push(name);
  };
  reader = readKeys(
    new Map([
      ['?', note('list')],
      ['g f', note('flags')],
      ['g o', note('overview')],
    ]),
  );
});

test('one key runs its shortcut', () => {
  expect(reader.take(press('?'), 0)).toBe(true);
  expect(done).toEqual(['list']);
});

test('two keys run theirs when the second follows soon', () => {
  expect(reader.take(press('g'), 0)).toBe(true);
  expect(reader.take(press('f'), 1_000)).toBe(true);
  expect(done).toEqual(['flags']);
});

test('a second key that comes too late is a first one', () => {
  reader.take(press('g'), 0);
  expect(reader.take(press('f'), 5_000)).toBe(false);
  expect(done).toEqual([]);
});

test('another second key ends the beginning', () => {
  reader.take(press('g'), 0);
  expect(reader.take(press('z'), 10)).toBe(false);
  expect(reader.take(press('f'), 20)).toBe(false);
  expect(done).toEqual([]);
});

test('keys with a modifier and keys that are held down are left to the browser', () => {
  expect(reader.take(press('?', { ctrlKey: true }), 0)).toBe(false);
  expect(reader.take(press('g', { repeat: true }), 0)).toBe(false);
  reader.take(press('g'), 10);
  reader.take(press('f', { metaKey: true }), 20);
  expect(done).toEqual([]);
});
