import { expect, test } from 'vitest';
import { TestWorld } from '../testing/index.ts';
import { sampleSpans } from './sample-spans.ts';

const second = 1_000;

test('few spans are reported all, with the time at which they ended', async () => {
  const world = new TestWorld();
  const { core, client } = world.launch({ app: { version: '2.0' } });
  const sample = sampleSpans(core, 'network');
  const atMs = world.clock.nowMs;
  sample.add('GET /a', 12.5, 200);
  sample.add(() => 'GET /b', 30, 0, true, { method: 'GET' });
  expect(sample.size).toBe(2);
  await world.clock.advance(20 * second);
  expect(sample.size).toBe(0);
  expect([...world.server.metrics.values()]).toMatchObject([
    { metric_type: 'network', metric_name: 'GET /a', value_ms: 12.5, status_code: 200 },
    { metric_name: 'GET /b', value_ms: 30, is_error: true, attributes: { method: 'GET' } },
  ]);
  const [first] = [...world.server.metrics.values()];
  expect(first).toMatchObject({ timestamp: new Date(atMs).toISOString() });
  expect(first).not.toHaveProperty('attributes');
  expect(client.status().dropped).toBe(0);
});

test('of many, each has the same chance, and the share is said', async () => {
  const world = new TestWorld();
  const { core } = world.launch();
  const sample = sampleSpans(core, 'span', 50);
  for (let span = 0; span < 5_000; span += 1) sample.add('span', span / 50);
  sample.send();
  await world.clock.advance(20 * second);
  const metrics = [...world.server.metrics.values()];
  expect(metrics).toHaveLength(50);
  expect(metrics[0]).toMatchObject({ attributes: { sample_rate: 0.01 } });
  // Of fifty out of [0, 100): the mean is 50 with a deviation of 4.1.
  const mean = metrics.reduce((sum, { value_ms }) => sum + Number(value_ms), 0) / 50;
  expect(Math.abs(mean - 50)).toBeLessThan(5 * 4.1);
});
