import { DAY_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  batchRecord,
  environmentId,
  eventsRecord,
  projectId,
  receivedAtMs,
  scope,
} from '../../../compose/testing/sample-log.ts';
import { SampleStore, type WireRow } from '../../../compose/testing/sample-store.ts';
import { countEventsQuery, eventsQuery } from '../../../features/events/queries/events.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const uuid = '0190A6C4-1111-7ABC-8DEF-00000000000F';

let store: SampleStore;
let count = 0;

beforeAll(async () => {
  store = await SampleStore.open();
});
afterAll(() => store.close());

/** The one stored event with this name. */
async function only(name: string): Promise<WireRow> {
  const { rowsJson } = await store.analytics.run(eventsQuery, { scope, filter: { event: name }, page: { limit: 10 } });
  const rows: WireRow[] = JSON.parse(rowsJson);
  expect(rows).toHaveLength(1);
  return rows[0] as WireRow;
}

let name: string;
beforeEach(() => {
  name = `event ${++count}`;
});

describe('names and types', () => {
  test('an event without a type is a track', async () => {
    await store.load(eventsRecord({ event: name }));
    expect(await only(name)).toMatchObject({ event: name, type: 'track', properties: {}, context: {}, event_id: null });
  });

  test('a page, screen, identify or group without a name is named after its type', async () => {
    const types = ['page', 'screen', 'identify', 'group'];
    await store.load(eventsRecord(...types.map((type) => ({ type, event: type === 'screen' ? '' : null }))));
    for (const stored of ['$pageview', '$screen', '$identify', '$group'])
      expect((await only(stored)).event).toBe(stored);
  });

  test('a page with a name keeps it', async () => {
    await store.load(eventsRecord({ type: 'page', event: name }));
    expect(await only(name)).toMatchObject({ type: 'page' });
  });
});

describe('context', () => {
  const shared = { user: { id: 'u', anonymous_id: 'a' }, device: { id: 'd' }, session: { id: 's' }, odd: [1] };

  test("an event without a context has the batch's, whole", async () => {
    await store.load(batchRecord({ batch: [{ event: name, context: null }], context: shared }));
    const expected = { user_id: 'u', anonymous_id: 'a', device_id: 'd', session_id: 's', context: shared };
    expect(await only(name)).toMatchObject(expected);
  });

  test("an event's own context replaces the batch's", async () => {
    await store.load(batchRecord({ batch: [{ event: name, context: { user: { id: 'v' } } }], context: shared }));
    const row = await only(name);
    expect(row).toMatchObject({ user_id: 'v', anonymous_id: null, device_id: null, session_id: null });
    expect(row.context).toEqual({ user: { id: 'v' } });
  });

  test("a context that is no object leaves the batch's", async () => {
    await store.load(batchRecord({ batch: [{ event: name, context: 'odd' }], context: shared }));
    expect(await only(name)).toMatchObject({ user_id: 'u', context: shared });
  });

  test('facts of an odd type cost nothing but themselves', async () => {
    const context = { user: 'odd', device: { id: 5, platform: { a: 1 }, model: null }, app: [1], session: { id: 's' } };
    await store.load(batchRecord({ batch: [{ event: name }], context }));
    const expected = { user_id: null, device_id: '5', session_id: 's', context };
    expect(await only(name)).toMatchObject(expected);
  });

  test('every fact has its column', async () => {
    const device = { platform: 'p', model: 'm', os_name: 'on', os_version: 'ov', type: 't', locale: 'l', country: 'c' };
    const app = { version: 'av', build: 'ab', namespace: 'an', build_channel: 'bc' };
    const context = { device: { ...device, timezone: 'tz' }, app, sdk: { name: 'sn', version: 'sv' }, release_id: 'r' };
    await store.load(batchRecord({ batch: [{ event: name }], context }));
    const [row] = await store.rows(`SELECT platform, device_model, os_name, os_version, device_type, locale, country,
      timezone, app_version, app_build, app_namespace, build_channel, sdk_name, sdk_version, release_id
      FROM all_events WHERE name = '${name}'`);
    const expected = ['p', 'm', 'on', 'ov', 't', 'l', 'c', 'tz', 'av', 'ab', 'an', 'bc', 'sn', 'sv', 'r'];
    expect(Object.values(row ?? {})).toEqual(expected);
  });
});

