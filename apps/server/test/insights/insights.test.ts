import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInTime } from '../harness/expect-in-time.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
  await server.waitForStore();
});

afterAll(() => server.dispose());

const run = (project: TestProject, query: object, more: object = {}): Promise<ApiResponse> =>
  project.post('/v1/insights/query', { query, ...more }, { key: project.secret });

interface Series {
  readonly name: string;
  readonly points: readonly { readonly bucketIso: string; readonly value: number }[];
}
interface Timeseries {
  readonly kind: 'timeseries';
  readonly series: readonly Series[];
  readonly interval: string;
  readonly fromIso: string;
  readonly toIso: string;
}

async function timeseries(project: TestProject, query: object): Promise<Timeseries> {
  const response = await run(project, { kind: 'timeseries', interval: 'day', ...query });
  expect(response.text).toContain('"data"');
  return response.data<Timeseries>();
}

const totals = ({ series }: Timeseries): Record<string, number> =>
  Object.fromEntries(series.map(({ name, points }) => [name, points.reduce((sum, { value }) => sum + value, 0)]));

const day = { kind: 'absolute', fromIso: '2026-06-01T00:00:00Z', toIso: '2026-06-02T00:00:00Z' };
const week = { kind: 'absolute', fromIso: '2026-06-01T00:00:00Z', toIso: '2026-06-08T00:00:00Z' };

interface Sent {
  readonly at: string;
  readonly event: string;
  readonly user?: string;
  readonly anonymous?: string;
  readonly session?: string;
  readonly properties?: object;
  readonly experiments?: object;
}

/** Sends events and waits until they are stored. */
async function notify(project: TestProject, ...events: readonly Sent[]): Promise<void> {
  for (let at = 0; at < events.length; at += 100) {
    const batch = events.slice(at, at + 100).map(({ at: timestamp, event, user, anonymous, session, ...more }) => ({
      event,
      timestamp,
      properties: more.properties ?? {},
      context: {
        user: { id: user, anonymous_id: anonymous },
        session: { id: session },
        experiments: more.experiments ?? {},
      },
    }));
    expect((await project.ingest({ batch })).status).toBe(202);
  }
  await server.waitForCount(events.length, '', project.secret);
}

