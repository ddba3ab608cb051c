import { HOUR_MS } from '@lamppost/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogRecord, RejectedEvent } from '../../../collect/event-log/log-record.ts';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore, type WireRow } from '../../../compose/testing/sample-store.ts';
import { replayableEventsQuery } from '../../../features/events/failed/queries/replayable-events.ts';

let sample: SampleStore;
beforeEach(async () => {
  sample = await SampleStore.open();
});
afterEach(() => sample.close());

const setApart = (event: object, more: Partial<RejectedEvent> = {}): RejectedEvent => ({
  index: 0,
  reason: 'does not fit',
  eventJson: JSON.stringify(event),
  setApart: { driftMs: 0 },
  ...more,
});
const quarantine = (event: object, body: object = {}, more: Partial<RejectedEvent> = {}): LogRecord =>
  batchRecord({ batch: [], ...body }, { rejected: [setApart(event, more)] });

/** The record that replays a failed event, as the server would write it. */
async function replayOf(id: string, replayedAtMs = Date.now()): Promise<LogRecord> {
  const query = { scope, ids: [id], filter: {}, limit: 1, replayedAtMs, claimed: [] };
  const [event] = (await sample.analytics.run(replayableEventsQuery, query)).events;
  if (event === undefined) throw new Error(`There is no failed event ${id}`);
  return batchRecord(event.bodyJson, { kind: 'replay', receivedAtMs: event.receivedAtMs });
}
const onlyFailed = async (): Promise<WireRow> => {
  const [row] = await sample.failedEvents();
  if (row === undefined) throw new Error('Nothing has failed');
  return row;
};
const idOf = async () => String((await onlyFailed()).id);

describe('a failed event that is replayed', () => {
  test('is what it would have been, had it been stored at once', async () => {
    const context = { user: { id: 'u' }, device: { id: 'd', platform: 'ios' }, session: { id: 's' } };
    const sent_at = new Date(receivedAtMs - 2 * HOUR_MS).toISOString();
    const timestamp = new Date(receivedAtMs - 3 * HOUR_MS).toISOString();
    const event = { event: 'bought', timestamp, properties: { id: 1 } };
    const big = JSON.stringify(event).replace('"id":1', '"id":12345678901234567890');
    await sample.load(batchRecord(`{"batch":[${big}],"context":${JSON.stringify(context)},"sent_at":"${sent_at}"}`));
    const [expected] = await sample.rows('SELECT * EXCLUDE (seq, idx) FROM all_events');
    const apart = { sentAt: sent_at, driftMs: 2 * HOUR_MS };
    await sample.load(quarantine(event, { context }, { eventJson: big, setApart: apart }));
    await sample.load(await replayOf(await idOf()));
    const rows = await sample.rows('SELECT * EXCLUDE (seq, idx) FROM all_events ORDER BY seq');
    expect(rows).toEqual([expected, expected]);
    expect(String(rows[1]?.properties)).toContain('12345678901234567890');
  });

  test('keeps its own context, and a time too far ahead is that of its first receipt', async () => {
    const event = {
      event: 'late',
      event_id: 'one',
      context: { user: { id: 'own' } },
      timestamp: new Date(receivedAtMs + 30 * HOUR_MS).toISOString(),
    };
    await sample.load(quarantine(event, { context: { user: { id: 'shared' } } }));
    await sample.load(await replayOf(await idOf()));
    const at = new Date(receivedAtMs).toISOString();
    expect(await sample.events()).toMatchObject([
      { event: 'late', event_id: 'one', user_id: 'own', timestamp: at, received_at: at },
    ]);
  });

  test('says when, in the list of failed events', async () => {
    await sample.load(quarantine({ event: 'a' }));
    expect(await onlyFailed()).toMatchObject({ kind: 'quarantined', replayed_at: null });
    const replayedAtMs = Date.now();
    await sample.load(await replayOf(await idOf(), replayedAtMs));
    expect(await onlyFailed()).toMatchObject({ replayed_at: new Date(replayedAtMs).toISOString() });
    expect(sample.counters).toMatchObject({ storedEvents: 1, duplicateEvents: 0, failedEvents: 1 });
  });

  for (const where of ['in one load', 'in two loads', 'with what failed in the file', 'in the load that brings it']) {
    test(`is stored once, however often it is replayed: ${where}`, async () => {
      const failing = quarantine({ event: 'a' });
      await sample.load(failing);
      const replay = await replayOf(await idOf());
      if (where === 'in the load that brings it') {
        const again = await SampleStore.open();
        again.log.seal([failing, replay, replay]);
        await again.loadSealed();
        expect((await again.events()).map(({ event }) => event)).toEqual(['a']);
        await again.close();
        return;
      }
      if (where === 'with what failed in the file') await sample.write();
      if (where === 'in two loads') await sample.load(replay);
      await sample.load(replay, replay);
      await sample.write();
      await sample.load(replay);
      expect((await sample.events()).map(({ event }) => event)).toEqual(['a']);
      expect(sample.counters.storedEvents).toBe(1);
    });
  }

  test('holds its id: a repeat before and after the replay is a repeat', async () => {
    const event = { event: 'a', event_id: 'held' };
    await sample.load(quarantine(event), eventsRecord({ event: 'repeat', event_id: 'held' }));
    const replay = await replayOf(await idOf());
    await sample.load(replay, eventsRecord({ event: 'repeat', event_id: 'held' }));
    await sample.load(eventsRecord({ event: 'repeat', event_id: 'held' }));
    expect((await sample.events()).map(({ event: name }) => name)).toEqual(['a']);
    expect(sample.counters).toMatchObject({ storedEvents: 1, duplicateEvents: 3 });
  });

  test('is stored from its record alone when the failed one is lost, and its id counts from then on', async () => {
    await sample.load(quarantine({ event: 'a', event_id: 'alone' }));
    const replay = await replayOf(await idOf());
    const other = await SampleStore.open();
    await other.load(replay);
    await other.load(eventsRecord({ event: 'repeat', event_id: 'alone' }), replay);
    expect((await other.events()).map(({ event }) => event)).toEqual(['a']);
    await other.close();
    const third = await SampleStore.open();
    await third.load(eventsRecord({ event: 'was first', event_id: 'alone' }));
    await third.load(replay);
    expect((await third.events()).map(({ event }) => event)).toEqual(['was first']);
    await third.close();
  });
});