describe('time', () => {
  const at = receivedAtMs - 10_000;
  const lateBy = 3_600_000;
  const late = iso(receivedAtMs - lateBy);
  const cases = [
    { title: 'as sent', event: { timestamp: iso(at) }, expected: at },
    { title: 'of the receipt when there is none', event: {}, expected: receivedAtMs },
    {
      title: 'with a zone',
      event: { timestamp: '2020-01-02T03:04:05.678+05:30' },
      expected: Date.UTC(2020, 0, 1, 21, 34, 5, 678),
    },
    { title: 'before 1970', event: { timestamp: '1969-12-31T23:59:59.999Z' }, expected: -1 },
    {
      title: 'in antiquity is the earliest that can be written',
      event: { timestamp: '-0044-03-15T00:00:00Z' },
      expected: -62_135_596_800_000,
    },
    { title: 'of infinity is the receipt', event: { timestamp: 'infinity' }, expected: receivedAtMs },
    {
      title: 'within a day ahead is kept',
      event: { timestamp: iso(receivedAtMs + DAY_MS) },
      expected: receivedAtMs + DAY_MS,
    },
    {
      title: 'further ahead is the receipt',
      event: { timestamp: iso(receivedAtMs + DAY_MS + 1) },
      expected: receivedAtMs,
    },
    {
      title: 'is corrected by a clock that is off',
      event: { timestamp: iso(at) },
      sent_at: late,
      expected: at + lateBy,
    },
    {
      title: 'is not corrected below a minute',
      event: { timestamp: iso(at) },
      sent_at: iso(receivedAtMs - 60_000),
      expected: at,
    },
    {
      title: 'is not corrected when an event has an id',
      event: { timestamp: iso(at) },
      sent_at: late,
      other: { event: 'other', event_id: 'x1' },
      expected: at,
    },
    {
      title: 'is of the receipt when the correction leads far ahead',
      event: { timestamp: iso(receivedAtMs + DAY_MS) },
      sent_at: late,
      expected: receivedAtMs,
    },
  ];
  for (const { title, event, sent_at, other, expected } of cases) {
    test(`the time ${title}`, async () => {
      await store.load(batchRecord({ batch: [{ event: name, ...event }, ...(other ? [other] : [])], sent_at }));
      expect(await only(name)).toMatchObject({ timestamp: iso(expected), received_at: iso(receivedAtMs) });
    });
  }
});

