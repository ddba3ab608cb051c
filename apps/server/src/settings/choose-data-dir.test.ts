import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseDataDir } from './choose-data-dir.ts';

const cases = [
  { name: 'nothing is there', files: [], expected: './lamppost-data' },
  { name: 'data is an installation', files: ['data/format.json'], expected: './data' },
  { name: 'data is empty', files: ['data/'], expected: './data' },
  { name: 'data belongs to an app', files: ['data/users.csv'], expected: './lamppost-data' },
  { name: 'data is a file', files: ['data'], expected: './lamppost-data' },
  {
    name: 'data is empty and an installation is beside it',
    files: ['data/', 'lamppost-data/format.json'],
    expected: './lamppost-data',
  },
];

test.each(cases)('$name: $expected', ({ files, expected }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lamppost-choice-'));
  try {
    for (const file of files) {
      mkdirSync(join(folder, file, file.endsWith('/') ? '.' : '..'), { recursive: true });
      if (!file.endsWith('/')) writeFileSync(join(folder, file), '{}');
    }
    expect(chooseDataDir(folder)).toBe(expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