test('rejected events, metrics and whole records cannot be replayed', async () => {
  const rejected = { index: 0, reason: 'bad', eventJson: '{"event":"r"}' };
  await sample.load(
    batchRecord({ batch: [] }, { rejected: [rejected] }),
    batchRecord({ batch: [] }, { kind: 'metrics', rejected: [setApart({ metric_name: 'm' })] }),
    quarantine({ event: 'open' }),
  );
  const run = { scope, filter: {}, limit: 10, replayedAtMs: 1, claimed: [] };
  const all = await sample.analytics.run(replayableEventsQuery, {
    ...run,
    ids: (await sample.failedEvents()).map(({ id }) => String(id)),
  });
  expect(all.events.map(({ state }) => state).sort()).toEqual(['not_replayable', 'not_replayable', 'open']);
  const open = await sample.analytics.run(replayableEventsQuery, run);
  expect([open.open, open.events.map(({ state }) => state)]).toEqual([1, ['open']]);
});

test('those that match are found oldest first, without those that are claimed', async () => {
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
    await sample.load({ ...quarantine({ event: name }), receivedAtMs: receivedAtMs + index });
  }
  const run = (more: object) =>
    sample.analytics.run(replayableEventsQuery, { scope, filter: {}, limit: 2, replayedAtMs: 1, claimed: [], ...more });
  const names = ({ events }: Awaited<ReturnType<typeof run>>) =>
    events.map(({ rowJson }) => (JSON.parse(rowJson) as { event: string }).event);
  const first = await run({});
  expect([first.open, names(first)]).toEqual([4, ['a', 'b']]);
  const claimed = first.events.map(({ id }) => id);
  expect([names(await run({ claimed })), (await run({ claimed })).open]).toEqual([['c', 'd'], 2]);
  expect(names(await run({ filter: { event: 'c' } }))).toEqual(['c']);
  expect(names(await run({ filter: { kind: 'poison' } }))).toEqual([]);
  expect((await run({ claimed })).settled).toEqual([]);
  await sample.load(await replayOf(claimed[0] ?? ''));
  expect((await run({ claimed })).settled).toEqual([claimed[0]]);
  expect(names(await run({}))).toEqual(['b', 'c']);
});

test('other environments cannot see or replay it', async () => {
  await sample.load(quarantine({ event: 'a' }));
  const elsewhere = { ...scope, environmentId: '018f2f6e-7c1a-7000-8000-0000000000ff' };
  const query = { scope: elsewhere, ids: [await idOf()], filter: {}, limit: 1, replayedAtMs: 1, claimed: [] };
  expect((await sample.analytics.run(replayableEventsQuery, query)).events).toEqual([]);
});
