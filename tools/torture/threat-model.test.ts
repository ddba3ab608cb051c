import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';

test('every threat of SECURITY.md names tests that exist', () => {
  const text = readFileSync(inRepository('SECURITY.md'), 'utf8');
  const rows = text
    .slice(text.indexOf('## Threat model'), text.indexOf('Not defended against'))
    .split('\n')
    .filter((line) => /^\| (?!---|Attacker|Nobody)/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const files = [...row.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file);
    expect(
      files.filter((file) => /\.(test|spec)\.ts$/.test(file)),
      row,
    ).not.toEqual([]);
    expect(files.filter((file) => !existsSync(inRepository(file)))).toEqual([]);
  }
});