describe.concurrent('timeseries', () => {
  let project: TestProject;

  beforeAll(async () => {
    project = await TestProject.create(server);
    await notify(
      project,
      { at: '2026-06-01T10:00:00Z', event: 'buy', user: 'u1', properties: { price: 10, plan: 'pro' } },
      { at: '2026-06-01T11:00:00Z', event: 'buy', user: 'u1', properties: { price: 20.5, plan: 'free' } },
      { at: '2026-06-03T23:30:00Z', event: 'buy', user: 'u2', properties: { price: '30', plan: 'pro' } },
      { at: '2026-06-03T10:00:00Z', event: 'look', user: 'u3', properties: { price: 99 } },
      { at: '2026-06-03T23:45:00Z', event: 'buy', anonymous: 'a1', experiments: { paywall: 'b' } },
    );
  });

  test('counts an event by bucket, empty buckets are 0', async () => {
    const result = await timeseries(project, { event: 'buy', range: week });
    expect(result).toMatchObject({
      kind: 'timeseries',
      interval: 'day',
      fromIso: '2026-06-01T00:00:00.000Z',
      toIso: '2026-06-08T00:00:00.000Z',
    });
    expect(result.series).toEqual([
      {
        name: 'buy',
        points: [2, 0, 2, 0, 0, 0, 0].map((value, at) => ({ bucketIso: `2026-06-0${at + 1}T00:00:00.000Z`, value })),
      },
    ]);
  });

  test('days are those of the project', async () => {
    const berlin = await TestProject.create(server);
    await notify(berlin, { at: '2026-06-03T23:30:00Z', event: 'buy' });
    const patched = await berlin.send('PATCH', '/v1/project', {
      key: berlin.secret,
      body: '{"timezone":"Europe/Berlin"}',
    });
    expect(patched.status).toBe(200);
    const { series } = await timeseries(berlin, { event: 'buy', range: week });
    expect(series[0]?.points.find(({ value }) => value > 0)).toEqual({
      bucketIso: '2026-06-03T22:00:00.000Z',
      value: 1,
    });
    expect(series[0]?.points[0]?.bucketIso).toBe('2026-05-31T22:00:00.000Z');
  });

  test('numbers are aggregated, texts that look like some are not', async () => {
    const of = async (kind: string) =>
      totals(
        await timeseries(project, { event: 'buy', range: day, aggregation: { kind, field: 'event_properties.price' } }),
      );
    expect(await of('sum')).toEqual({ buy: 30.5 });
    expect(await of('average')).toEqual({ buy: 15.25 });
    expect(await of('min')).toEqual({ buy: 10 });
    expect(await of('max')).toEqual({ buy: 20.5 });
    expect(await of('p50')).toEqual({ buy: 15.25 });
    expect(await of('p99')).toEqual({ buy: 20.395 });
    const text = await timeseries(project, {
      event: 'buy',
      range: { ...day, fromIso: '2026-06-03T00:00:00Z', toIso: '2026-06-04T00:00:00Z' },
      aggregation: { kind: 'sum', field: 'event_properties.price' },
    });
    expect(totals(text)).toEqual({ buy: 0 });
  });

  test('a breakdown has a series for each value, (none) last', async () => {
    const query = { event: 'buy', range: week, breakdownProperty: 'event_properties.plan' };
    const { series } = await timeseries(project, query);
    expect(series.map(({ name }) => name)).toEqual(['pro', 'free', '(none)']);
    expect(totals(await timeseries(project, query))).toEqual({ pro: 2, free: 1, '(none)': 1 });
  });

  test('beyond twenty values the rest is (other), ties by name', async () => {
    const many = await TestProject.create(server);
    const events = Array.from({ length: 24 }, (_, at) => ({
      at: '2026-06-01T10:00:00Z',
      event: 'e',
      properties: { v: `v${String(at).padStart(2, '0')}` },
    }));
    await notify(many, ...events, { at: '2026-06-01T10:00:00Z', event: 'e', properties: { v: 'v23' } });
    const { series } = await timeseries(many, { event: 'e', range: day, breakdownProperty: 'event_properties.v' });
    expect(series.map(({ name }) => name)).toEqual([
      'v23',
      ...events.slice(0, 19).map(({ properties }) => properties.v),
      '(other)',
    ]);
    expect(series.at(-1)?.points[0]?.value).toBe(4);
  });

  test('filters hold together', async () => {
    const count = async (...filters: object[]) =>
      totals(await timeseries(project, { event: 'buy', range: week, filters })).buy;
    expect(await count({ field: 'event_properties.plan', op: 'eq', value: 'pro' })).toBe(2);
    expect(await count({ field: 'event_properties.plan', op: 'neq', value: 'pro' })).toBe(2);
    expect(await count({ field: 'event_properties.price', op: 'gte', value: 20 })).toBe(1);
    expect(await count({ field: 'event_properties.price', op: 'in', value: [10, '30'] })).toBe(2);
    expect(await count({ field: 'event_properties.plan', op: 'is_null' })).toBe(1);
    expect(await count({ field: 'user_id', op: 'contains', value: 'u' })).toBe(3);
    expect(await count({ field: 'active_experiments', op: 'eq', value: 'paywall' })).toBe(1);
    expect(await count({ field: 'active_experiments', op: 'eq', value: 'paywall:b' })).toBe(1);
    expect(await count({ field: 'active_experiments', op: 'neq', value: 'paywall:a' })).toBe(4);
    expect(await count({ field: 'active_experiments', op: 'is_null' })).toBe(3);
    expect(await count({ field: 'timestamp', op: 'lt', value: '2026-06-01T10:30:00Z' })).toBe(1);
    expect(
      await count(
        { field: 'user_id', op: 'eq', value: 'u1' },
        { field: 'event_properties.plan', op: 'eq', value: 'free' },
      ),
    ).toBe(1);
  });

  test('values cannot leave their place: quotes, NUL and paths of any kind are only text', async () => {
    for (const value of ["' OR 1=1 --", 'a\0b', "O'Neil", '"; DROP TABLE events', '\ud800']) {
      for (const field of ['user_id', 'event_properties.plan', `event_properties.${value.replaceAll('.', '')}`]) {
        const response = await run(project, {
          kind: 'timeseries',
          interval: 'day',
          event: 'buy',
          range: week,
          filters: [{ field, op: 'eq', value }],
        });
        expect([response.status, totals(response.data<Timeseries>())]).toEqual([200, { buy: 0 }]);
      }
    }
  });
});

