import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchRecord, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { countEventsQuery, eventsQuery } from '../../../features/events/queries/events.ts';

const context = { user: { id: 'User-7', anonymous_id: 'anon-9' }, device: { id: 'dev.1' }, session: { id: 's%_1' } };
let sample: SampleStore;

beforeAll(async () => {
  sample = await SampleStore.open();
  const batch = [
    { event: 'Checkout Started', context, properties: { path: '/käse', note: 'a.b(c)*' } },
    { event: 'other', properties: { note: "it's 100%", nested: { city: 'ÜBERLINGEN' } } },
  ];
  await sample.load(batchRecord({ batch }));
});
afterAll(() => sample.close());

const find = async (search: string): Promise<string[]> => {
  const filter = { search };
  const { rowsJson } = await sample.analytics.run(eventsQuery, { scope, filter, page: { limit: 10 } });
  const names = (JSON.parse(rowsJson) as { event: string }[]).map(({ event }) => event);
  expect(await sample.analytics.run(countEventsQuery, { scope, filter })).toBe(names.length);
  return names;
};

describe('a search finds', () => {
  const found: [string, string][] = [
    ['checkout st', 'Checkout Started'],
    ['user-7', 'Checkout Started'],
    ['ANON', 'Checkout Started'],
    ['Dev.1', 'Checkout Started'],
    ['s%_1', 'Checkout Started'],
    ['/KÄSE', 'Checkout Started'],
    ['a.b(c)*', 'Checkout Started'],
    ["it's 100%", 'other'],
    ['überlingen', 'other'],
  ];
  for (const [search, event] of found) test(search, async () => expect(await find(search)).toEqual([event]));
});

test('a search takes every character for itself', async () => {
  for (const search of ['dev_1', 'devX1', '.*', 'a.b(c)+', '%', '_1x', "' OR 1=1", '\\', '\u0000', '[a-z]']) {
    expect([search, await find(search)]).toEqual([search, search === '%' ? ['other', 'Checkout Started'] : []]);
  }
});

test('pages of a search neither repeat nor skip, however far back the events lie', async () => {
  const spread = await SampleStore.open();
  const now = Date.now();
  const ages = [0, 0.1, 0.5, 2, 3, 10, 30, 100, 400, 2_000, 9_000];
  const batch = ages.flatMap((hours, index) => [
    { event: `wanted ${index}`, timestamp: new Date(now - hours * HOUR_MS).toISOString() },
    { event: 'another', timestamp: new Date(now - hours * HOUR_MS).toISOString() },
  ]);
  await spread.load(batchRecord({ batch: batch.slice(0, 8) }));
  await spread.write();
  await spread.load(batchRecord({ batch: batch.slice(8) }));
  for (const limit of [1, 3, 100]) {
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { rowsJson: string; nextCursor: string | null } = await spread.analytics.run(eventsQuery, {
        scope,
        filter: { search: 'WANTED' },
        page: { limit, ...(cursor === null ? {} : { cursor }) },
      });
      names.push(...(JSON.parse(page.rowsJson) as { event: string }[]).map(({ event }) => event));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(names).toEqual(ages.map((_, index) => `wanted ${index}`));
  }
  await spread.close();
});
