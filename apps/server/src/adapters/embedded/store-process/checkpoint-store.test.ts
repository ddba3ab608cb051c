import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { batchRecord, eventsRecord, projectId, receivedAtMs } from './sample-log.ts';
import { SampleProcess, until } from './sample-process.ts';

const partsOf = (sample: SampleProcess): string[] => readdirSync(join(sample.checkpointFolder, 'parts')).sort();
const manifestsOf = (sample: SampleProcess): string[] =>
  readdirSync(sample.checkpointFolder).filter((name) => name.endsWith('.json'));
const loadedOf = (sample: SampleProcess): string[] => readdirSync(join(sample.log.folder, 'loaded'));

/** One segment with an event of its own, one with a repeated id, one that was refused, a report, a metric and a link. */
function seal(sample: SampleProcess, n: number): void {
  const rejected = [{ index: 2, reason: 'event is required', eventJson: '{}' }];
  const batch = [{ event: `event ${n}` }, { event: `same of ${n}`, event_id: 'same' }];
  sample.seal(
    batchRecord({ batch }, { items: 3, rejected }),
    batchRecord({ crash_id: crypto.randomUUID(), platform: 'ios', n }, { kind: 'crash' }),
    batchRecord({ batch: [{ metric_name: 'm', metric_type: 't', value_ms: n }] }, { kind: 'metrics', items: 1 }),
    batchRecord({ user_id: `u${n}`, anonymous_id: `a${n}` }, { kind: 'link' }),
  );
}

async function sealOne(sample: SampleProcess, n: number): Promise<void> {
  seal(sample, n);
  await sample.settled();
}

/** Everything that can be asked. */
async function answersOf(sample: SampleProcess) {
  const scope = { projectId, environmentId: '018f2f6e-7c1a-7000-8000-000000000002' };
  const page = { limit: 1_000 };
  const range = { fromMs: receivedAtMs - 86_400_000, toMs: receivedAtMs + 86_400_000 };
  return {
    events: await sample.store.ask('events', { scope, filter: {}, page }),
    failed: await sample.store.ask('failedEvents', { scope, filter: {}, page }),
    days: await sample.store.ask('storedPerDay', { projectId, ...range }),
    ledger: await sample.store.ask('ledger', { projectId, kind: 'events', interval: 'hour', ...range }),
    counters: sample.store.status().counters,
  };
}

async function rebuilt(sample: SampleProcess): Promise<void> {
  await sample.store.stop();
  rmSync(sample.storeFolder, { recursive: true });
  sample.startAgain();
  await until(() => sample.store.status().state === 'ready');
}

/** Five segments and two checkpoints: the first segments are not in the log any more. */
async function checkpointed(failPoints = ''): Promise<SampleProcess> {
  const sample = new SampleProcess(failPoints);
  for (const n of [1, 2, 3, 4]) seal(sample, n);
  await sample.settled();
  await checkpoint(sample);
  await sealOne(sample, 5);
  await checkpoint(sample);
  await until(() => loadedOf(sample).length === 3);
  return sample;
}

/** Tries again when the process was killed meanwhile. */
async function checkpoint(sample: SampleProcess): Promise<void> {
  const { restarts } = sample.store.status();
  await sample.store.checkpoint().catch(async (error: unknown) => {
    await until(() => sample.store.status().restarts > restarts && sample.store.status().state === 'ready');
    if (!String(error).includes('ended')) throw error;
    await sample.store.checkpoint();
  });
}

test('a store that is lost is built from the checkpoint and later segments, with the same answers', async () => {
  const sample = await checkpointed();
  await sealOne(sample, 6);
  const before = await answersOf(sample);
  expect(JSON.parse(before.events.rowsJson)).toHaveLength(7);
  await rebuilt(sample);
  expect(await answersOf(sample)).toEqual(before);
  expect(sample.messages.join()).toContain('store built from checkpoint 2');
  await sealOne(sample, 7);
  expect(await sample.names()).toContain('event 7');
  expect(sample.store.status().counters).toMatchObject({
    storedEvents: 8,
    duplicateEvents: before.counters.duplicateEvents + 1,
    missingSegments: 0,
    unbalancedItems: 0,
    lostRows: 0,
  });
  await sample.close();
});

test('a store that was built from a checkpoint goes on from it: the next one holds everything and is built from alike', async () => {
  const sample = await checkpointed();
  await rebuilt(sample);
  await sealOne(sample, 6);
  await checkpoint(sample);
  const before = await answersOf(sample);
  expect(manifestsOf(sample)).toEqual(['0000000002.json', '0000000003.json']);
  await rebuilt(sample);
  expect(await answersOf(sample)).toEqual(before);
  await sample.close();
});

test('small parts are merged, and parts that nothing needs are removed', async () => {
  const sample = await checkpointed();
  await checkpoint(sample);
  // Nothing was new, so only the ledger, which is taken whole, has a part of its own; those of the first are gone.
  const growing = ['crashes', 'events', 'failed_events', 'ledger', 'links', 'metrics'];
  const expected = [...growing.map((table) => `${table}-0000000002-1.parquet`), 'ledger-0000000003-1.parquet'];
  expect(partsOf(sample)).toEqual(expected.sort());
  await sample.close();
});

