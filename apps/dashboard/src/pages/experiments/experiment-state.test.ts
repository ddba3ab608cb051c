import { expect, test } from 'vitest';
import { metricName, metricText } from '../../insights/metrics/metric-words.ts';
import type { Experiment } from './experiment.ts';
import { movesOf, splitText, statusWords } from './experiment-state.ts';

const variant = (key: string, weight: number) => ({ key, name: key.toUpperCase(), weight });
const experiment = (part: Partial<Experiment> = {}): Experiment =>
  ({
    status: 'running',
    unit: 'auto',
    traffic_pct: 40,
    variants: [variant('a', 50), variant('b', 50)],
    winner: null,
    audience: [],
    ...part,
  }) as Experiment;
const plain = (text: string) => text.replaceAll('\u202f', ' ');

test('a split is even or told', () => {
  expect(splitText([variant('a', 33.33), variant('b', 33.33), variant('c', 33.34)])).toBe('a, b and c, split evenly');
  expect(plain(splitText([variant('a', 20), variant('b', 80)]))).toBe('a 20 %, b 80 %');
});

test('what runs says who is in it', () => {
  expect(plain(statusWords(experiment(), 'production'))).toBe('40 % of users in production: a and b, split evenly.');
  expect(statusWords(experiment({ status: 'completed', winner: 'b' }), 'production')).toBe(
    'Completed. All users in production get b (B).',
  );
  expect(statusWords(experiment({ status: 'completed' }), 'production')).toContain('without a winner');
  const audience: Experiment['audience'] = [{ field: 'plan', op: 'eq', values: ['pro'] }];
  expect(statusWords(experiment({ audience }), 'production')).toContain('of users in the audience in production: a');
});

test.each([
  ['draft', ['archive', 'start']],
  ['running', ['pause', 'complete']],
  ['paused', ['archive', 'complete', 'resume']],
  ['completed', ['archive']],
  ['archived', []],
] as const)('from %s: %j', (status, names) => {
  const moves = movesOf(experiment({ status }), 'production');
  expect(moves.map(({ name }) => name)).toEqual(names);
  for (const { words } of moves) expect(words.length).toBeGreaterThan(40);
});

test.each([
  [{ event_name: 'purchase', metric_type: 'conversion' }, 'Conversion: purchase'],
  [{ event_name: 'purchase', metric_type: 'sum', aggregation_field: 'total' }, 'Sum of total: purchase'],
  [{ event_name: 'load', metric_type: 'p95', aggregation_field: 'ms' }, 'p95 of ms: load'],
  [
    { event_name: 'purchase', metric_type: 'ratio', aggregation_field: 'total', denominator_event: 'visit' },
    'purchase (total) / visit',
  ],
  [{ event_name: '$crash_free_sessions', metric_type: 'ratio' }, 'Crash-free sessions'],
  [{ event_name: '$startup', metric_type: 'p95' }, 'Startup time, p95'],
] as const)('%j is read as %s', (metric, words) => {
  expect(metricText(metric)).toBe(words);
  expect(metricName({ ...metric, name: 'Orders' })).toBe('Orders');
});