describe('repeats', () => {
  test('in the same batch, the first wins', async () => {
    await store.load(
      eventsRecord(
        { event: name, event_id: name, properties: { n: 1 } },
        { event: name, event_id: name, properties: { n: 2 } },
      ),
    );
    expect((await only(name)).properties).toEqual({ n: 1 });
  });

  test('in another record and another segment, the first in the log wins', async () => {
    const one = (n: number) => eventsRecord({ event: name, event_id: name, properties: { n } });
    await store.load(one(1), one(2));
    await store.load(one(3));
    expect((await only(name)).properties).toEqual({ n: 1 });
  });

  test('a UUID is the same in any case; any other id is not', async () => {
    const ids = [uuid, uuid.toLowerCase(), `${name} a`, `${name} A`];
    await store.load(eventsRecord(...ids.map((event_id) => ({ event: name, event_id }))));
    const rows = await store.rows(
      `SELECT coalesce(id_uuid::VARCHAR, id_text) AS id FROM all_events WHERE name = '${name}'`,
    );
    expect(rows.map(({ id }) => id)).toEqual([uuid.toLowerCase(), `${name} a`, `${name} A`]);
  });

  test('36 characters that only resemble a UUID are kept as they are', async () => {
    const event_id = 'EDB5CF7BAA28-44E9-98DC-2428-59023FF2';
    await store.load(eventsRecord({ event: name, event_id }));
    expect((await only(name)).event_id).toBe(event_id);
  });

  test('the same id in another environment is another event', async () => {
    const other = { environmentId: '018f2f6e-7c1a-7000-8000-000000000009' };
    const body = { batch: [{ event: name, event_id: name }] };
    await store.load(batchRecord(body), batchRecord(body, other));
    const [row] = await store.rows(`SELECT count(*)::INTEGER AS n FROM all_events WHERE name = '${name}'`);
    expect(row).toEqual({ n: 2 });
  });

  test('events without an id always count', async () => {
    await store.load(eventsRecord({ event: name }, { event: name }));
    expect(await store.analytics.run(countEventsQuery, { scope, filter: { event: name } })).toBe(2);
  });

  test('loading the same segment again stores nothing', async () => {
    await store.load(eventsRecord({ event: name }));
    const before = store.counters;
    await store.loadSealed();
    expect(store.counters).toEqual(before);
    await only(name);
  });
});

describe('odd but legal', () => {
  test('23-digit integers keep their digits', async () => {
    await store.load(batchRecord(`{"batch":[{"event":"${name}","properties":{"n":12345678901234567890123}}]}`));
    const { rowsJson } = await store.analytics.run(eventsQuery, { scope, filter: { event: name }, page: { limit: 1 } });
    expect(rowsJson).toContain('"properties":{"n":12345678901234567890123}');
  });

  test('of two equal keys one counts, and the neighbours stay', async () => {
    const twice = `{"event":"${name}","event":"${name} b","properties":{"a":1,"a":2}}`;
    await store.load(batchRecord(`{"batch":[${twice},{"event":"${name} c"}]}`));
    expect(await store.analytics.run(countEventsQuery, { scope, filter: { event: name } })).toBe(1);
    expect(await store.analytics.run(countEventsQuery, { scope, filter: { event: `${name} c` } })).toBe(1);
  });

  test('__proto__, empty keys and depth are plain data', async () => {
    const properties = `{"__proto__":{"a":1},"":2,"deep":${'['.repeat(20)}${']'.repeat(20)}}`;
    await store.load(batchRecord(`{"batch":[{"event":"${name}","properties":${properties}}]}`));
    const { rowsJson } = await store.analytics.run(eventsQuery, { scope, filter: { event: name }, page: { limit: 1 } });
    expect(rowsJson).toContain(properties);
  });

  test('an index counts in the accepted batch and makes the row id', async () => {
    await store.load(eventsRecord({ event: `${name} first` }, { event: name }));
    const [row] = await store.rows(`SELECT log_tag, seq, idx FROM all_events WHERE name = '${name}'`);
    const tag = Number(row?.log_tag).toString(16).padStart(8, '0');
    const sequence = Number(row?.seq).toString(16).padStart(14, '0').slice(10);
    expect((await only(name)).id).toBe(`${tag}-0000-8000-8000-${sequence}00000001`);
  });

  test('a batch in which nothing was accepted is a record all the same', async () => {
    const rejected = [{ index: 0, reason: 'Event exceeds 32KB limit', eventJson: JSON.stringify({ event: name }) }];
    await store.load(batchRecord({ batch: [] }, { rejected }));
    const [row] = await store.failedEvents();
    expect(row).toMatchObject({
      kind: 'rejected',
      event: name,
      reason: 'Event exceeds 32KB limit',
      raw: { event: name },
    });
  });
});

test('rows name the project and the environment of their record', async () => {
  await store.load(eventsRecord({ event: name }));
  const rows = await store.rows(`SELECT p::VARCHAR AS p, e::VARCHAR AS e FROM all_events WHERE name = '${name}'`);
  expect(rows).toEqual([{ p: projectId, e: environmentId }]);
});
