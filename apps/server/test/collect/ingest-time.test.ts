import { HOUR_MS } from '@lamppost/protocol';
import { test as base, beforeAll, describe, expect } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base.extend('project', () => TestProject.create(server));

const iso = (ms: number) => new Date(ms).toISOString();

describe.concurrent('the time of an event', () => {
  test('is its receipt when it has none', async ({ project }) => {
    const before = Date.now();
    await project.ingest({ batch: [{ event: 'a' }, { event: 'b', timestamp: null }] });
    const after = Date.now();
    for (const { timestamp, received_at } of await project.events(2)) {
      expect(timestamp).toBe(received_at);
      expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(timestamp)).toBeLessThanOrEqual(after);
    }
  });

  const forms: Record<string, string> = {
    '2026-01-02T03:04:05Z': '2026-01-02T03:04:05.000Z',
    '2026-01-02T03:04:05.6Z': '2026-01-02T03:04:05.600Z',
    '2026-01-02T03:04:05.678901Z': '2026-01-02T03:04:05.678Z',
    '2026-01-02T03:04:05.678999999Z': '2026-01-02T03:04:05.678Z',
    '2026-01-02T03:04:05.999999999Z': '2026-01-02T03:04:05.999Z',
    '2026-01-02T03:04:05.678901234567Z': '2026-01-02T03:04:05.678Z',
    '2026-01-02T03:04:05,678Z': '2026-01-02T03:04:05.678Z',
    '2026-01-02T03:04:05.678+05:30': '2026-01-01T21:34:05.678Z',
    '2026-01-02T03:04:05-0800': '2026-01-02T11:04:05.000Z',
    '2026-01-02T03:04:05+01': '2026-01-02T02:04:05.000Z',
    '2026-01-02T03:04:05': '2026-01-02T03:04:05.000Z',
    '2026-01-02T03:04Z': '2026-01-02T03:04:00.000Z',
    '2026-01-02': '2026-01-02T00:00:00.000Z',
    '2026-01-02 03:04:05Z': '2026-01-02T03:04:05.000Z',
    '20260102T030405Z': '2026-01-02T03:04:05.000Z',
    '2026-01-02t03:04:05z': '2026-01-02T03:04:05.000Z',
    '2024-02-29T12:00:00Z': '2024-02-29T12:00:00.000Z',
    '2026-01-02T24:00:00Z': '2026-01-03T00:00:00.000Z',
    '2016-12-31T23:59:60Z': '2017-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z': '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00Z': '1970-01-01T00:00:00.000Z',
    '1815-12-10T00:00:00Z': '1815-12-10T00:00:00.000Z',
    '0001-01-01T00:00:00Z': '0001-01-01T00:00:00.000Z',
  };
  test('is read from any form of ISO 8601 and any past', async ({ project }) => {
    const batch = Object.keys(forms).map((timestamp) => ({ event: timestamp, event_id: timestamp, timestamp }));
    expect((await project.ingest({ batch })).json).toEqual({ data: { accepted: batch.length } });
    const rows = await project.events(batch.length);
    expect(Object.fromEntries(rows.map(({ event, timestamp }) => [event, timestamp]))).toEqual(forms);
  });

  test('one form that must be rewritten leaves its neighbours as they were sent', async ({ project }) => {
    const exact = '{"event":"exact","timestamp":"2026-01-02T03:04:05.123Z","properties":{"id":9007199254740993}}';
    await project.ingest(`{"batch":[${exact},{"event":"odd","timestamp":"20260102T030405Z"}]}`);
    await server.waitForCount(2, '', project.secret);
    const response = await project.get('/v1/events?event=exact');
    expect(response.text).toContain('9007199254740993');
    expect(response.text).toContain('2026-01-02T03:04:05.123Z');
  });

  for (const timestamp of [
    '',
    'now',
    '2026-13-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-01-02T25:00:00Z',
    '2026-01-02T03:04:05+99:00',
    '1767323045',
    'infinity',
    `2026-01-02T03:04:05.${'1'.repeat(100)}Z`,
  ]) {
    test(`"${timestamp.slice(0, 40)}" is no time: that event alone is rejected`, async ({ project }) => {
      const response = await project.ingest({ batch: [{ event: 'good' }, { event: 'bad', timestamp }] });
      expect(response.data()).toMatchObject({ accepted: 1, rejected: [{ index: 1, event: 'bad' }] });
      await project.event('?event=good');
    });
  }

  test('later than receipt by more than 24 hours is replaced by receipt, with a warning', async ({ project }) => {
    const near = iso(Date.now() + 23 * HOUR_MS);
    const far = iso(Date.now() + 25 * HOUR_MS);
    const response = await project.ingest({
      batch: [
        { event: 'near', timestamp: near },
        { event: 'far', timestamp: far },
        { event: 'farthest', timestamp: '9999-12-31T23:59:59.999Z' },
        { event: 'far in another zone', timestamp: far.replace('Z', '+00:00') },
      ],
    });
    expect(response.data().accepted).toBe(4);
    expect(response.data().validation_warnings?.map(({ index, field }) => [index, field])).toEqual([
      [1, 'timestamp'],
      [2, 'timestamp'],
      [3, 'timestamp'],
    ]);
    const [first, ...replaced] = await project.events(4);
    expect(first?.timestamp).toBe(near);
    for (const { timestamp, received_at } of replaced) expect(timestamp).toBe(received_at);
  });
});

