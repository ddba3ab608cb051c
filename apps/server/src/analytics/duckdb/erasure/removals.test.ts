import { renameSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { type ErasedIds, eraseRecord, expireRecord } from '../../../collect/event-log/removal-records.ts';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { personTables } from './doomed-rows.ts';

const nobody: ErasedIds = { users: [], anonymous: [], devices: [], wholeDevices: [] };
const removalId = '018f2f6e-7c1a-7000-8000-0000000000e1';
const erase = (ids: Partial<ErasedIds>, atMs = receivedAtMs, id = removalId): LogRecord =>
  eraseRecord(scope, id, { ...nobody, ...ids }, atMs);
const contextOf = (user?: string, anonymous?: string, device?: string) => ({
  user: { id: user, anonymous_id: anonymous },
  device: { id: device },
});
const event = (name: string, user?: string, anonymous?: string, device?: string, id?: string) => ({
  event: name,
  event_id: id,
  context: contextOf(user, anonymous, device),
});
const crash = (n: number, more: object): LogRecord =>
  batchRecord(
    { crash_id: `018f2f6e-7c1a-7000-8000-0000000000c${n}`, is_repeatable_id: 'true', ...more },
    { kind: 'crash' },
  );
const link = (anonymous: string, user: string, device: string): LogRecord =>
  batchRecord({ anonymous_id: anonymous, user_id: user, device_id: device }, { kind: 'link' });
const attributes = (user: string, plan: string, atMs = receivedAtMs): LogRecord =>
  batchRecord({ user_id: user, attributes: { plan } }, { kind: 'user', receivedAtMs: atMs });
const plans = async (store: SampleStore): Promise<unknown[]> =>
  (await store.rows("SELECT attributes->>'plan' AS plan FROM all_user_attributes ORDER BY 1")).map(({ plan }) => plan);
const names = async (store: SampleStore): Promise<unknown[]> => (await store.events()).map((row) => row.event).sort();
const removal = async (store: SampleStore) =>
  (await store.rows('SELECT * EXCLUDE (id, p, e, received, until) FROM store.removals'))[0];
const ledger = async (store: SampleStore): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await store.rows("SELECT outcome, sum(items)::INTEGER AS n FROM all_ledger WHERE kind = 'events' GROUP BY 1")).map(
      ({ outcome, n }) => [outcome, n],
    ),
  ) as Record<string, number>;

for (const isWriting of [true, false]) {
  test(`an erased user is gone from every table, others stay (${isWriting ? 'from the file' : 'from memory'})`, async () => {
    const store = await SampleStore.open({ isWriting });
    await store.load(
      eventsRecord(
        event('own', 'ann', 'a-ann', 'd-ann', 'id-1'),
        event('before sign-in', undefined, 'a-ann', 'd-ann'),
        event('of bob on her browser', 'bob', 'a-ann', 'd-bob'),
        event('device only', undefined, undefined, 'd-ann'),
        event('somebody else', undefined, 'a-other', 'd-ann'),
      ),
      link('a-ann', 'ann', 'd-ann'),
      link('a-ann', 'bob', 'd-bob'),
      attributes('ann', 'hers'),
      attributes('bob', 'his'),
      crash(1, { user_id: 'ann' }),
      crash(2, { device_id: 'd-ann' }),
      crash(3, { user_id: 'bob', device_id: 'd-ann' }),
      batchRecord({ batch: [{ metric_name: 'm' }], context: { user_id: 'ann' } }, { kind: 'metrics' }),
      batchRecord({ device_id: 'd-ann', anonymous_id: 'a-ann' }, { kind: 'device' }),
      batchRecord(
        { batch: [], context: contextOf('ann') },
        { rejected: [{ index: 0, reason: 'bad', eventJson: '{"event":"by its batch"}' }] },
      ),
      batchRecord(
        { batch: [] },
        {
          rejected: [
            { index: 0, reason: 'bad', eventJson: '{"event":"named inside","properties":{"friend":"ann"}}' },
            { index: 1, reason: 'bad', eventJson: '{"event":"annabel","properties":{"friend":"annabel"}}' },
          ],
        },
      ),
    );
    await store.load(erase({ users: ['ann'], devices: ['d-ann'] }));
    expect(await names(store)).toEqual(['of bob on her browser', 'somebody else']);
    expect((await store.failedEvents()).map((row) => row.event)).toEqual(['annabel']);
    const left = async (table: string) => (await store.rows(`SELECT * FROM all_${table}`)).length;
    expect(await plans(store)).toEqual(['his']);
    expect([await left('crashes'), await left('metrics'), await left('device_facts')]).toEqual([1, 0, 0]);
    expect((await store.rows('SELECT DISTINCT user_id FROM all_links')).map((row) => row.user_id)).toEqual(['bob']);
    expect(await removal(store)).toMatchObject({
      kind: 'erase',
      events: 3n,
      crashes: 2n,
      metrics: 1n,
      device_facts: 1n,
      failed_events: 2n,
      is_scrubbed: false,
    });
    const everything = await store.rows('SELECT id_hash FROM store.erasures');
    expect(JSON.stringify(everything.map((row) => row.id_hash))).not.toContain('ann');
    await store.close();
  });
}

