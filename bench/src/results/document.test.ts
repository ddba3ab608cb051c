import { expect, test } from 'vitest';
import { boundRow, ratioRow } from '../harness/scenario.ts';
import { makeDocument } from './document.ts';
import { mergeResults, type SavedScenario } from './saved-results.ts';

const saved = (name: string, more: Partial<SavedScenario> = {}): SavedScenario => ({
  name,
  topic: 'Ingest',
  at: '2026-01-02T03:04:05.000Z',
  commit: 'abc',
  machine: { cpu: 'A core', cores: 2, memoryGb: 8, node: 'v20.1.0', system: 'Linux 6.1' },
  options: { seconds: 3, rounds: 3, storedEvents: 5_000_000, sizes: [1, 3, 10], minutes: 60 },
  busy: 0.4,
  tookSeconds: 1,
  rows: [],
  notes: [],
  ...more,
});

const pairs = [
  { product: 70, reference: 100 },
  { product: 50, reference: 100 },
  { product: 66, reference: 100 },
];

test('a row says ours, the reference, the median with what the rounds lie between, and whether the goal is met', () => {
  const { markdown } = makeDocument({ scenarios: [saved('a', { rows: [ratioRow('ingest', pairs, 0.6)] })] });
  expect(markdown).toContain('| ingest | 66/s | 100/s | 0.66× (0.50–0.70, 3 rounds) | – | ≥ 0.6 | yes |');
  expect(markdown).toContain('`a`: 2026-01-02, commit abc; 2 cores of A core, 8 GB, Node 20.1.0, Linux 6.1;');
});

test('a goal that is missed is said; on a busy machine nothing is said to be met or missed', () => {
  const rows = [boundRow('ack', [30, 40, 50], ' ms', 25, 'p50 3 ms', true), ratioRow('gzip', pairs, 0.85)];
  const { markdown } = makeDocument({ scenarios: [saved('a', { rows })] });
  expect(markdown).toContain('| ≤ 25 ms | noisy |');
  expect(markdown).toContain('| ≥ 0.85 | **no** |');
});

test('a machine that had more to do than it has cores is said to have had other work', () => {
  const said = (busy: number) => makeDocument({ scenarios: [saved('a', { busy })] }).markdown.includes('other work');
  expect([said(0.4), said(9)]).toEqual([false, true]);
});

test('what was not answered or not measured is named', () => {
  const rows = [{ ...boundRow('page', Number.POSITIVE_INFINITY, ' ms', 300, '–'), value: null }];
  const { markdown } = makeDocument({ scenarios: [saved('a', { rows, notes: ['a peer: cannot be installed'] })] });
  expect(markdown).toContain('| no answer |');
  expect(markdown).toContain('- Not measured: a peer: cannot be installed');
});

test('points of a curve become a picture with a line for each', () => {
  const row = (line: string, times: number, share: number) => ({
    ...boundRow(line, share, '×', 1, ''),
    point: { curve: 'Stored events & flags', line, times, share },
  });
  const rows = [row('ingest', 1, 1), row('ingest', 10, 0.95), row('config', 1, 1), row('config', 10, 0.5)];
  const { markdown, images } = makeDocument({ scenarios: [saved('a', { topic: 'Growth', rows })] });
  expect(markdown).toContain('![Stored events & flags](images/performance-stored-events-flags.svg)');
  const svg = images.get('performance-stored-events-flags.svg') ?? '';
  expect(svg).toContain('Stored events &amp; flags');
  expect(svg.match(/<polyline/g)).toHaveLength(2);
  expect(svg).toContain('config, 10×: 0.50');
});

test('a run of some scenarios replaces their rows and keeps those of others', () => {
  const before = { scenarios: [saved('a'), saved('b'), saved('gone')] };
  const { scenarios } = mergeResults(before, [saved('b', { commit: 'def' }), saved('c')], ['a', 'b', 'c']);
  expect(scenarios.map(({ name, commit }) => [name, commit])).toEqual([
    ['a', 'abc'],
    ['b', 'def'],
    ['c', 'abc'],
  ]);
});
