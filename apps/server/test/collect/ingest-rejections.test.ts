import { isJsonObject } from '@lamppost/protocol';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());
const test = base.extend('project', () => TestProject.create(server));

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
const nested = (levels: number): unknown => (levels === 0 ? 1 : { n: nested(levels - 1) });
const assigned = (more: object) => ({
  experiments: { e: 'a' },
  experiment_assignments: { e: { experiment_id: 'x', variant_key: 'a', subject_kind: 'user', ...more } },
});

interface Case {
  readonly name: string;
  readonly element: unknown;
  readonly reason: string;
  /** What is reported as its name, up to 256 characters of it, and kept; `bad` unless said. */
  readonly event?: string;
}

const oversize = 'Event exceeds 32KB limit';
const cases: readonly Case[] = [
  { name: 'null', element: null, reason: 'Event must be an object', event: '' },
  { name: 'a number', element: 5, reason: 'Event must be an object', event: '' },
  { name: 'a text', element: 'bad', reason: 'Event must be an object', event: '' },
  { name: 'an array', element: [{ event: 'bad' }], reason: 'Event must be an object', event: '' },
  { name: 'without a name', element: { properties: {} }, reason: 'event is required', event: '' },
  { name: 'with an empty name', element: { event: '' }, reason: 'event is required', event: '' },
  { name: 'with a null name', element: { event: null }, reason: 'event is required', event: '' },
  { name: 'with a number as name', element: { event: 7 }, reason: 'event must be a string', event: '' },
  { name: 'with an object as name', element: { event: {} }, reason: 'event must be a string', event: '' },
  { name: 'with a name of 257', element: { event: 'n'.repeat(257) }, reason: '256', event: 'n'.repeat(257) },
  { name: 'with a newline in the name', element: { event: 'a\nb' }, reason: 'control', event: 'a\nb' },
  { name: 'with a DEL in the name', element: { event: 'a\u007f' }, reason: 'control', event: 'a\u007f' },
  { name: 'of an unknown type', element: { type: 'alias', event: 'bad' }, reason: 'type must be one of' },
  { name: 'of a type that is not a string', element: { type: 1, event: 'bad' }, reason: 'type must be one of' },
  { name: 'with an empty event id', element: { event: 'bad', event_id: '' }, reason: 'event_id' },
  { name: 'with an event id of 129', element: { event: 'bad', event_id: 'i'.repeat(129) }, reason: 'event_id' },
  { name: 'with a number as event id', element: { event: 'bad', event_id: 12 }, reason: 'event_id' },
  { name: 'with a time that is none', element: { event: 'bad', timestamp: 'yesterday' }, reason: 'timestamp' },
  { name: 'with a number as time', element: { event: 'bad', timestamp: 1_700_000_000_000 }, reason: 'timestamp' },
  {
    name: 'on a day that does not exist',
    element: { event: 'bad', timestamp: '2026-02-30T00:00:00Z' },
    reason: 'timestamp',
  },
  {
    name: 'with properties in a list',
    element: { event: 'bad', properties: [1] },
    reason: 'properties must be an object',
  },
  {
    name: 'with properties as a text',
    element: { event: 'bad', properties: 'p' },
    reason: 'properties must be an object',
  },
  { name: 'with 251 properties', element: { event: 'bad', properties: keys(251) }, reason: '250' },
  { name: 'with nine levels of properties', element: { event: 'bad', properties: nested(9) }, reason: '8 levels' },
  {
    name: 'with a property key of 129',
    element: { event: 'bad', properties: { a: { ['k'.repeat(129)]: 1 } } },
    reason: '128',
  },
  { name: 'over 32 KB', element: { event: 'bad', properties: { p: 'x'.repeat(32_768) } }, reason: oversize },
  {
    name: 'over 32 KB by its own context',
    element: { event: 'bad', context: { x: 'x'.repeat(32_768) } },
    reason: oversize,
  },
  {
    name: 'with a number as user id',
    element: { event: 'bad', context: { user: { id: 1 } } },
    reason: 'context.user.id',
  },
  {
    name: 'with a user id of 257',
    element: { event: 'bad', context: { user: { id: 'u'.repeat(257) } } },
    reason: 'context.user.id',
  },
  {
    name: 'with an object as anonymous id',
    element: { event: 'bad', context: { user: { anonymous_id: {} } } },
    reason: 'anonymous_id',
  },
  {
    name: 'with a boolean as device id',
    element: { event: 'bad', context: { device: { id: true } } },
    reason: 'context.device.id',
  },
  {
    name: 'with a session id of 257',
    element: { event: 'bad', context: { session: { id: 's'.repeat(257) } } },
    reason: 'context.session.id',
  },
  {
    name: 'with an assignment that contradicts',
    element: { event: 'bad', context: assigned({ variant_key: 'b' }) },
    reason: 'contradicts',
  },
  {
    name: 'with an unknown subject_status',
    element: { event: 'bad', context: assigned({ subject_status: 'odd' }) },
    reason: 'subject_status',
  },
  {
    name: 'with an unknown subject_kind',
    element: { event: 'bad', context: assigned({ subject_kind: 'cat' }) },
    reason: 'subject_kind',
  },
  {
    name: 'with a number as subject_kind',
    element: { event: 'bad', context: assigned({ subject_kind: 1 }) },
    reason: 'subject_kind',
  },
  {
    name: 'with an assignment without variant',
    element: { event: 'bad', context: { experiment_assignments: { e: {} } } },
    reason: 'variant_key',
  },
  {
    name: 'with 101 assignments',
    element: {
      event: 'bad',
      context: {
        experiment_assignments: Object.fromEntries(Object.keys(keys(101)).map((key) => [key, { variant_key: 'a' }])),
      },
    },
    reason: 'at most 100',
  },
];