test('what the person does afterwards is kept, and a repeat of what was erased stays dropped', async () => {
  const store = await SampleStore.open();
  await store.load(
    eventsRecord(event('old', 'ann', 'a', 'd', 'id-1')),
    erase({ users: ['ann'] }),
    eventsRecord(event('old', 'ann', 'a', 'd', 'id-1'), event('new', 'ann', 'a', 'd', 'id-2')),
  );
  expect(await names(store)).toEqual(['new']);
  await store.load(eventsRecord(event('old', 'ann', 'a', 'd', 'id-1'), event('newer', 'ann', 'a', 'd', 'id-3')));
  expect(await names(store)).toEqual(['new', 'newer']);
  expect(await store.rows('SELECT user_id FROM all_links')).toHaveLength(1);
  expect(await ledger(store)).toEqual({ received: 5, stored: 3, duplicate: 2 });
  await store.close();
});

test('a whole device takes everything that names it', async () => {
  const store = await SampleStore.open();
  await store.load(
    eventsRecord(
      event('ann here', 'ann', 'a', 'd-1'),
      event('bob here', 'bob', 'b', 'd-1'),
      event('ann there', 'ann', 'a', 'd-2'),
    ),
    crash(1, { user_id: 'ann', device_id: 'd-1' }),
    erase({ wholeDevices: ['d-1'] }),
  );
  expect(await names(store)).toEqual(['ann there']);
  expect(await store.rows('SELECT 1 FROM all_crashes')).toEqual([]);
  await store.close();
});

test('another environment with the same ids keeps everything', async () => {
  const store = await SampleStore.open();
  const other = { environmentId: '018f2f6e-7c1a-7000-8000-0000000000ff' };
  await store.load(
    eventsRecord(event('here', 'ann')),
    { ...eventsRecord(event('there', 'ann')), ...other },
    erase({ users: ['ann'] }),
  );
  expect((await store.rows('SELECT name FROM all_events')).map((row) => row.name)).toEqual(['there']);
  await store.close();
});

test('a segment that turns up after the erasure is kept out, and counted as erased', async () => {
  const store = await SampleStore.open();
  const path = store.log.seal([eventsRecord(event('late', 'ann', 'a', 'd', 'id-1'), event('late of bob', 'bob'))]);
  renameSync(path, `${path}.hidden`);
  await store.load(erase({ users: ['ann'] }));
  renameSync(`${path}.hidden`, path);
  await store.loadSealed();
  expect(await names(store)).toEqual(['late of bob']);
  expect(await ledger(store)).toEqual({ received: 2, stored: 1, erased: 1 });
  expect(store.counters).toMatchObject({ storedEvents: 1, duplicateEvents: 0, unbalancedItems: 0 });
  await store.load(eventsRecord(event('late', 'ann', 'a', 'd', 'id-1')));
  expect(await names(store)).toEqual(['late of bob']);
  await store.close();
});

