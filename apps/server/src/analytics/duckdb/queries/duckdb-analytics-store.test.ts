import { batchRecord } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { analyticsStoreContract } from '../../analytics-store.contract.ts';
import type { StoreStatus } from '../../analytics-store.ts';

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
