import { beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

let project: TestProject;

const did = (event: string, user: string, day: string, properties: object = {}) => ({
  event,
  timestamp: `2026-06-${day}Z`,
  properties,
  context: { user: { id: user }, session: { id: `${user}-${day.slice(0, 2)}` } },
});

beforeAll(async () => {
  const server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  const batch = [
    did('open', 'ann', '01T09:00:00', { ms: 10, plan: 'free' }),
    did('open', 'ann', '08T09:00:00', { ms: 20, plan: 'pro' }),
    did('open', 'ann', '08T10:00:00', { ms: 30, plan: 'pro' }),
    did('buy', 'ann', '08T11:00:00'),
    did('$screen', 'ann', '08T09:30:00'),
    did('open', 'ann', '09T09:00:00', { ms: 30 }),
    did('open', 'bob', '09T09:00:00', { ms: '40', plan: 'pro' }),
    did('open', 'bob', '10T09:00:00', { ms: 50 }),
  ];
  await project.ingest({ batch });
  await project.events(batch.length);
});

const range = { kind: 'absolute', fromIso: '2026-06-08T00:00:00Z', toIso: '2026-06-11T00:00:00Z' };
const ends = { fromIso: '2026-06-08T00:00:00.000Z', toIso: '2026-06-11T00:00:00.000Z' };
const lifecycle = { kind: 'lifecycle', event: 'open', range };
const stickiness = { kind: 'stickiness', event: 'open', range };
const distribution = { kind: 'distribution', event: 'open', field: 'event_properties.ms', range };
const retention = { kind: 'retention', cohortEvent: 'open', returnEvent: 'open', interval: 'day', range };
const paths = { kind: 'paths', range };

const run = (query: object): Promise<ApiResponse> =>
  project.post('/v1/insights/query', { query }, { key: project.secret });
const data = async <T = unknown>(query: object): Promise<T> => (await run(query)).data<T>();

interface Lifecycle {
  readonly series: readonly { readonly state: string; readonly points: readonly { readonly value: number }[] }[];
}
const statesOf = ({ series }: Lifecycle) =>
  Object.fromEntries(series.map(({ state, points }) => [state, points.map(({ value }) => value)]));

test('lifecycle tells who is new, who stayed, who came back and who left', async () => {
  const day = await data<Lifecycle>(lifecycle);
  expect(day).toMatchObject({ kind: 'lifecycle', interval: 'day', ...ends });
  expect(statesOf(day)).toEqual({ new: [0, 1, 0], returning: [0, 1, 1], resurrecting: [1, 0, 0], dormant: [0, 0, 1] });
  // Monday the 8th is a week after the first time; the range begins on Wednesday, and the week counts as a whole.
  const week = await data<Lifecycle & { fromIso: string }>({
    ...lifecycle,
    interval: 'week',
    range: { ...range, fromIso: '2026-06-10T00:00:00Z' },
  });
  expect(week.fromIso).toBe('2026-06-08T00:00:00.000Z');
  expect(statesOf(week)).toEqual({ new: [1], returning: [1], resurrecting: [0], dormant: [0] });
});

test('nobody has left a day that has not begun', async () => {
  const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const own = { ...lifecycle, range: { kind: 'absolute', fromIso: '2026-06-09T00:00:00Z', toIso: tomorrow } };
  const { dormant = [] } = statesOf(await data<Lifecycle>({ ...own, interval: 'month' }));
  expect(dormant.reduce((sum, value) => sum + value, 0)).toBe(2);
});

test('stickiness counts in how many periods people were active', async () => {
  expect(await data(stickiness)).toEqual({
    kind: 'stickiness',
    interval: 'day',
    periods: 3,
    points: [
      { periods: 1, persons: 0, percentage: 0 },
      { periods: 2, persons: 2, percentage: 100 },
      { periods: 3, persons: 0, percentage: 0 },
    ],
    ...ends,
  });
});

describe('distribution', () => {
  test('puts numbers into bars of equal width', async () => {
    expect(await data({ ...distribution, buckets: 3 })).toEqual({
      kind: 'distribution',
      field: 'event_properties.ms',
      bars: [
        { from: 20, to: 30, count: 1 },
        { from: 30, to: 40, count: 2 },
        { from: 40, to: 50, count: 1 },
      ],
      count: 4,
      missing: 1,
      min: 20,
      max: 50,
      average: 32.5,
      p50: 30,
      p90: expect.closeTo(44, 6),
      p99: expect.closeTo(49.4, 6),
      ...ends,
    });
  });

  test('of one value has one bar, of none no bars', async () => {
    const one = { ...distribution, filters: [{ field: 'event_properties.ms', op: 'eq', value: 50 }] };
    expect(await data(one)).toMatchObject({ bars: [{ from: 50, to: 50, count: 1 }], count: 1, p99: 50 });
    expect(await data({ ...distribution, event: 'buy' })).toMatchObject({ bars: [], count: 0, missing: 1, min: null });
  });

  test('of numbers from one end to the other', async () => {
    const own = await TestProject.create(await TestServer.shared());
    const numbers = [-1e308, 1e308, 0, 5e-324];
    await own.ingest({ batch: numbers.map((ms) => did('open', 'u', '08T09:00:00', { ms })) });
    await own.events(numbers.length);
    const response = await own.post(
      '/v1/insights/query',
      { query: { ...distribution, buckets: 2 } },
      { key: own.secret },
    );
    expect(response.data()).toMatchObject({
      bars: [
        { from: -1e308, to: 0, count: 1 },
        { from: 0, to: 1e308, count: 3 },
      ],
    });
  });
});

describe('retention', () => {
  test('has a curve over all cohorts, each by its size', async () => {
    expect(await data({ ...retention, range: { ...range, fromIso: '2026-06-01T00:00:00Z' } })).toMatchObject({
      curve: [100, 50, 0, 0, 0, 0, 0, 100, 100, 0],
    });
  });

  test('first_time leaves out who had done it before the range', async () => {
    expect(await data({ ...retention, start: 'first_time' })).toMatchObject({
      cohorts: [{ size: 0 }, { size: 1, retention: [100, 100] }, { size: 0 }],
      curve: [100, 100, null],
    });
    expect(await data({ ...retention, start: 'first_in_range' })).toMatchObject({
      cohorts: [{ size: 1 }, { size: 1 }, {}],
    });
  });

  test('on_or_after counts who came back then or later', async () => {
    const whole = { ...retention, range: { ...range, fromIso: '2026-06-01T00:00:00Z' } };
    const on = await data<{ cohorts: { retention: number[] }[] }>(whole);
    expect(on.cohorts[0]?.retention).toEqual([100, 0, 0, 0, 0, 0, 0, 100, 100, 0]);
    const after = await data<{ cohorts: { retention: number[] }[] }>({ ...whole, mode: 'on_or_after' });
    expect(after.cohorts[0]?.retention).toEqual([100, 100, 100, 100, 100, 100, 100, 100, 100, 0]);
  });

  test('by hour, and by the value with which people entered', async () => {
    const hours = { ...range, toIso: '2026-06-08T12:00:00Z' };
    const byHour = await data<{ cohorts: { size: number; retention: number[] }[] }>({
      ...retention,
      interval: 'hour',
      range: hours,
    });
    expect(byHour.cohorts).toHaveLength(12);
    expect(byHour.cohorts[9]).toMatchObject({ size: 1, retention: [100, 100, 0] });
    const broken = await data<{ breakdown: { name: string; cohorts: { size: number }[] }[] }>({
      ...retention,
      breakdownProperty: 'event_properties.plan',
      range: { ...range, fromIso: '2026-06-01T00:00:00Z' },
    });
    expect(broken.breakdown.map(({ name, cohorts }) => [name, cohorts.map(({ size }) => size)])).toEqual([
      ['free', [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
      ['pro', [0, 0, 0, 0, 0, 0, 0, 0, 1, 0]],
    ]);
  });
});

describe('paths', () => {
  const nodes = async (query: object): Promise<string[]> =>
    (await data<{ nodes: { id: string; count: number }[] }>({ ...paths, ...query })).nodes.map(
      ({ id, count }) => `${id} ${count}`,
    );

  test('skip what is excluded and what the system sends', async () => {
    expect(await nodes({ depth: 2 })).toEqual(['1:open 4', '2:$screen 1']);
    expect(await nodes({ depth: 3, hideSystemEvents: true })).toEqual(['1:open 4', '2:open 1', '3:buy 1']);
    expect(await nodes({ depth: 2, excludeEvents: ['open'] })).toEqual(['1:$screen 1', '2:buy 1']);
    expect(await nodes({ depth: 2, hideSystemEvents: true, startEvent: '$screen' })).toEqual([
      '1:$screen 1',
      '2:open 1',
    ]);
  });

  test('show values, and groups under one name', async () => {
    const byPlan = { depth: 1, nodeProperty: 'event_properties.plan' };
    expect(await nodes(byPlan)).toEqual(['1:open 2', '1:open · pro 2']);
    const groups = [
      { name: 'Paying', pattern: '* · pro' },
      { name: 'Anything', pattern: '*' },
    ];
    expect(await nodes({ ...byPlan, groups })).toEqual(['1:Anything 2', '1:Paying 2']);
    // Signs of regular expressions are only text, and many stars take no longer than one.
    const stars = { name: 'X', pattern: `${'*a'.repeat(100)}*` };
    expect(await nodes({ ...byPlan, groups: [{ name: 'Dots', pattern: 'o.en*' }, stars] })).toEqual(
      await nodes(byPlan),
    );
  });
});

describe('what cannot be answered is 400, and named', () => {
  const long = { kind: 'absolute', fromIso: '2000-01-01T00:00:00Z', toIso: '2026-01-01T00:00:00Z' };
  const many = Array.from({ length: 21 }, (_, at) => `e${at}`);
  const wrong: readonly (readonly [place: string, words: string, query: object])[] = [
    ['query.interval', 'one of day, week, month', { ...lifecycle, interval: 'hour' }],
    ['query.interval', 'more than 1000 periods', { ...lifecycle, range: long }],
    ['query.interval', 'more than 1000 periods', { ...stickiness, range: long }],
    ['query.interval', 'one of day, week, month', { ...stickiness, interval: 'quarter' }],
    ['query.event', '', { kind: 'stickiness', range }],
    ['query.breakdownProperty', '', { ...lifecycle, breakdownProperty: 'platform' }],
    ['query.field', '', { kind: 'distribution', event: 'open', range }],
    ['query.field', 'must be event_properties.<path>', { ...distribution, field: 'plan' }],
    ['query.field', 'must be a numeric field', { ...distribution, field: 'platform' }],
    ['query.buckets', '50', { ...distribution, buckets: 51 }],
    ['query.buckets', '2', { ...distribution, buckets: 1 }],
    ['query.filters.0.field', 'must be', { ...distribution, filters: [{ field: 'nope', op: 'is_null' }] }],
    ['query.interval', 'one of hour, day, week, month', { ...retention, interval: 'minute' }],
    ['query.mode', 'one of on, on_or_after', { ...retention, mode: 'after' }],
    ['query.start', 'one of first_in_range, first_time', { ...retention, start: 'every' }],
    ['query.breakdownProperty', 'must be', { ...retention, breakdownProperty: 'plan' }],
    ['query.interval', 'more than 400 periods', { ...retention, range: { kind: 'relative', last: '2y' } }],
    [
      'query.interval',
      'more than 100 periods, the limit with a breakdown',
      { ...retention, breakdownProperty: 'platform', range: { kind: 'relative', last: '200d' } },
    ],
    ['query.excludeEvents', '20', { ...paths, excludeEvents: many }],
    ['query.excludeEvents.1', '', { ...paths, excludeEvents: ['a', ''] }],
    ['query.excludeEvents.0', 'start or end', { ...paths, excludeEvents: ['open'], startEvent: ['buy', 'open'] }],
    ['query.nodeProperty', 'must be', { ...paths, nodeProperty: 'plan' }],
    ['query.hideSystemEvents', '', { ...paths, hideSystemEvents: 'yes' }],
    ['query.groups', '20', { ...paths, groups: many.map((name) => ({ name, pattern: name })) }],
    ['query.groups.0.pattern', '', { ...paths, groups: [{ name: 'a' }] }],
    ['query.groups.0.color', '', { ...paths, groups: [{ name: 'a', pattern: '*', color: 'red' }] }],
  ];
  test.each(wrong)('%s %s', async (place, words, query) => {
    const response = await run(query);
    const { [place]: said = [], ...others } = response.error.details?.fieldErrors ?? {};
    expect([response.status, Object.keys(others)], response.text).toEqual([400, []]);
    expect(said.join('; ')).toContain(words);
  });
});