test.concurrent('a number is one value however it was written, and no text', async () => {
  const project = await TestProject.create(server);
  const written = ['5', '5.0', '50e-1', '"5.0"', '1000', '1E3'];
  const batch = written.map((v) => `{"event": "rate", "timestamp": "2026-06-01T10:00:00Z", "properties": {"v": ${v}}}`);
  expect((await project.ingest(`{"batch": [${batch.join()}]}`)).status).toBe(202);
  await server.waitForCount(written.length, '', project.secret);
  const field = 'event_properties.v';

  const byValue = await timeseries(project, { event: 'rate', range: day, breakdownProperty: field });
  expect(totals(byValue)).toEqual({ '5': 3, '1000': 2, '5.0': 1 });
  const aggregation = { kind: 'count_distinct', field };
  expect(totals(await timeseries(project, { event: 'rate', range: day, aggregation }))).toEqual({ rate: 3 });
  const filters = [{ field, op: 'eq', value: '5' }];
  expect(totals(await timeseries(project, { event: 'rate', range: day, filters }))).toEqual({ rate: 3 });
});

describe.concurrent('persons', () => {
  const persons = async (project: TestProject): Promise<number | undefined> => {
    const aggregation = { kind: 'count_distinct', field: 'person_id' };
    return (await timeseries(project, { event: 'open', range: day, aggregation })).series[0]?.points[0]?.value;
  };

  test('what an anonymous id did belongs to the user, also when the link comes later', async () => {
    const project = await TestProject.create(server);
    await notify(
      project,
      { at: '2026-06-01T10:00:00Z', event: 'open', anonymous: 'a1' },
      { at: '2026-06-01T10:00:00Z', event: 'open', anonymous: 'a2' },
      { at: '2026-06-01T10:00:00Z', event: 'open', user: 'u1' },
      { at: '2026-06-01T10:00:00Z', event: 'open' },
    );
    expect(await persons(project)).toBe(3);
    await project.ingest({
      batch: [
        { event: 'login', timestamp: '2026-06-01T12:00:00Z', context: { user: { id: 'u1', anonymous_id: 'a1' } } },
      ],
    });
    await waitUntil(async () => (await persons(project)) === 2);
    const registered = await project.post('/v1/devices/register', { device_id: 'd', anonymous_id: 'a2' });
    expect(registered.status).toBe(201);
    expect((await project.post('/v1/devices/d/identify', { user_id: 'u1' })).status).toBe(200);
    await waitUntil(async () => (await persons(project)) === 1);
  });

  test('another environment is another world', async () => {
    const project = await TestProject.create(server);
    const key = project.keys.development.publishable;
    await project.ingest({ batch: [{ event: 'open', timestamp: '2026-06-01T10:00:00Z' }] }, { key });
    await server.waitForCount(1, '', project.keys.development.secret);
    expect(totals(await timeseries(project, { event: 'open', range: day }))).toEqual({ open: 0 });
    const query = { kind: 'timeseries', interval: 'day', event: 'open', range: day };
    const there = await run(project, query, { environment_id: 'development' });
    expect(totals(there.data<Timeseries>())).toEqual({ open: 1 });
    expect((await run(project, query, { environment_id: 'nowhere' })).status).toBe(404);
  });
});

