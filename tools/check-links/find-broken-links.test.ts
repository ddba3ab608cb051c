import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrokenLinks } from './find-broken-links.mjs';

const cases = [
  { name: 'a file that is there', text: 'see [a](../there.md)', broken: [] },
  { name: 'a heading of a file that is there', text: '[a](../there.md#part)', broken: [] },
  { name: 'a folder', text: '[a](..)', broken: [] },
  { name: 'the web', text: '[a](https://example.com/none)', broken: [] },
  { name: 'a heading of the same file', text: '[a](#part)', broken: [] },
  { name: 'text in a fence', text: '```\n[a](none.md)\n```', broken: [] },
  {
    name: 'a file that is not there',
    text: '\n[a](none.md)',
    broken: [{ file: 'docs/page.md', line: 2, target: 'none.md' }],
  },
  {
    name: 'a picture that is not there',
    text: '<source srcset="../there.md">\n<img src="none.png">',
    broken: [{ file: 'docs/page.md', line: 2, target: 'none.png' }],
  },
  {
    name: 'the second of two on a line, behind a fence',
    text: '```\n```\n[a](../there.md) [b](none.md#x)',
    broken: [{ file: 'docs/page.md', line: 3, target: 'none.md#x' }],
  },
];

for (const { name, text, broken } of cases) {
  test(`findBrokenLinks: ${name}`, () => {
    const root = mkdtempSync(join(tmpdir(), 'links-'));
    try {
      mkdirSync(join(root, 'docs'));
      writeFileSync(join(root, 'there.md'), '');
      writeFileSync(join(root, 'docs/page.md'), text);
      expect(findBrokenLinks(root).broken).toEqual(broken);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
}