test('rows received before the bound expire; links and facts stay while newer events need them', async () => {
  const store = await SampleStore.open();
  const day = 86_400_000;
  const old = { receivedAtMs: receivedAtMs - 3 * day };
  const bound = receivedAtMs - 2 * day;
  await store.load(
    { ...eventsRecord(event('old', 'ann', 'a-ann', 'd', 'id-1')), ...old },
    { ...crash(1, { user_id: 'ann' }), ...old },
    { ...link('a-gone', 'gone', 'd-gone'), ...old },
    { ...batchRecord({ device_id: 'd-gone' }, { kind: 'device' }), ...old },
    { ...batchRecord({ device_id: 'd' }, { kind: 'device' }), ...old },
    eventsRecord(event('young', undefined, 'a-ann', 'd')),
    expireRecord(scope, removalId, bound, receivedAtMs),
  );
  expect(await names(store)).toEqual(['young']);
  expect(await store.rows('SELECT 1 FROM all_crashes')).toEqual([]);
  expect((await store.rows('SELECT anonymous_id AS a FROM all_links')).map(({ a }) => a)).toEqual(['a-ann']);
  expect((await store.rows('SELECT device_id AS d FROM all_device_facts')).map(({ d }) => d)).toEqual(['d']);
  await store.load(
    { ...eventsRecord(event('found late', 'bob')), ...old },
    eventsRecord(event('old', 'ann', 'a', 'd', 'id-1')),
  );
  expect(await names(store)).toEqual(['old', 'young']);
  await store.close();
});

test('attributes expire when others had taken their place before the bound', async () => {
  const store = await SampleStore.open();
  const day = 86_400_000;
  const ago = (days: number): number => receivedAtMs - days * day;
  await store.load(
    attributes('ann', 'a1', ago(9)),
    attributes('ann', 'a2', ago(5)),
    attributes('ann', 'a3', ago(1)),
    attributes('bob', 'b1', ago(9)),
    attributes('eve', 'e1', ago(9)),
    attributes('eve', 'e2', ago(8)),
    expireRecord(scope, removalId, ago(2), receivedAtMs),
  );
  // What ann had between the bound and her last change is still known, and what bob and eve have.
  expect(await plans(store)).toEqual(['a2', 'a3', 'b1', 'e2']);
  await store.load(attributes('late', 'l1', ago(9)));
  expect(await plans(store)).toContain('l1');
  await store.close();
});

const numRuns = process.env.LP_TORTURE === 'long' ? 60 : 3;
const anyName = fc.constantFrom('ann', 'bob', undefined);
const anyAnonymous = fc.constantFrom('a1', 'a2', undefined);
const anyDevice = fc.constantFrom('d1', 'd2', undefined);
const anyEvent = fc
  .tuple(anyName, anyAnonymous, anyDevice, fc.constantFrom('i1', 'i2', 'i3', undefined))
  .map(([user, anonymous, device, id]) => eventsRecord(event('e', user, anonymous, device, id)));
const anyRecord = fc.oneof(
  { weight: 5, arbitrary: anyEvent },
  fc.tuple(fc.constantFrom('a1', 'a2'), fc.constantFrom('ann', 'bob')).map(([a, u]) => link(a, u, 'd1')),
  fc.constantFrom('ann', 'bob').map((user) => attributes(user, 'pro')),
  fc.tuple(fc.integer({ min: 1, max: 9 }), anyName).map(([n, user]) => crash(n, { user_id: user, device_id: 'd1' })),
  fc
    .tuple(fc.constantFrom('ann', 'bob'), fc.uuid())
    .map(([user, id]) => erase({ users: [user], devices: ['d1'] }, receivedAtMs, id)),
);