test.concurrent('a funnel follows each person from step to step, strictly in time and within the window', async () => {
  const project = await TestProject.create(server);
  await notify(
    project,
    // Anonymous at first, known at the end: one person.
    { at: '2026-06-01T10:00:00Z', event: 'view', anonymous: 'a1', properties: { from: 'ad' } },
    { at: '2026-06-01T10:01:00Z', event: 'cart', anonymous: 'a1' },
    { at: '2026-06-01T10:03:00Z', event: 'buy', user: 'u1', anonymous: 'a1' },
    // Both at one moment: the second step is not later than the first.
    { at: '2026-06-01T10:00:00Z', event: 'view', user: 'u2', properties: { from: 'ad' } },
    { at: '2026-06-01T10:00:00Z', event: 'cart', user: 'u2' },
    // Too late, but a second start is in time.
    { at: '2026-06-01T08:00:00Z', event: 'view', user: 'u3', properties: { from: 'search' } },
    { at: '2026-06-01T10:30:00Z', event: 'view', user: 'u3', properties: { from: 'ad' } },
    { at: '2026-06-01T10:31:30Z', event: 'cart', user: 'u3' },
    { at: '2026-06-01T13:00:00Z', event: 'buy', user: 'u3' },
    { at: '2026-06-01T10:00:00Z', event: 'cart', user: 'u4' },
  );
  const query = { kind: 'funnel', steps: ['view', { event: 'cart' }, 'buy'], conversionWindow: '1h', range: day };
  const steps = [
    { event: 'view', count: 3, percentage: 100, dropOff: null, medianSecondsFromPrevious: null },
    { event: 'cart', count: 2, percentage: 66.67, dropOff: 33.33, medianSecondsFromPrevious: 75 },
    { event: 'buy', count: 1, percentage: 33.33, dropOff: 50, medianSecondsFromPrevious: 120 },
  ];
  expect((await run(project, query)).data()).toEqual({
    kind: 'funnel',
    steps,
    overallConversion: 33.33,
    conversionWindow: '1h',
    fromIso: '2026-06-01T00:00:00.000Z',
    toIso: '2026-06-02T00:00:00.000Z',
  });
  const broken = (await run(project, { ...query, breakdownProperty: 'event_properties.from' })).data<{
    steps: unknown;
    breakdown: { name: string; steps: { count: number }[]; overallConversion: number }[];
  }>();
  expect(broken.steps).toEqual(steps);
  expect(broken.breakdown.map(({ name, steps: of }) => [name, of.map(({ count }) => count)])).toEqual([
    ['ad', [2, 1, 1]],
    ['search', [1, 1, 0]],
  ]);
});

test.concurrent('retention counts who came back in the periods after the first', async () => {
  const project = await TestProject.create(server);
  await notify(
    project,
    { at: '2026-06-01T10:00:00Z', event: 'signup', user: 'u1' },
    { at: '2026-06-02T10:00:00Z', event: 'open', user: 'u1' },
    { at: '2026-06-01T10:00:00Z', event: 'signup', user: 'u2' },
    { at: '2026-06-03T09:00:00Z', event: 'open', user: 'u2' },
    { at: '2026-06-03T10:00:00Z', event: 'open', user: 'u2' },
    { at: '2026-06-02T10:00:00Z', event: 'signup', user: 'u2' },
    { at: '2026-06-02T10:00:00Z', event: 'signup', user: 'u3' },
  );
  const range = { kind: 'absolute', fromIso: '2026-06-01T00:00:00Z', toIso: '2026-06-03T12:00:00Z' };
  const query = { kind: 'retention', cohortEvent: 'signup', returnEvent: 'open', interval: 'day', range };
  expect((await run(project, query)).data()).toEqual({
    kind: 'retention',
    interval: 'day',
    cohorts: [
      { period: '2026-06-01T00:00:00.000Z', size: 2, retention: [100, 50, null] },
      { period: '2026-06-02T00:00:00.000Z', size: 1, retention: [100, null] },
      { period: '2026-06-03T00:00:00.000Z', size: 0, retention: [null] },
    ],
    curve: [100, 50, null],
    fromIso: '2026-06-01T00:00:00.000Z',
    toIso: '2026-06-03T12:00:00.000Z',
  });
});

