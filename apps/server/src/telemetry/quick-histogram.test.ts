import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { QuickHistogram } from './quick-histogram.ts';

const buckets = [0.001, 0.5, 1];
const name = 'seconds';
const help = 'How long it took';

test('tells the same as a histogram of the library', async () => {
  const library = new Registry();
  const theirs = new Histogram({ name, help, labelNames: ['route', 'status'], buckets, registers: [library] });
  const registry = new Registry();
  const ours = new QuickHistogram(name, help, buckets, registry);
  for (const [route, values] of [
    ['config', [0, 0.001, 0.0011, 0.75, 1, 1.0001, 12]],
    ['ingest', [0.5]],
  ] as const) {
    const series = ours.series({ route, status: '200' });
    for (const value of values) {
      theirs.observe({ route, status: '200' }, value);
      series.observe(value);
    }
  }
  expect(await registry.metrics()).toBe(await library.metrics());
});

test('tells of a histogram without labels before anything was observed', async () => {
  const library = new Registry();
  new Histogram({ name, help, buckets, registers: [library] });
  const registry = new Registry();
  new QuickHistogram(name, help, buckets, registry).series();
  expect(await registry.metrics()).toBe(await library.metrics());
});