describe('one refused element among good ones', () => {
  test('each is refused alone, named by its place, and kept as a failed event', async ({ project }) => {
    for (const { name, element, reason, event = 'bad' } of cases) {
      const withId =
        isJsonObject(element) && !('event_id' in element) ? { ...element, event_id: `id of ${name}` } : element;
      const response = await project.ingest({ batch: [{ event: 'before' }, withId, { event: 'after' }] });
      const sentId = isJsonObject(withId) && typeof withId.event_id === 'string' ? { event_id: withId.event_id } : {};
      expect({ name, status: response.status, ...response.data() }).toEqual({
        name,
        status: 202,
        accepted: 2,
        rejected: [{ index: 1, event: event.slice(0, 256), reason: expect.stringContaining(reason), ...sentId }],
      });
    }
    const failed = await project.failedEvents(cases.length);
    expect(failed.map(({ kind, event, reason }) => ({ kind, event, reason }))).toEqual(
      cases.map(({ reason, event = 'bad', element }) => ({
        kind: 'rejected',
        event: isJsonObject(element) && typeof element.event !== 'string' ? expect.anything() : event,
        reason: expect.stringContaining(reason),
      })),
    );
    for (const [at, { element }] of cases.entries()) {
      const isKeptWhole = JSON.stringify(element).length < 8_000;
      if (!isKeptWhole) expect(failed[at]?.raw).toMatchObject({ truncated: true, size: expect.any(Number) });
      else if (isJsonObject(element)) expect(failed[at]?.raw).toMatchObject(element);
      else expect(failed[at]?.raw).toEqual(element);
    }
    await server.waitForCount(2 * cases.length, '', project.secret);
    await server.waitForCount(0, '?event=bad', project.secret);
  });
});

