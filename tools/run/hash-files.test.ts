import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFiles } from './hash-files.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hash-files-'));
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), 'one');
  writeFileSync(join(root, 'src/deep/b.ts'), 'two');
});
afterEach(() => rmSync(root, { recursive: true }));

const hash = () => hashFiles(root, ['src']);

test('a new time alone keeps the hash, so a copy is not built again', () => {
  const before = hash();
  utimesSync(join(root, 'src/a.ts'), 1, 1);
  expect(hash()).toBe(before);
});

const changes = [
  { name: 'a byte', change: () => writeFileSync(join(root, 'src/deep/b.ts'), 'twO') },
  { name: 'a name', change: () => renameSync(join(root, 'src/a.ts'), join(root, 'src/c.ts')) },
  { name: 'a new file', change: () => writeFileSync(join(root, 'src/c.ts'), '') },
  { name: 'a removed file', change: () => rmSync(join(root, 'src/a.ts')) },
  {
    name: 'a byte that moves from one file to the next',
    change: () => {
      writeFileSync(join(root, 'src/a.ts'), 'onet');
      writeFileSync(join(root, 'src/deep/b.ts'), 'wo');
    },
  },
];
for (const { name, change } of changes) {
  test(`the hash moves with ${name}`, () => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });
}