test.concurrent('paths are the ways through visits', async () => {
  const project = await TestProject.create(server);
  await notify(
    project,
    { at: '2026-06-01T10:00:00Z', event: 'open', user: 'u1', session: 's1' },
    { at: '2026-06-01T10:01:00Z', event: 'view', user: 'u1', session: 's1' },
    { at: '2026-06-01T12:00:00Z', event: 'buy', user: 'u1', session: 's1' },
    { at: '2026-06-01T10:00:30Z', event: 'open', user: 'u1', session: 's2' },
    { at: '2026-06-01T10:00:00Z', event: 'open', user: 'u2' },
    { at: '2026-06-01T10:30:00Z', event: 'view', user: 'u2' },
    { at: '2026-06-01T11:00:01Z', event: 'buy', user: 'u2' },
  );
  const paths = async (more: object) => (await run(project, { kind: 'paths', range: day, ...more })).data();
  expect(await paths({ depth: 3 })).toEqual({
    kind: 'paths',
    nodes: [
      { id: '1:open', event: 'open', step: 1, count: 3 },
      { id: '1:buy', event: 'buy', step: 1, count: 1 },
      { id: '2:view', event: 'view', step: 2, count: 2 },
      { id: '3:buy', event: 'buy', step: 3, count: 1 },
    ],
    links: [
      { source: '1:open', target: '2:view', count: 2 },
      { source: '2:view', target: '3:buy', count: 1 },
    ],
  });
  expect(await paths({ depth: 2, endEvent: 'buy' })).toEqual({
    kind: 'paths',
    nodes: [
      { id: '1:view', event: 'view', step: 1, count: 1 },
      { id: '2:buy', event: 'buy', step: 2, count: 2 },
    ],
    links: [{ source: '1:view', target: '2:buy', count: 1 }],
  });
  expect(await paths({ startEvent: 'view' })).toMatchObject({
    nodes: [
      { id: '1:view', count: 2 },
      { id: '2:buy', count: 1 },
    ],
  });
});

test.concurrent('a statement is answered as a table', async () => {
  const project = await TestProject.create(server);
  await notify(project, { at: '2026-06-01T10:00:00Z', event: 'open', user: 'u1', anonymous: 'a1' });
  const response = await run(project, { kind: 'sql', sql: 'SELECT event_name, person_id FROM events' });
  expect(response.data()).toMatchObject({ kind: 'sql', rows: [['open', 'u1']], truncated: false });
});

