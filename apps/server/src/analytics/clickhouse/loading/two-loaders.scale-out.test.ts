import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClickhouseSample } from '../../../compose/testing/clickhouse-sample.ts';
import { eventsRecord, SampleLog, scope } from '../../../compose/testing/sample-log.ts';
import { countEventsQuery } from '../../../features/events/queries/events.ts';

let sample: ClickhouseSample;
beforeEach(async () => {
  sample = await ClickhouseSample.open();
});
afterEach(() => sample.close());

const LOGS = ['a18f2f6e-7c1a-4000-8000-00000000aaaa', 'b18f2f6e-7c1a-4000-8000-00000000bbbb'];

/** Two logs with the same ids in another order, in segments of a few events. */
async function shipTwoLogs(events: number): Promise<void> {
  for (const [at, logId] of LOGS.entries()) {
    const root = join(sample.root, `log-${at}`);
    const log = new SampleLog(root, logId);
    const ids = Array.from({ length: events }, (_, id) => (at === 0 ? id : events - 1 - id));
    for (let first = 0; first < events; first += 5) {
      log.seal([eventsRecord(...ids.slice(first, first + 5).map((id) => ({ event: 'sent', event_id: `id-${id}` })))]);
    }
    await sample.ship(root);
  }
}

const count = async (): Promise<number> => {
  await sample.look();
  return sample.analytics.run(countEventsQuery, { scope, filter: {} });
};

test('of two loaders that both believe that it is their turn, every event is counted once', async () => {
  await shipTwoLogs(10);
  const loaders = await Promise.all([sample.newLoader(800), sample.newLoader(800)]);
  const failures: string[] = [];
  let counted = 0;
  const run = async (loader: (typeof loaders)[number]): Promise<void> => {
    while ((await sample.attempts.waiting()).segments > 0) {
      await loader.loadSome().catch((error: Error) => failures.push(error.message));
      // What is counted never gets less, nor more than there is.
      const now = await count();
      expect(now).toBeLessThanOrEqual(10);
      counted = Math.max(counted, now);
    }
  };
  // One of them is always behind: it must not take anything back.
  await Promise.all(loaders.map((loader, at) => run(loader).then(() => at)));
  expect(await count()).toBe(10);
  // They were in each other's way, or this shows nothing.
  expect(failures.some((message) => message.includes('given up'))).toBe(true);
  for (const loader of loaders) loader.close();
}, 120_000);

test('a shipment that is repeated changes nothing, before its segments are loaded and after', async () => {
  await shipTwoLogs(10);
  await shipTwoLogs(10);
  await sample.loadAll();
  expect(await count()).toBe(10);
  await shipTwoLogs(10);
  expect((await sample.attempts.waiting()).segments).toBe(0);
  await sample.loadAll();
  expect(await count()).toBe(10);
});

test('a segment that is not whole in the landing table is not loaded, and nothing is skipped', async () => {
  await shipTwoLogs(10);
  await sample.client.command(`ALTER TABLE landing DELETE WHERE log_id = '${LOGS[0]}' AND number = 1 AND line = 1`, {
    settings: { mutations_sync: '2' },
  });
  const loader = await sample.newLoader();
  await expect(loader.loadSome()).rejects.toThrow(/segment 1 of log a18f2f6e.* is not whole in ClickHouse/);
  loader.close();
  expect(await count()).toBe(0);
});
