import { batchRecord } from '../../compose/testing/sample-log.ts';
import { SampleProcess, until } from '../../compose/testing/sample-process.ts';
import { liveEventsContract } from './live-events.contract.ts';

liveEventsContract('StoreProcess', async () => {
  const sample = new SampleProcess();
  await until(() => sample.store.status().state === 'ready');
  return {
    live: sample.store,
    load: async (records) => {
      sample.seal(...records.map(({ batch, ...more }) => batchRecord({ batch }, more)));
      await sample.settled();
    },
    crash: async () => {
      const { restarts } = sample.store.status();
      process.kill(sample.store.pid ?? 0, 'SIGKILL');
      await until(() => sample.store.status().restarts > restarts && sample.store.status().state === 'ready');
    },
    close: () => sample.close(),
  };
});
