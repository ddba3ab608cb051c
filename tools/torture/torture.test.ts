import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';
import { readOptions } from './read-options.mjs';
import { reliabilityPage } from './reliability-page.mjs';
import { scenarios } from './scenarios.mjs';

const run = {
  date: '2026-01-02',
  commit: 'abc1234',
  cores: 2,
  memoryGb: 8,
  scale: 'long' as const,
  seed: 7,
  seconds: 90,
  hasPassed: true,
  tests: 3,
  skipped: 0,
  controls: 1,
  counts: [{ what: 'kill -9 main', counts: { kills: 500, lost: 0, slowestRestartMs: 1234 } }],
};

test('every scenario has a name of its own and names tests that exist', () => {
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  const missing = scenarios.flatMap(({ tests }) => tests.filter((path) => !existsSync(inRepository(path))));
  expect(missing).toEqual([]);
});

test('docs/reliability.md is what its runs give', () => {
  const runs = JSON.parse(readFileSync(inRepository('docs/reliability.json'), 'utf8'));
  expect(readFileSync(inRepository('docs/reliability.md'), 'utf8')).toBe(reliabilityPage(scenarios, runs));
});

test('a row has the counts of its run, when and where it ran, and the command that repeats it', () => {
  const row = reliabilityPage(scenarios, { 'kill-main': run })
    .split('\n')
    .find((line) => line.includes('npm run torture -- kill-main`'));
  expect(row).toContain(
    'kill -9 main: 500 kills, 0 lost, slowest restart 1,234 ms; 3 tests, 1 of them a negative control',
  );
  expect(row).toContain('2026-01-02, abc1234, long, seed 7, 90 s on 2 cores and 8 GB');
});

test('a run that failed says so, and a scenario that never ran says that', () => {
  const page = reliabilityPage(scenarios, { 'kill-main': { ...run, hasPassed: false } });
  expect(page).toContain('**failed**; kill -9 main');
  expect(page).toContain('not run in this table yet');
});

test('scenarios, seed and scale are read; what is unknown is named', () => {
  expect(readOptions(['fuzz', '--seed', '12', '--scale', 'short'])).toEqual({
    chosen: scenarios.filter(({ name }) => name === 'fuzz'),
    seed: 12,
    scale: 'short',
  });
  expect(readOptions(['nothing'])).toContain('no scenario "nothing"');
  expect(readOptions(['three-servers'])).toContain('no scenario "three-servers"');
  expect(readOptions(['--seed', 'x'])).toBe('--seed needs a whole number');
  expect(readOptions(['--scale', 'huge'])).toBe('--scale is short or long');
});