describe.concurrent('a clock that is off', () => {
  const hourBehind = () => {
    const now = Date.now();
    return { sent_at: iso(now - HOUR_MS), timestamp: iso(now - HOUR_MS - 5_000) };
  };

  test('is corrected by sent_at when no event of the batch has an id', async ({ project }) => {
    const { sent_at, timestamp } = hourBehind();
    const askedAtMs = Date.now();
    await project.ingest({ batch: [{ event: 'a', timestamp }, { event: 'no time' }], sent_at });
    const answeredAtMs = Date.now();
    const [row, untimed] = await project.events(2);
    expect(Date.parse(row?.received_at ?? '')).toBeGreaterThanOrEqual(askedAtMs);
    expect(Date.parse(row?.received_at ?? '')).toBeLessThanOrEqual(answeredAtMs);
    expect(Date.parse(row?.received_at ?? '') - Date.parse(row?.timestamp ?? '')).toBe(5_000);
    expect(untimed?.timestamp).toBe(untimed?.received_at);
  });

  test('is corrected when it runs ahead, too', async ({ project }) => {
    const ahead = Date.now() + 48 * HOUR_MS;
    const response = await project.ingest({
      batch: [{ event: 'a', timestamp: iso(ahead - 1_000) }],
      sent_at: iso(ahead),
    });
    expect(response.json).toEqual({ data: { accepted: 1 } });
    const row = await project.event();
    expect(Date.parse(row.received_at) - Date.parse(row.timestamp)).toBe(1_000);
  });

  test('is left alone when it is off by less than a minute', async ({ project }) => {
    const timestamp = iso(Date.now() - 55_000);
    await project.ingest({ batch: [{ event: 'a', timestamp }], sent_at: iso(Date.now() - 50_000) });
    expect((await project.event()).timestamp).toBe(timestamp);
  });

  test('is left alone when any event has an id', async ({ project }) => {
    const { sent_at, timestamp } = hourBehind();
    await project.ingest({
      batch: [
        { event: 'a', timestamp },
        { event: 'b', timestamp, event_id: 'x' },
      ],
      sent_at,
    });
    for (const row of await project.events(2)) expect(row.timestamp).toBe(timestamp);
  });

  test('is left alone when the only event with an id is rejected', async ({ project }) => {
    const { sent_at, timestamp } = hourBehind();
    const response = await project.ingest({
      batch: [
        { event: 'a', timestamp },
        { event: 'bad', timestamp: 'never', event_id: 'x' },
      ],
      sent_at,
    });
    expect(response.data().accepted).toBe(1);
    expect((await project.event()).timestamp).toBe(timestamp);
  });

  test('null ids are no ids', async ({ project }) => {
    const { sent_at, timestamp } = hourBehind();
    await project.ingest({ batch: [{ event: 'a', timestamp, event_id: null }], sent_at });
    const row = await project.event();
    expect(Date.parse(row.received_at) - Date.parse(row.timestamp)).toBe(5_000);
  });

  test('a sent_at in another form is understood, and one that is none is ignored', async ({ project }) => {
    const { sent_at, timestamp } = hourBehind();
    const basic = sent_at.replaceAll('-', '').replaceAll(':', '');
    await project.ingest({ batch: [{ event: 'basic', timestamp }], sent_at: basic });
    for (const odd of ['never', 5, {}, [], true]) {
      const response = await project.ingest({ batch: [{ event: 'odd', timestamp }], sent_at: odd });
      expect(response.status).toBe(202);
    }
    const [row] = await project.events(1, '?event=basic');
    expect(Date.parse(row?.received_at ?? '') - Date.parse(row?.timestamp ?? '')).toBe(5_000);
    for (const odd of await project.events(5, '?event=odd')) expect(odd.timestamp).toBe(timestamp);
  });
});
