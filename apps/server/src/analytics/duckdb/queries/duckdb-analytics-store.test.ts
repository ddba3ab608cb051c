import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batchRecord, eventsRecord } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { Gate } from '../../../engines/duckdb/gate.ts';
import { Mutex } from '../../../engines/duckdb/mutex.ts';
import { analyticsStoreContract } from '../../analytics-store.contract.ts';
import type { StoreStatus } from '../../analytics-store.ts';
import { noCounts } from '../../no-counts.ts';
import { defineQuery } from '../../query.ts';
import { attachStore } from '../open-store.ts';
import { DuckdbAnalyticsStore } from './duckdb-analytics-store.ts';
import { inDuckdb } from './duckdb-query.ts';

for (const isWriting of [false, true]) {
  analyticsStoreContract(`DuckdbAnalyticsStore with rows ${isWriting ? 'in the file' : 'in memory'}`, async () => {
    const sample = await SampleStore.open({ isWriting });
    return {
      store: sample.analytics,
      load: (records) => sample.load(...records.map(({ batch, ...more }) => batchRecord({ batch }, more))),
      loadAgain: () => sample.loadSealed(),
      breakDown: async () => {
        sample.state = 'rebuilding' satisfies StoreStatus['state'];
      },
      close: () => sample.close(),
    };
  });
}

test('an answer that is not read to its end does not keep the file open', async () => {
  const sample = await SampleStore.open({ isWriting: true });
  await sample.load(eventsRecord({ event: 'a' }));
  const firstRows = defineQuery<object, unknown>('firstRows');
  const unread: unknown[] = [];
  const readFirstRows = inDuckdb(firstRows, async (connection) => {
    const result = await connection.stream('SELECT range, name FROM range(100_000), store.events');
    unread.push(result);
    return (await result.fetchChunk())?.rowCount;
  });
  const { instance } = sample;
  const status = (): StoreStatus => ({ state: 'ready', counters: noCounts });
  const options = { instance, mutex: new Mutex(), gate: new Gate(), queries: [readFirstRows], status };
  expect(await new DuckdbAnalyticsStore(options).run(firstRows, {})).toBeGreaterThan(0);
  await sample.atMoment(async (connection) => {
    await connection.run('DETACH store');
    await attachStore(connection, join(sample.root, 'store', 'store.duckdb'));
  });
  expect(unread).toHaveLength(1);
  await sample.close();
});
