import { expect, test } from 'vitest';
import { chosenMetric, metricAreas } from './metric-areas.ts';
import type { Metric } from './metric-words.ts';

const metric = (metric_type: string, metric_name: string): Metric =>
  ({ metric_type, metric_name, id: `${metric_type} ${metric_name}` }) as Metric;

const all = [
  metric('network', 'https://api.example/v1/home'),
  metric('web_vital', 'LCP'),
  metric('frames', 'frozen_frame'),
  metric('frames', 'slow_frame'),
  metric('startup', 'warm_start'),
  metric('startup', 'cold_start'),
  metric('network', 'dns_lookup'),
  metric('fridge', 'door'),
];

test('metrics stand where they belong; requests have a table of their own', () => {
  expect(metricAreas(all).map(({ name, metrics }) => [name, metrics.map((one) => one.metric_name)])).toEqual([
    ['Startup', ['cold_start', 'warm_start']],
    ['Frames', ['slow_frame', 'frozen_frame']],
    ['Web vitals', ['LCP']],
    ['Network', ['dns_lookup']],
    ['Others', ['door']],
  ]);
});

test('the address chooses a metric; what it names and is not there is the first one', () => {
  expect(chosenMetric(all, 'LCP', undefined)?.metric_name).toBe('LCP');
  expect(chosenMetric(all, 'LCP', 'span')?.metric_name).toBe('cold_start');
  expect(chosenMetric(all, undefined, undefined)?.metric_name).toBe('cold_start');
  expect(chosenMetric(all.slice(0, 1), undefined, undefined)?.metric_name).toContain('/v1/home');
  expect(chosenMetric([], 'LCP', undefined)).toBeUndefined();
});
