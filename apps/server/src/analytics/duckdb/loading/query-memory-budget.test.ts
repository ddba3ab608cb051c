import { expect, test } from 'vitest';
import { eventsRecord } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';

const event = (n: number) => ({
  event: 'wide',
  event_id: `wide-${n}`,
  properties: { text: `${n} `.repeat(150) },
  context: { note: `${n}/`.repeat(150) },
});
const batchOf = (first: number) => eventsRecord(...Array.from({ length: 100 }, (_, at) => event(first + at)));
const batches = Array.from({ length: 100 }, (_, at) => batchOf(at * 100));

async function noticesOf(options: { readonly memoryLimitMb: number; readonly spareMemoryMb?: number }) {
  const store = await SampleStore.open(options);
  await store.load(...batches);
  const { notices, counters } = store;
  await store.close();
  return { notices, storedEvents: counters.storedEvents };
}

test('a load that does not fit into memory borrows some and is not taken apart', async () => {
  expect(await noticesOf({ memoryLimitMb: 64, spareMemoryMb: 256 })).toEqual({ notices: [], storedEvents: 10_000 });
});

test('without memory to borrow the same load does not fit', async () => {
  const store = await SampleStore.open({ memoryLimitMb: 64 });
  store.log.seal(batches);
  expect(await store.outcomeOfSealed()).toMatchObject({ outcome: 'refused', isTransient: true });
  await store.close();
});

test('want of memory is not taken for poison: the same events are loaded, less of them at a time', async () => {
  const { notices, storedEvents } = await noticesOf({ memoryLimitMb: 100 });
  expect(storedEvents).toBe(10_000);
  expect(notices).not.toEqual([]);
  for (const notice of notices) expect(notice).toMatch(/too little memory, loading it in \d+ parts: Out of Memory/);
});

test('what does not fit even in parts waits for memory, and nothing of it becomes a failed event', async () => {
  const store = await SampleStore.open({ memoryLimitMb: 64 });
  await expect(store.load(...batches)).rejects.toThrow('segment 1 waits for memory: Out of Memory');
  expect(await store.failedEvents()).toEqual([]);
  await store.close();
});
