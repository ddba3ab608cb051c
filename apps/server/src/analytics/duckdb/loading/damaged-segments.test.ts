import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { batchRecord, eventsRecord, SampleLog, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { eventsQuery } from '../../../features/events/queries/events.ts';

let store: SampleStore;
beforeEach(async () => {
  store = await SampleStore.open();
});
afterEach(() => store.close());

const names = async (): Promise<unknown[]> => (await store.events()).map((row) => row.event).sort();
const three = [eventsRecord({ event: 'a' }), eventsRecord({ event: 'b' }), eventsRecord({ event: 'c' })];

/** Replaces bytes of equal length, so that a checksum fails. */
const spoil = (from: string, to: string) => (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  copy.write(to, copy.indexOf(from));
  return copy;
};

test('a record whose checksum does not hold is lost alone, quarantined, counted and shown', async () => {
  store.log.seal(three, spoil('"event":"b"', '"event":"x"'));
  await store.loadSealed();
  expect(await names()).toEqual(['a', 'c']);
  expect(store.counters).toMatchObject({ storedEvents: 2, damagedRecords: 1, failedEvents: 1 });
  const [failed] = await store.failedEvents();
  expect(failed).toMatchObject({ kind: 'poison', reason: 'damaged on disk', raw: { b: { batch: [{ event: 'x' }] } } });
  expect(await store.rows('SELECT segment::INTEGER AS segment, reason FROM all_log_damage')).toEqual([
    { segment: 1, reason: 'record' },
  ]);
  expect(readdirSync(join(store.log.folder, 'quarantine'))).toHaveLength(1);
});

test('bytes that are no JSON any more are quarantined without a failed event', async () => {
  store.log.seal(three, spoil('"event":"b"', '\u0001event":"b'));
  await store.loadSealed();
  expect(await names()).toEqual(['a', 'c']);
  expect(store.counters).toMatchObject({ damagedRecords: 1, failedEvents: 0 });
});

test('a damaged segment that is loaded again changes nothing', async () => {
  store.log.seal(three, spoil('"event":"b"', '"event":"x"'));
  await store.loadSealed();
  const before = store.counters;
  await store.loadSealed();
  expect(store.counters).toEqual(before);
});

test('a segment without any good record is passed', async () => {
  store.log.seal([], () => Buffer.from('nothing of ours'));
  await store.load(eventsRecord({ event: 'next' }));
  expect(await names()).toEqual(['next']);
});

const lossOf = ({ damagedRecords, lostEvents, uncountedRecords }: SampleStore['counters']) => ({
  records: damagedRecords,
  events: lostEvents,
  uncounted: uncountedRecords,
});
const pair = eventsRecord({ event: 'x' }, { event: 'y' });

test('numbers of segments that were passed over are no loss', async () => {
  await store.load(eventsRecord({ event: 'a' }));
  store.log.skip();
  store.log.skip();
  await store.load(eventsRecord({ event: 'd' }));
  expect(lossOf(store.counters)).toEqual({ records: 0, events: 0, uncounted: 0 });
});

for (const isCounting of [true, false]) {
  const log = () => new SampleLog(join(store.root, 'log'), '018f2f6e-7c1a-7000-8000-00000000cafe', isCounting);
  const version = isCounting ? '' : ', in a log of the first version by groups';

  test(`segments that are gone are counted by what was in them, loading goes on, and one that turns up late is loaded${version}`, async () => {
    const own = log();
    own.seal([eventsRecord({ event: 'a' })]);
    await store.loadSealed();
    const paths = [own.seal([pair, pair]), own.seal([eventsRecord({ event: 'late' })])];
    const kept = paths.map((path) => readFileSync(path));
    for (const path of paths) rmSync(path);
    own.seal([eventsRecord({ event: 'd' })]);
    await store.loadSealed();
    expect(lossOf(store.counters)).toEqual(
      isCounting ? { records: 3, events: 5, uncounted: 0 } : { records: 2, events: 0, uncounted: 2 },
    );
    writeFileSync(paths[1] ?? '', kept[1] ?? '');
    await store.loadSealed();
    expect(await names()).toEqual(['a', 'd', 'late']);
    expect(lossOf(store.counters)).toEqual(
      isCounting ? { records: 2, events: 4, uncounted: 0 } : { records: 1, events: 0, uncounted: 1 },
    );
    await store.loadSealed();
    expect(store.counters.damagedRecords).toBe(isCounting ? 2 : 1);
  });

  test(`one that turns up late together with a new one does not make those between them lost${version}`, async () => {
    const own = log();
    const late = own.seal([eventsRecord({ event: 'late' })]);
    const kept = readFileSync(late);
    rmSync(late);
    for (const event of ['b', 'c']) {
      const path = own.seal([eventsRecord({ event })]);
      await store.loadSealed();
      rmSync(path);
    }
    writeFileSync(late, kept);
    own.seal([eventsRecord({ event: 'd' })]);
    await store.loadSealed();
    expect(await names()).toEqual(['b', 'c', 'd', 'late']);
    expect(lossOf(store.counters)).toEqual({ records: 0, events: 0, uncounted: 0 });
  });
}

test('a cut that nothing follows is told by what the segment still announces, and told better by the next segment', async () => {
  store.log.seal([pair, pair, pair], (bytes) => bytes.subarray(0, bytes.indexOf('\n{"c":') + 30));
  await store.loadSealed();
  expect(lossOf(store.counters)).toEqual({ records: 3, events: 0, uncounted: 3 });
  await store.load(eventsRecord({ event: 'next' }));
  expect(lossOf(store.counters)).toEqual({ records: 3, events: 6, uncounted: 0 });
});

test('a record that DuckDB cannot read is rewritten, its neighbours stay as they are', async () => {
  const huge = '12345678901234567890123';
  await store.load(
    batchRecord(`{"batch":[{"event":"a","properties":{"n":${huge}}}]}`),
    batchRecord(String.raw`{"batch":[{"event":"b\ud800","properties":{"nul\u0000":"x\u0000y","a":1,"a":2}}]}`),
    batchRecord('{"batch":[{"event":"c"}]}'),
  );
  expect(await names()).toEqual(['a', 'b\ufffd', 'c']);
  const rows = await store.events();
  expect(rows.find((row) => row.event === 'b\ufffd')?.properties).toEqual({ nul: 'xy', a: 2 });
  expect(
    (await store.analytics.run(eventsQuery, { scope, filter: { event: 'a' }, page: { limit: 1 } })).rowsJson,
  ).toContain(huge);
  expect(store.counters).toMatchObject({ storedEvents: 3, damagedRecords: 0 });
});

test('several segments of which one is unreadable are loaded one by one', async () => {
  store.log.seal([eventsRecord({ event: 'a' })]);
  store.log.seal([batchRecord(String.raw`{"batch":[{"event":"b\udfff"}]}`)]);
  store.log.seal([eventsRecord({ event: 'c' })]);
  await store.loadSealed();
  expect(await names()).toEqual(['a', 'b\ufffd', 'c']);
});

test('an item that is no event becomes a failed one, its neighbours keep their ids', async () => {
  await store.load(batchRecord('{"batch":[{"event":"a"},5,{"properties":{}},{"event":"d"}]}'));
  expect(await names()).toEqual(['a', 'd']);
  expect((await store.rows('SELECT idx FROM all_events ORDER BY idx')).map(({ idx }) => idx)).toEqual([0, 3]);
  expect((await store.failedEvents()).map((row) => row.raw)).toEqual([{ properties: {} }, 5]);
});

test('a body without a batch becomes a failed event', async () => {
  await store.load(batchRecord('{"batch":"odd"}'), eventsRecord({ event: 'a' }));
  expect(await names()).toEqual(['a']);
  expect((await store.failedEvents()).map((row) => row.raw)).toEqual([{ batch: 'odd' }]);
});

test('a body that is no JSON is quarantined and counted', async () => {
  await store.load(batchRecord('{"batch":[{"event":"a"'), eventsRecord({ event: 'b' }));
  expect(await names()).toEqual(['b']);
  expect(store.counters).toMatchObject({ damagedRecords: 1 });
  expect(readdirSync(join(store.log.folder, 'quarantine'))).toHaveLength(1);
});
