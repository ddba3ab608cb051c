import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { batchRecord, eventsRecord, scope } from '../../compose/testing/sample-log.ts';
import { SampleProcess, until } from '../../compose/testing/sample-process.ts';
import { failedEventsQuery } from '../../features/events/failed/queries/failed-events.ts';
import { analyticsStoreContract } from '../analytics-store.contract.ts';
import { StoreUnavailable } from '../analytics-store.ts';

analyticsStoreContract('StoreProcess', async () => {
  const sample = new SampleProcess();
  return {
    store: sample.store,
    load: async (records) => {
      sample.seal(...records.map(({ batch, ...more }) => batchRecord({ batch }, more)));
      await sample.settled();
    },
    loadAgain: async () => {
      await until(() => sample.store.status().waitingSegments === 0);
    },
    breakDown: () => sample.store.stop(),
    close: () => sample.close(),
  };
});

test('until the process is up, queries reject and nothing is lost', async () => {
  const sample = new SampleProcess();
  sample.seal(eventsRecord({ event: 'a' }));
  await expect(sample.names()).rejects.toBeInstanceOf(StoreUnavailable);
  await sample.settled();
  expect(await sample.names()).toEqual(['a']);
  await sample.close();
});

test('a process that is killed is started again, and queries in flight reject', async () => {
  const sample = new SampleProcess();
  sample.seal(eventsRecord({ event: 'a' }));
  await sample.settled();
  const asked = sample.names();
  process.kill(sample.store.pid ?? 0, 'SIGKILL');
  await expect(asked).rejects.toBeInstanceOf(StoreUnavailable);
  sample.seal(eventsRecord({ event: 'b' }));
  await sample.settled();
  await until(() =>
    sample.names().then(
      (names) => names.length === 2,
      () => false,
    ),
  );
  expect(sample.store.status().restarts).toBe(1);
  await sample.close();
});

test('a process that stays silent is ended and started again; queries do not wait for that', async () => {
  const sample = new SampleProcess('', undefined, undefined, {
    silence: { stalledAfterMs: 2_000, lostAfterMs: 3_000 },
  });
  sample.seal(eventsRecord({ event: 'a' }));
  await sample.settled();
  const stopped = sample.store.pid ?? 0;
  process.kill(stopped, 'SIGSTOP');
  const asked = sample.names();
  await expect(asked).rejects.toThrow("isn't responding");
  expect(sample.store.status().state).toBe('stalled');
  await expect(sample.names()).rejects.toBeInstanceOf(StoreUnavailable);
  await until(() => sample.store.pid !== stopped && sample.store.status().state === 'ready');
  expect(sample.messages.join('\n')).toContain('has not responded for too long');
  expect(await sample.names()).toEqual(['a']);
  await sample.close();
});

test('the process is polite and ends with its parent’s request', async () => {
  const sample = new SampleProcess();
  await until(() => sample.store.status().state === 'ready');
  const pid = sample.store.pid ?? 0;
  expect(getPriority(pid)).toBe(10);
  await sample.close();
  expect(() => process.kill(pid, 0)).toThrow();
  expect(sample.store.status().state).toBe('down');
});

test('the main process does not load DuckDB', () => {
  const main = readFileSync(new URL('./store-process.ts', import.meta.url), 'utf8');
  expect(main).not.toMatch(/duckdb-store|store-service|node-api/);
});

test('a poison event becomes a failed one and everything else is stored', async () => {
  const sample = new SampleProcess('loader.poison=bad');
  sample.seal(
    ...[1, 2, 3].map((n) => eventsRecord({ event: `before ${n}` })),
    eventsRecord({ event: 'left' }, { event: 'bad', event_id: 'p1', properties: { n: 1 } }, { event: 'right' }),
    ...[1, 2].map((n) => eventsRecord({ event: `after ${n}` })),
  );
  await sample.settled();
  expect(await sample.names()).toEqual(['after 1', 'after 2', 'before 1', 'before 2', 'before 3', 'left', 'right']);
  const { rowsJson } = await sample.store.run(failedEventsQuery, { scope, filter: {}, page: { limit: 10 } });
  expect(JSON.parse(rowsJson)).toMatchObject([
    {
      kind: 'poison',
      event: 'bad',
      reason: expect.stringContaining('loader.poison'),
      raw: { event_id: 'p1', properties: { n: 1 } },
    },
  ]);
  sample.seal(eventsRecord({ event: 'a repeat of the poison', event_id: 'p1' }));
  await sample.settled();
  expect(await sample.names()).not.toContain('a repeat of the poison');
  expect(sample.store.status().counters).toMatchObject({ storedEvents: 7, failedEvents: 1, duplicateEvents: 1 });
  await sample.close();
});

test('a batch of which every event is poison leaves failed events alone', async () => {
  const sample = new SampleProcess('loader.poison=bad');
  sample.seal(eventsRecord({ event: 'bad' }, { event: 'bad' }), eventsRecord({ event: 'good' }));
  await sample.settled();
  expect(await sample.names()).toEqual(['good']);
  expect(sample.store.status().counters.failedEvents).toBe(2);
  await sample.close();
});