describe.concurrent('what is wrong', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await TestProject.create(server);
  });

  const good = { kind: 'timeseries', event: 'e', interval: 'day', range: week };
  const field = (name: string, value: unknown) => ({ field: name, op: 'eq', value });
  const wrong: readonly (readonly [what: string, at: string, query: object])[] = [
    ['an unknown kind', 'query.kind', { kind: 'pie' }],
    ['an unknown interval', 'query.interval', { ...good, interval: 'decade' }],
    ['an unknown field', 'query.filters.0.field', { ...good, filters: [field('nope', 1)] }],
    [
      'a path that is too deep',
      'query.filters.0.field',
      { ...good, filters: [field('event_properties.a.b.c.d.e.f', 1)] },
    ],
    ['an unknown operator', 'query.filters.0.op', { ...good, filters: [{ field: 'type', op: 'like', value: 'x' }] }],
    ['a filter without a value', 'query.filters.0.value', { ...good, filters: [{ field: 'type', op: 'eq' }] }],
    [
      'a time that is none',
      'query.filters.0.value',
      { ...good, filters: [{ field: 'timestamp', op: 'gt', value: 'someday' }] },
    ],
    [
      'a number compared with a text',
      'query.filters.0.value',
      { ...good, filters: [{ field: 'type', op: 'gt', value: 5 }] },
    ],
    [
      'a part of a time',
      'query.filters.0.value',
      { ...good, filters: [{ field: 'timestamp', op: 'contains', value: '2026-01-01T00:00:00Z' }] },
    ],
    [
      'a range in reverse',
      'query.range.toIso',
      { ...good, range: { kind: 'absolute', fromIso: week.toIso, toIso: week.fromIso } },
    ],
    ['21 filters', 'query.filters', { ...good, filters: Array.from({ length: 21 }, () => field('type', 'x')) }],
    [
      'more points than a chart has',
      'query.interval',
      { ...good, interval: 'minute', range: { kind: 'relative', last: '90d' } },
    ],
    ['the sum of a text', 'query.aggregation.field', { ...good, aggregation: { kind: 'sum', field: 'country' } }],
    ['a sum of nothing', 'query.aggregation.field', { ...good, aggregation: { kind: 'sum' } }],
    ['an unknown breakdown', 'query.breakdownProperty', { ...good, breakdownProperty: 'colour' }],
    ['a funnel of one step', 'query.steps', { kind: 'funnel', steps: ['a'], range: week }],
    [
      'a funnel of eleven steps',
      'query.steps',
      { kind: 'funnel', steps: Array.from({ length: 11 }, () => 'a'), range: week },
    ],
    [
      'a window that is none',
      'query.conversionWindow',
      { kind: 'funnel', steps: ['a', 'b'], range: week, conversionWindow: '1w' },
    ],
    [
      'a filter of a step',
      'query.steps.1.filters.0.value',
      {
        kind: 'funnel',
        steps: ['a', { event: 'b', filters: [{ field: 'type', op: 'lt', value: true }] }],
        range: week,
      },
    ],
    ['ways that are too long', 'query.depth', { kind: 'paths', depth: 7, range: week }],
    [
      'too many periods',
      'query.interval',
      {
        kind: 'retention',
        cohortEvent: 'a',
        returnEvent: 'b',
        interval: 'day',
        range: { kind: 'absolute', fromIso: '2020-01-01', toIso: '2026-01-01' },
      },
    ],
  ];
  for (const [what, at, query] of wrong) {
    test(`${what} is 400 and named`, async () => {
      const response = await run(project, query);
      expect(response.status).toBe(400);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toEqual([at]);
    });
  }

  test('a body without a query is 400', async () => {
    expect((await project.post('/v1/insights/query', {}, { key: project.secret })).status).toBe(400);
  });
});

describe('many and impatient askers', () => {
  test('an event is in the answer to the same query within two seconds', async () => {
    const project = await TestProject.create(server);
    const query = { event: 'open', range: { kind: 'relative', last: '1h' }, interval: 'hour' };
    const count = async () => totals(await timeseries(project, query)).open;
    expect(await count()).toBe(0);
    let expected = 0;
    await expectInTime(2_000, async () => {
      expected += 1;
      await project.ingest({ batch: [{ event: 'open' }] });
      const acceptedAt = performance.now();
      await waitUntil(async () => (await count()) === expected);
      return performance.now() - acceptedAt;
    });
  });

  test('a hundred of the same and fifty others at once are all answered or told to come again', async () => {
    const project = await TestProject.create(server);
    const asked = Array.from({ length: 150 }, (_, at) =>
      run(project, {
        kind: 'timeseries',
        event: at < 100 ? 'same' : `other ${at}`,
        interval: 'day',
        range: week,
      }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 200));
    for (const status of statuses) expect([200, 503]).toContain(status);
    expect((await run(project, { kind: 'paths', range: week })).status).toBe(200);
  });

  test('clients that leave are forgotten and break nothing', async () => {
    const project = await TestProject.create(server);
    const leaving = new AbortController();
    const asked = Array.from({ length: 20 }, (_, at) =>
      project.post(
        '/v1/insights/query',
        { query: { kind: 'funnel', steps: ['a', `b${at}`], range: week } },
        { key: project.secret, signal: leaving.signal },
      ),
    );
    const settled = Promise.allSettled(asked);
    await sleep(5);
    leaving.abort();
    await settled;
    expect((await run(project, { kind: 'funnel', steps: ['a', 'b'], range: week })).status).toBe(200);
    expect(server.output).not.toContain('Something went wrong');
  });
});
