import type { Wire } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import { countAt, noRate, ratePerSecond, secondsBefore } from './event-rate.ts';
import { backfillRows, emptyLog, filterRows, hasRow, takeRows } from './live-log.ts';
import { liveRow, storedRow } from './live-row.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 15, 10, 0, second)).toISOString();
const row = (id: string, second: number, name = 'opened') =>
  storedRow({
    id,
    event_id: null,
    event: name,
    type: 'track',
    properties: { Plan: 'Pro', items: 3 },
    context: { device: { platform: 'ios' } },
    user_id: null,
    anonymous_id: `anon-${id}`,
    device_id: null,
    session_id: null,
    timestamp: at(second),
    received_at: at(second),
  } as Wire['EventRow']);
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('rows', () => {
  test('a stored event says who it is of by the best id there is', () => {
    expect(row('a', 1)).toMatchObject({ who: 'anon-a', platform: 'ios', properties: 'Plan: Pro   items: 3' });
  });

  test('a refused event has its reason, and may have no name', () => {
    const reported = {
      status: 'rejected',
      id: 'x',
      event: '',
      reason: 'event is required',
      raw: 5,
      received_at: at(1),
    };
    expect(liveRow(reported)).toMatchObject({ status: 'rejected', name: '', reason: 'event is required' });
  });

  test('a status that is not known yet is passed over', () => {
    expect(liveRow({ status: 'archived', id: 'x' })).toBeUndefined();
  });

  test('a huge property does not make a huge line', () => {
    const event = { ...(row('a', 1).event as Wire['EventRow']), properties: { text: 'x'.repeat(100_000) } };
    const { haystack, properties } = storedRow(event);
    expect(haystack.length).toBeLessThanOrEqual(33_000);
    expect(properties.length).toBeLessThanOrEqual(400);
  });
});

describe('the log', () => {
  test('has the newest on top, and the oldest fall off', () => {
    const log = takeRows(takeRows(emptyLog, [row('a', 1), row('b', 2)], 3), [row('c', 3), row('d', 4)], 3);
    expect(ids(log.rows)).toEqual(['d', 'c', 'b']);
    expect(log.shown).toBe(log.rows);
  });

  test('shows only what matches, in names, ids and properties, whatever the case', () => {
    const log = takeRows(emptyLog, [row('a', 1), row('b', 2, 'closed')]);
    expect(ids(filterRows(log, 'CLOSED').shown)).toEqual(['b']);
    expect(ids(filterRows(log, 'anon-a').shown)).toEqual(['a']);
    expect(ids(filterRows(log, '"plan":"pro"').shown)).toEqual(['b', 'a']);
    expect(ids(filterRows(log, '  ').shown)).toEqual(['b', 'a']);
  });

  test('holds what comes against the filter, and keeps the rest for when it is taken away', () => {
    const filtered = filterRows(takeRows(emptyLog, [row('a', 1)]), 'closed');
    const log = takeRows(filtered, [row('b', 2, 'closed'), row('c', 3)]);
    expect(ids(log.shown)).toEqual(['b']);
    expect(ids(filterRows(log, '').shown)).toEqual(['c', 'b', 'a']);
  });

  test('a backfill that comes late takes no event twice and puts each at its place', () => {
    const streamed = takeRows(emptyLog, [row('c', 3), row('d', 4)]);
    const log = backfillRows(streamed, [row('c', 3), row('b', 2), row('a', 1)]);
    expect(ids(log.rows)).toEqual(['d', 'c', 'b', 'a']);
    expect(backfillRows(log, [row('a', 1)])).toBe(log);
  });

  test('a stream that brings what is older than the backfill does not put it on top', () => {
    const log = takeRows(backfillRows(emptyLog, [row('c', 3), row('b', 2)]), [row('a', 1), row('b', 2), row('c', 3)]);
    expect(ids(log.shown)).toEqual(['c', 'b', 'a']);
  });

  test('a stream that tells what the backfill had already brings no event twice', () => {
    const log = backfillRows(emptyLog, [row('b', 2), row('a', 1)]);
    expect(ids(takeRows(log, [row('b', 2), row('c', 3)]).rows)).toEqual(['c', 'b', 'a']);
    expect(takeRows(log, [row('b', 2)])).toBe(log);
    expect([hasRow(log, row('b', 2)), hasRow(log, row('c', 3))]).toEqual([true, false]);
  });
});

describe('the rate', () => {
  const now = 1_000_000_000;

  test('is the mean of the last seconds that are over', () => {
    const rate = countAt(countAt(noRate, now - 1000, 100), now, 900);
    expect(ratePerSecond(rate, now)).toBe(20);
  });

  test('forgets what is older than a minute', () => {
    const rate = countAt(countAt(noRate, now - 70_000, 5), now, 1);
    expect(rate.perSecond.size).toBe(1);
    expect(secondsBefore(rate, now + 1000).at(-1)).toBe(1);
  });
});
