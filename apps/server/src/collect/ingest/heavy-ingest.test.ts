import { expect, test } from 'vitest';
import { NOTHING_BYTES, oldGenerationGrowth } from '../../telemetry/testing/old-generation-growth.ts';
import { BatchIngest } from './batch-ingest.ts';
import { HeavyIngest } from './heavy-ingest.ts';
import { PerformanceIngest } from './performance-ingest.ts';
import { Scrubber } from './screen/scrubber.ts';

const outcomes = { accepted: () => {}, rejected: () => {}, invalid: () => {}, limited: () => {} };
const parts = {
  log: { append: async () => {} },
  budget: { spendEvents: async () => [] },
  scrubber: new Scrubber({ isOn: true, secretKeys: ['password'] }),
  outcomes,
  onExposure: () => {},
  onKept: () => {},
};
const heavy = new HeavyIngest({
  ...parts,
  thread: { prepare: () => Promise.reject(new Error('These bodies are light')) },
});
const bytesOf = (body: object): Buffer => Buffer.from(JSON.stringify(body));
const jobOf = (bodyBytes: Buffer) => ({ projectId: 'p', environmentId: 'e', receivedAtMs: Date.now(), bodyBytes });

test('acknowledgements do not wait for full collections: a batch leaves nothing in the old generation', async () => {
  const ingest = heavy.events(new BatchIngest(parts));
  const event = { event: 'viewed', event_id: 'one', properties: { page: 'home' } };
  const body = bytesOf({ batch: [event, event, event], context: { device: { id: 'd' } } });
  expect(await oldGenerationGrowth(() => ingest.accept(jobOf(body)))).toBeLessThan(NOTHING_BYTES);
});

test('a batch of metrics leaves nothing in the old generation', async () => {
  const ingest = heavy.metrics(new PerformanceIngest(parts));
  const metric = { metric_type: 'span', metric_name: 'load', value_ms: 12, attributes: { page: 'home' } };
  const body = bytesOf({ batch: [metric, metric] });
  expect(await oldGenerationGrowth(() => ingest.accept(jobOf(body)))).toBeLessThan(NOTHING_BYTES);
});