test(
  'however the log is cut into loads, the store ends up the same as one built from it at once',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { minLength: 4, maxLength: 14 }),
        fc.boolean(),
        async (records, isWriting) => {
          const [live, rebuilt] = [await SampleStore.open({ isWriting }), await SampleStore.open()];
          for (const record of records) await live.load(record);
          for (const record of records) rebuilt.log.seal([record]);
          await rebuilt.loadSealed();
          for (const table of [...personTables, 'ledger'] as const) {
            expect(await contentOf(rebuilt, `all_${table}`), table).toEqual(await contentOf(live, `all_${table}`));
          }
          for (const table of ['erasures', 'erased_ids', 'removals']) {
            expect(await contentOf(rebuilt, `store.${table}`), table).toEqual(await contentOf(live, `store.${table}`));
          }
          await live.close();
          await rebuilt.close();
        },
      ),
      { numRuns },
    );
  },
  numRuns * 40_000,
);

/** As queries read them: how many rows say the same does not matter. */
const sums: Readonly<Record<string, string>> = {
  all_ledger: '(SELECT * EXCLUDE (items), sum(items) FROM all_ledger GROUP BY ALL)',
  all_links: '(SELECT e, anonymous_id, user_id, min(linked_at) FROM all_links GROUP BY ALL)',
  'store.removals': '(SELECT * EXCLUDE (links) FROM store.removals)',
};

async function contentOf(store: SampleStore, table: string): Promise<string[]> {
  const of = sums[table] ?? table;
  return (await store.rows(`SELECT x::VARCHAR AS text FROM ${of} AS x ORDER BY 1`)).map(({ text }) => String(text));
}

const at = (offsetMs: number): string => new Date(receivedAtMs + offsetMs).toISOString();

for (const isWriting of [true, false]) {
  test(`events of before an erasure that arrive late under new ids do not bring the person back (${isWriting ? 'file' : 'memory'})`, async () => {
    const store = await SampleStore.open({ isWriting });
    const late = [
      { ...event('late', 'ann', 'a-ann', 'd-ann', 'new-1'), timestamp: at(-3_600_000) },
      { ...event('late, anonymous', undefined, 'a-ann', undefined, 'new-2'), timestamp: at(-1) },
      { ...event('late, of bob', 'bob', undefined, undefined, 'new-3'), timestamp: at(-3_600_000) },
      { ...event('afterwards', 'ann', 'a-ann', 'd-ann', 'new-4'), timestamp: at(1_000) },
      event('without a time', 'ann', 'a-ann', 'd-ann', 'new-5'),
    ];
    const after = { receivedAtMs: receivedAtMs + 5_000 };
    const rejected = (timestamp: string) => [
      {
        index: 0,
        reason: 'bad',
        eventJson: JSON.stringify({ event: `rejected at ${timestamp}`, timestamp, user: 'ann' }),
      },
    ];
    const records = [
      batchRecord({ batch: late }, after),
      batchRecord({ batch: [] }, { ...after, rejected: rejected(at(-1)) }),
      batchRecord({ batch: [] }, { ...after, rejected: rejected(at(1)) }),
      batchRecord(
        { crash_id: '018f2f6e-7c1a-7000-8000-0000000000c9', user_id: 'ann', timestamp: at(-60_000) },
        { kind: 'crash', ...after },
      ),
    ];
    await store.load(eventsRecord(event('own', 'ann', 'a-ann', 'd-ann', 'id-1')));
    // In the segment of the erasure itself, and in a later one.
    await store.load(erase({ users: ['ann'], anonymous: ['a-ann'], devices: ['d-ann'] }), ...records);
    expect(await names(store)).toEqual(['afterwards', 'late, of bob', 'without a time']);
    await store.load(
      batchRecord({ batch: late.map((one) => ({ ...one, event_id: `${one.event_id}-again` })) }, after),
      ...records.slice(1),
    );
    expect(await names(store)).toEqual([
      'afterwards',
      'afterwards',
      'late, of bob',
      'late, of bob',
      'without a time',
      'without a time',
    ]);
    expect((await store.rows('SELECT crash_id FROM all_crashes')).length).toBe(0);
    expect([...new Set((await store.failedEvents()).map((row) => row.event))]).toEqual([`rejected at ${at(1)}`]);
    expect(store.notices).toEqual([]);
    await store.close();
  });
}
