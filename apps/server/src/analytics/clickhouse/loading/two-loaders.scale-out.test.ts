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

function settled() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Where the first of two loaders stands still until the other one has loaded everything. */
const pauses = { 'before it has read anything': 'committed', 'when its rows are written': 'commit' } as const;

for (const [where, method] of Object.entries(pauses)) {
  test(`a loader that stands still ${where}, while another one takes over, adds nothing`, async () => {
    await shipTwoLogs(20);
    const [stopped, resumed] = [settled(), settled()];
    const original = sample.attempts[method] as (...args: readonly unknown[]) => Promise<unknown>;
    const standingStill = async (...args: readonly unknown[]) => {
      stopped.resolve();
      await resumed.promise;
      return await original(...args);
    };
    const attempts = new Proxy(sample.attempts, {
      get: (all, name) => (name === method ? standingStill : Reflect.get(all, name)),
    });
    const [slow, quick] = [await sample.newLoader(undefined, attempts), await sample.newLoader()];
    const loading = slow.loadSome();
    loading.catch(() => undefined);
    await stopped.promise;
    expect(await quick.loadSome()).toBe(true);
    expect(await count()).toBe(20);
    resumed.resolve();
    await expect(loading).rejects.toThrow(/was abandoned/);
    expect(await count()).toBe(20);
    // What it wrote before is there: only the list of attempts keeps it out.
    const [[rows] = []] = await sample.client.rows('SELECT count() FROM events');
    expect(Number(rows)).toBe(method === 'commit' ? 40 : 20);
    expect(await slow.loadSome()).toBe(false);
    for (const loader of [slow, quick]) loader.close();
  });
}

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
  await expect(loader.loadSome()).rejects.toThrow(/segment 1 of log a18f2f6e.* is incomplete in ClickHouse/);
  loader.close();
  expect(await count()).toBe(0);
});

test('a control database that is older than ClickHouse loads nothing, and says so', async () => {
  for (let time = 0; time < 3; time++) {
    const log = new SampleLog(join(sample.root, `log-${time}`), LOGS[0]?.replace('a', `${time}`));
    log.seal([eventsRecord({ event: 'sent' })]);
    await sample.ship(join(sample.root, `log-${time}`));
    await sample.loadAll();
  }
  const older = await sample.withOlderControl();
  await expect(older.loadSome()).rejects.toThrow(/has rows of attempt 3, .* knows only 1 attempts: it is older/);
  older.close();
  expect(await count()).toBe(3);
});
