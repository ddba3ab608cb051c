import { MINUTE_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonIds, PersonRef } from '../../../analytics/person-ref.ts';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import type { PeopleParams, PersonParams, PersonTable, RankedPeopleParams } from '../queries/people.ts';
import { peopleQuery, personQuery, personRowsQuery, rankedPeopleQuery, timelineQuery } from '../queries/people.ts';

const at = (minutes: number): string => new Date(receivedAtMs - 600 * MINUTE_MS + minutes * MINUTE_MS).toISOString();

interface Ids {
  readonly user?: string;
  readonly anonymous?: string;
  readonly device?: string;
}

const contextOf = ({ user, anonymous, device }: Ids) => ({
  user: { id: user, anonymous_id: anonymous },
  device: { id: device, platform: 'ios' },
  session: { id: `s-${user ?? anonymous ?? device}` },
});
const event = (name: string, minutes: number, ids: Ids) => ({
  event: name,
  timestamp: at(minutes),
  context: contextOf(ids),
});
const record = (kind: LogRecord['kind'], body: object, minutes: number): LogRecord =>
  batchRecord(body, { kind, receivedAtMs: Date.parse(at(minutes)) });
const link = (anonymous: string, user: string, minutes: number, device = 'dx') =>
  record('link', { anonymous_id: anonymous, user_id: user, device_id: device }, minutes);

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
  await store.load(
    eventsRecord(
      event('before', 1, { anonymous: 'a-ann', device: 'd-ann' }),
      event('as ann', 5, { user: 'ann', anonymous: 'a-ann', device: 'd-ann' }),
      event('as bob on the same browser', 9, { user: 'bob', anonymous: 'a-ann', device: 'd-bob' }),
      event('nobody signed in', 10, { anonymous: 'a-ann' }),
      event('passing by', 20, { anonymous: 'a-visitor', device: 'd-visitor' }),
      event('headless', 30, { device: 'd-sensor' }),
      { event: 'of nobody', timestamp: at(40) },
    ),
    link('a-ann', 'ann', 4, 'd-ann'),
    link('a-ann', 'bob', 8, 'd-bob'),
    link('a-new', 'only-identified', 15),
    record('crash', { crash_id: '018f2f6e-7c1a-7000-8000-0000000000c1', user_id: 'ann', timestamp: at(6) }, 6),
    record('crash', { crash_id: '018f2f6e-7c1a-7000-8000-0000000000c2', device_id: 'd-ann', timestamp: at(7) }, 7),
    record('metrics', { batch: [{ metric_name: 'm', value_ms: 1 }], context: { user_id: 'ann' } }, 7),
    record('device', { device_id: 'd-ann', anonymous_id: 'a-ann', platform: 'ios' }, 1),
    { ...eventsRecord(), rejected: [{ index: 0, reason: 'bad', eventJson: '{"context":{"user":{"id":"ann"}}}' }] },
  );
});
afterAll(() => store.close());

const people = (more: Partial<PeopleParams> = {}) =>
  store.analytics.run(peopleQuery, { scope, page: { limit: 100 }, ...more });
const person = (id: string, hints: Partial<PersonParams['hints']> = {}) =>
  store.analytics.run(personQuery, { scope, id, hints: { isUser: false, ...hints } });
const idsOf = async (id: string): Promise<PersonIds> => {
  const ids = (await person(id))?.ids;
  if (ids === undefined) throw new Error(`nobody is ${id}`);
  return ids;
};
const rowsOf = async (id: string, table: PersonTable): Promise<Record<string, unknown>[]> => {
  const page = await store.analytics.run(personRowsQuery, { scope, ids: await idsOf(id), table, page: { limit: 100 } });
  return JSON.parse(page.rowsJson);
};
const ann: PersonRef = { kind: 'user', id: 'ann' };

test('persons are listed by their last activity, those who were only identified too', async () => {
  const { rows, nextCursor } = await people();
  expect(rows.map(({ kind, id, eventCount }) => [kind, id, eventCount])).toEqual([
    ['device', 'd-sensor', 1],
    ['anonymous', 'a-visitor', 1],
    ['user', 'only-identified', 0],
    ['user', 'ann', 3],
    ['user', 'bob', 1],
  ]);
  expect(rows[3]).toMatchObject({ firstSeenMs: Date.parse(at(1)), lastSeenMs: Date.parse(at(10)), platform: 'ios' });
  expect(nextCursor).toBeNull();
});

test('pages neither repeat nor skip', async () => {
  const all = (await people()).rows;
  for (const limit of [1, 2, 3]) {
    const seen = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await people({ page: { limit, ...(cursor === undefined ? {} : { cursor }) } });
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      seen.push(...page.rows);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  }
});

test('a search finds persons by any of their ids, and users who are named in addition', async () => {
  const found = async (query: Partial<PeopleParams>) => (await people(query)).rows.map(({ id }) => id);
  expect(await found({ search: 'visit' })).toEqual(['a-visitor']);
  expect(await found({ search: 'd-ann' })).toEqual(['ann']);
  expect(await found({ search: 'nothing like it' })).toEqual([]);
  expect(await found({ userIds: ['bob'] })).toEqual(['bob']);
  expect(await found({ search: 'sensor', userIds: ['bob'] })).toEqual(['d-sensor', 'bob']);
});

const ranked = (more: Partial<RankedPeopleParams>) =>
  store.analytics.run(rankedPeopleQuery, {
    scope,
    page: { limit: 100 },
    sort: 'last_seen',
    isAscending: false,
    ...more,
  });

