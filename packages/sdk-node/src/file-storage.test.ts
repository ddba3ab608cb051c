import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileStorage } from './file-storage.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lamppost-storage-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const journals = (): string[] => readdirSync(directory).map((name) => join(directory, name));
const only = (): string => {
  const [file, ...others] = journals();
  expect(others).toEqual([]);
  return file as string;
};
/** A number that no process has any more. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('what was stored is there after the end of the process, and nothing that was removed', () => {
  const before = new FileStorage(directory);
  before.set('a', 'one');
  before.set('a', 'two');
  before.set('b', '日 "quoted"\n');
  before.set('c', 'gone');
  before.remove('c');
  before.close();
  const after = new FileStorage(directory);
  expect([after.get('a'), after.get('b'), after.get('c')]).toEqual(['two', '日 "quoted"\n', null]);
  after.close();
  expect(statSync(only()).mode & 0o077).toBe(0);
});

test('a line that was cut costs itself and no other', () => {
  const before = new FileStorage(directory);
  before.set('a', 'one');
  before.set('cut', 'never');
  before.close();
  const file = only();
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
  appendFileSync(file, '\n["b","two"]');
  const after = new FileStorage(directory);
  expect([after.get('a'), after.get('b'), after.get('cut')]).toEqual(['one', 'two', null]);
  after.close();
});

test('what a dead process has left is taken over by one; what a live one has is left to it', () => {
  const line = (pid: number): string => `${JSON.stringify({ pid, started: null })}\n["of ${pid}","x"]`;
  const dead = deadPid();
  writeFileSync(join(directory, '1.journal'), line(dead));
  writeFileSync(join(directory, '2.journal'), line(process.ppid));
  const first = new FileStorage(directory);
  const second = new FileStorage(directory);
  expect(first.keys('of')).toEqual([`of ${dead}`]);
  expect(second.keys('of')).toEqual([]);
  expect(journals()).toHaveLength(3);
  first.close();
  second.close();
});

test('a number that was given to another process is a dead owner', () => {
  const owner = { pid: process.ppid, started: 'another boot-1' };
  writeFileSync(join(directory, '1.journal'), `${JSON.stringify(owner)}\n["a","x"]`);
  const storage = new FileStorage(directory);
  expect(storage.get('a')).toBe('x');
  storage.close();
});

test('the journal stays small, however much has passed through it', () => {
  const storage = new FileStorage(directory);
  const text = 'x'.repeat(10_000);
  storage.set('kept', 'y');
  for (let turn = 0; turn < 1_000; turn += 1) {
    storage.set(`item ${turn}`, text);
    storage.remove(`item ${turn}`);
  }
  expect(statSync(only()).size).toBeLessThan(1_100_000);
  storage.close();
  const after = new FileStorage(directory);
  expect(after.keys('')).toEqual(['kept']);
  after.close();
});

test('files that are no journals are left alone', () => {
  writeFileSync(join(directory, 'notes.txt'), 'mine');
  writeFileSync(join(directory, 'odd.journal'), 'not a journal');
  const storage = new FileStorage(directory);
  expect(storage.keys('')).toEqual([]);
  storage.close();
  expect(readFileSync(join(directory, 'notes.txt'), 'utf8')).toBe('mine');
  expect(readFileSync(join(directory, 'odd.journal'), 'utf8')).toBe('not a journal');
});