test('tables without new rows keep their parts', async () => {
  const sample = new SampleProcess();
  await sealOne(sample, 1);
  await checkpoint(sample);
  sample.seal(eventsRecord({ event: 'more' }));
  await sample.settled();
  await checkpoint(sample);
  expect(partsOf(sample)).toContain('crashes-0000000001-1.parquet');
  expect(partsOf(sample)).not.toContain('crashes-0000000002-1.parquet');
  expect(partsOf(sample)).toContain('events-0000000002-1.parquet');
  await sample.close();
});

test('the age, the size and the rows of the last one are told', async () => {
  const sample = new SampleProcess();
  await sealOne(sample, 1);
  expect(sample.store.status().checkpoint).toEqual({});
  const made = await sample.store.checkpoint();
  await until(() => sample.store.status().checkpoint.last !== undefined);
  expect(sample.store.status().checkpoint).toEqual({ last: made });
  expect(made).toMatchObject({ id: 1, bytes: expect.any(Number) });
  expect(made.rows).toBeGreaterThanOrEqual(6);
  await sample.store.stop();
  sample.startAgain();
  await until(() => sample.store.status().checkpoint.last?.id === 1);
  await sample.close();
});

const steps = ['part', 'written', 'verified', 'renamed', 'cleared'];

describe('killed at every step of a checkpoint, nothing is lost and nothing comes twice', () => {
  for (const step of steps) {
    test(step, async () => {
      const sample = new SampleProcess(`checkpoint.${step}=kill:once`);
      for (const n of [1, 2, 3, 4]) seal(sample, n);
      await sample.settled();
      await checkpoint(sample);
      await sealOne(sample, 5);
      await checkpoint(sample);
      expect(sample.store.status().restarts).toBe(1);
      const before = await answersOf(sample);
      await rebuilt(sample);
      expect(await answersOf(sample)).toEqual(before);
      expect(before.counters).toMatchObject({ storedEvents: 6, duplicateEvents: 4, missingSegments: 0 });
      await sample.close();
    });
  }

  test('released', async () => {
    const sample = new SampleProcess('checkpoint.released=kill:once');
    for (const n of [1, 2, 3, 4, 5]) seal(sample, n);
    await sample.settled();
    await checkpoint(sample);
    await checkpoint(sample);
    await until(() => sample.store.status().restarts === 1 && loadedOf(sample).length === 3);
    await until(() => sample.store.status().state === 'ready');
    const before = await answersOf(sample);
    await rebuilt(sample);
    expect(await answersOf(sample)).toEqual(before);
    await sample.close();
  });
});

test('killed while it is built from a checkpoint, it begins again', async () => {
  const sample = await checkpointed();
  const before = await answersOf(sample);
  await sample.store.stop();
  rmSync(sample.storeFolder, { recursive: true });
  sample.startAgain(`rebuild.part=kill:2:${join(sample.root, 'failed')}`);
  await until(() => sample.store.status().restarts === 1 && sample.store.status().state === 'ready');
  expect(await answersOf(sample)).toEqual(before);
  await sample.close();
});

const spoil = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

test('a damaged part is named, and the checkpoint before and the log make up for it', async () => {
  const sample = await checkpointed();
  const before = await answersOf(sample);
  spoil(join(sample.checkpointFolder, 'parts', 'events-0000000002-1.parquet'));
  await rebuilt(sample);
  expect(await answersOf(sample)).toEqual(before);
  expect(sample.messages.join()).toContain(
    'checkpoint 2: events-0000000002-1.parquet cannot be used, its checksum does not fit its content',
  );
  await sample.close();
});

test('a damaged manifest is named, and the checkpoint before and the log make up for it', async () => {
  const sample = await checkpointed();
  const before = await answersOf(sample);
  spoil(join(sample.checkpointFolder, '0000000002.json'));
  await rebuilt(sample);
  expect(await answersOf(sample)).toEqual(before);
  expect(sample.messages.join()).toContain('checkpoint 2 cannot be used');
  await checkpoint(sample);
  await rebuilt(sample);
  expect(await answersOf(sample)).toEqual(before);
  await sample.close();
});

test('when no checkpoint is whole, what is readable is kept and the loss is counted', async () => {
  const sample = await checkpointed();
  const before = await answersOf(sample);
  for (const name of partsOf(sample).filter((part) => part.startsWith('crashes'))) {
    spoil(join(sample.checkpointFolder, 'parts', name));
  }
  await rebuilt(sample);
  const after = await answersOf(sample);
  expect(after).toEqual({ ...before, counters: { ...before.counters, lostRows: 5 } });
  expect(sample.messages.join()).toContain('5 rows of checkpoint 2 are lost');
  await sample.close();
});

test('negative control: without the checkpoint, what was released is gone', async () => {
  const sample = await checkpointed();
  rmSync(sample.checkpointFolder, { recursive: true });
  await rebuilt(sample);
  expect(await sample.names()).toHaveLength(4);
  await sample.close();
});