test('other orders hold the same people with the same facts, page by page', async () => {
  const everybody = (await people()).rows;
  const ranks = {
    last_seen: (row: (typeof everybody)[number]) => row.lastSeenMs,
    first_seen: (row: (typeof everybody)[number]) => row.firstSeenMs,
    event_count: (row: (typeof everybody)[number]) => row.eventCount,
  };
  for (const sort of ['last_seen', 'first_seen', 'event_count'] as const) {
    for (const isAscending of [false, true]) {
      const seen: (typeof everybody)[number][] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await ranked({
          sort,
          isAscending,
          page: { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
        });
        seen.push(...page.rows);
        cursor = page.nextCursor;
      }
      const values = seen.map(ranks[sort]);
      expect(values).toEqual([...values].sort((a, b) => (isAscending ? a - b : b - a)));
      expect(new Set(seen)).toEqual(new Set(everybody));
    }
  }
});

test('some of them: by the latest event, by a cohort, and searched among those', async () => {
  const found = async (more: Partial<RankedPeopleParams>) => (await ranked(more)).rows.map(({ id }) => id);
  const latest = { scope, kind: 'latest', filters: [{ field: 'event_name', op: 'eq', value: 'nobody signed in' }] };
  expect(await found({ among: latest as never })).toEqual(['ann']);
  const listed = { scope, kind: 'users', userIdsJson: '["ann","bob","nobody"]' } as const;
  expect(await found({ among: listed })).toEqual(['ann', 'bob']);
  expect(await found({ among: listed, search: 'd-bob' })).toEqual(['bob']);
  const all = (await people()).rows.find(({ id }) => id === 'ann');
  expect((await ranked({ search: 'd-ann' })).rows).toEqual([all]);
});

test('another scope sees nobody', async () => {
  const other = { ...scope, environmentId: '018f2f6e-7c1a-7000-8000-0000000000ff' };
  expect((await people({ scope: other })).rows).toEqual([]);
  expect(await store.analytics.run(personQuery, { scope: other, id: 'ann', hints: { isUser: false } })).toBeUndefined();
});

const resolved = [
  { name: 'a user id', id: 'ann', expected: ann },
  { name: 'an anonymous id that is linked, the earliest link counting', id: 'a-ann', expected: ann },
  { name: 'an anonymous id without a link', id: 'a-visitor', expected: { kind: 'anonymous', id: 'a-visitor' } },
  { name: 'a device by whose its newest event is', id: 'd-bob', expected: { kind: 'user', id: 'bob' } },
  { name: 'a device of an anonymous id', id: 'd-visitor', expected: { kind: 'anonymous', id: 'a-visitor' } },
  { name: 'a device that is all there is', id: 'd-sensor', expected: { kind: 'device', id: 'd-sensor' } },
];
for (const { name, id, expected } of resolved) {
  test(`an id is resolved to its person: ${name}`, async () => {
    expect(await person(id)).toMatchObject(expected);
  });
}

test('what is known elsewhere counts for ids that have no rows', async () => {
  expect(await person('nobody')).toBeUndefined();
  expect(await person('nobody', { isUser: true })).toMatchObject({ kind: 'user', id: 'nobody', eventCount: 0 });
  expect(await person('d-new', { boundUserId: 'ann' })).toMatchObject(ann);
  expect(await person('d-new', { anonymousId: 'a-visitor' })).toMatchObject({ kind: 'anonymous', id: 'a-visitor' });
  expect(await person('d-new', { anonymousId: 'a-ann' })).toMatchObject(ann);
  expect(await person('d-new', { anonymousId: 'a-none' })).toMatchObject({ kind: 'device', id: 'd-new' });
});

test('a profile has the ids, the span and the sessions of the person', async () => {
  expect(await person('ann')).toEqual({
    ...ann,
    ids: { userId: 'ann', anonymousIds: ['a-ann'], deviceIds: ['d-ann'] },
    firstSeenMs: Date.parse(at(1)),
    lastSeenMs: Date.parse(at(10)),
    eventCount: 3,
    sessionCount: 2,
  });
});

test('the timeline merges events and crashes, newest first, page by page', async () => {
  const ids = await idsOf('ann');
  const page = (limit: number, cursor?: string) =>
    store.analytics.run(timelineQuery, { scope, ids, page: { limit, ...(cursor === undefined ? {} : { cursor }) } });
  const all = JSON.parse((await page(100)).rowsJson) as { kind: string; event?: string; timestamp: string }[];
  expect(all.map(({ kind, event: name }) => [kind, name])).toEqual([
    ['event', 'nobody signed in'],
    ['crash', undefined],
    ['crash', undefined],
    ['event', 'as ann'],
    ['event', 'before'],
  ]);
  for (const limit of [1, 2]) {
    const seen = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const { rowsJson, nextCursor } = await page(limit, cursor);
      seen.push(...JSON.parse(rowsJson));
      cursor = nextCursor;
    }
    expect(seen).toEqual(all);
  }
});

test('everything of a person can be read, table by table', async () => {
  const counts = { events: 3, crashes: 2, metrics: 1, failed_events: 1, device_facts: 1 };
  for (const [table, count] of Object.entries(counts)) {
    expect(await rowsOf('ann', table as PersonTable), table).toHaveLength(count);
  }
  expect(new Set((await rowsOf('ann', 'links')).map((row) => row.user_id))).toEqual(new Set(['ann']));
  expect(await rowsOf('bob', 'events')).toMatchObject([{ event: 'as bob on the same browser' }]);
});