describe.concurrent('whole batches', () => {
  for (const [name, body] of Object.entries({
    'no batch': {},
    'a null batch': { batch: null },
    'a batch that is an object': { batch: { event: 'a' } },
    'an empty batch': { batch: [] },
    'a batch of 101': { batch: Array.from({ length: 101 }, () => ({ event: 'a' })) },
  })) {
    test(`${name} is 400 and names the field`, async ({ project }) => {
      const response = await project.ingest(body);
      expect(response.status).toBe(400);
      expect(response.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { formErrors: [], fieldErrors: { batch: [expect.any(String)] } },
      });
    });
  }

  for (const body of ['[]', '"text"', '5', 'null', '', '{', '{"batch":[{"event":"a"}]', '{"batch":[{"event":"a"}]}x']) {
    test(`the body ${JSON.stringify(body)} is 400`, async ({ project }) => {
      const response = await project.ingest(body);
      expect(response.status).toBe(400);
      expect(response.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { formErrors: [expect.any(String)], fieldErrors: {} },
      });
    });
  }

  test('a batch without one usable name is 400 with every fault keyed by its place', async ({ project }) => {
    const batch = [{}, { event: 5 }, null, 'text', { event: 'a\u0000' }, { type: 'track', event: '' }];
    const response = await project.ingest({ batch });
    expect(response.status).toBe(400);
    expect(Object.keys(response.error.details?.fieldErrors ?? {})).toEqual(batch.map((_, at) => `batch.${at}.event`));
    expect((await project.get('/v1/events/failed')).data<unknown[]>()).toEqual([]);
  });

  test('one usable name makes it a 202, even when that event is refused for another reason', async ({ project }) => {
    const response = await project.ingest({ batch: [{}, { event: 'named', timestamp: 'never' }, 5] });
    expect(response.status).toBe(202);
    expect(response.data().accepted).toBe(0);
    expect(response.data().rejected?.map(({ index }) => index)).toEqual([0, 1, 2]);
    await project.failedEvents(3);
  });

  test('well-formed events that are all refused are a 202 with accepted 0, and can be read back', async ({
    project,
  }) => {
    const response = await project.ingest({
      batch: [
        { event: 'a', event_id: '' },
        { event: 'b', type: 'x' },
      ],
    });
    expect(response.status).toBe(202);
    expect(response.data()).toMatchObject({ accepted: 0, rejected: [{ index: 0 }, { index: 1 }] });
    const failed = await project.failedEvents(2);
    expect(failed.map(({ raw }) => raw)).toEqual([
      { event: 'a', event_id: '' },
      { event: 'b', type: 'x' },
    ]);
  });

  test('the id of a rejected event is free: the same id with a good event counts', async ({ project }) => {
    await project.ingest({ batch: [{ event: 'bad', event_id: 'x', timestamp: 'never' }] });
    await project.ingest({ batch: [{ event: 'good', event_id: 'x' }] });
    expect(await project.event()).toMatchObject({ event: 'good', event_id: 'x' });
  });

  test('failed events can be asked for by kind and by reason, page by page without repeats', async ({ project }) => {
    const batch = Array.from({ length: 7 }, (_, at) => ({ event: `bad ${at}`, timestamp: 'never' }));
    await project.ingest({ batch: [...batch, { event: 'other', event_id: '' }] });
    await project.failedEvents(8);
    const reason = encodeURIComponent('timestamp must be an ISO 8601 time');
    expect((await project.get(`/v1/events/failed?reason=${reason}`)).data<unknown[]>()).toHaveLength(7);
    expect((await project.get('/v1/events/failed?kind=poison')).data<unknown[]>()).toEqual([]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = (await project.get(`/v1/events/failed?limit=3${query}`)).json as {
        data: { id: string }[];
        pagination: { cursor: string | null; has_more: boolean };
      };
      seen.push(...page.data.map(({ id }) => id));
      expect(page.pagination.has_more).toBe(page.pagination.cursor !== null);
      cursor = page.pagination.cursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(8);
    expect(seen).toHaveLength(8);
  });

  test('the raw of a failed event keeps integers of 64 bits to the digit', async ({ project }) => {
    await project.ingest('{"batch":[{"event":"bad","timestamp":"never","properties":{"n":18446744073709551615}}]}');
    await project.failedEvents(1);
    expect((await project.get('/v1/events/failed')).text).toContain('18446744073709551615');
  });

  test('events of a 400 are counted in the measurements', async ({ project }) => {
    const invalid = async () => {
      const text = await (await server.request('/metrics', { key: null })).text();
      const lines = text
        .split('\n')
        .filter((line) => line.startsWith('lamppost_ingest_items_total{') && line.includes('name_invalid'));
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    const before = await invalid();
    await project.ingest({ batch: [{ event: 5 }, { event: 6 }] });
    expect(await invalid()).toBeGreaterThanOrEqual(before + 2);
  });
});

describe.concurrent('assignments', () => {
  for (const [name, context] of Object.entries({
    'the same variant in both': assigned({}),
    identity_changed: assigned({ subject_status: 'identity_changed' }),
    'a device as the subject': assigned({ subject_kind: 'device' }),
    'a subject that says no kind': { experiment_assignments: { e: { variant_key: 'b', subject_kind: null } } },
    'no experiments beside it': { experiment_assignments: { e: { variant_key: 'b' } } },
    'another experiment beside it': {
      experiments: { other: 'x' },
      experiment_assignments: { e: { variant_key: 'b' } },
    },
    '100 of them': {
      experiment_assignments: Object.fromEntries(Object.keys(keys(100)).map((key) => [key, { variant_key: 'a' }])),
    },
  })) {
    test(`${name}: accepted and stored whole`, async ({ project }) => {
      expect((await project.ingest({ batch: [{ event: 'a' }], context })).json).toEqual({ data: { accepted: 1 } });
      expect((await project.event()).context).toEqual(context);
    });
  }
});
