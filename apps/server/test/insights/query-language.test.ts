import { beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

let project: TestProject;

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const event = (name: string, hours: number, properties: object, platform = 'web') => ({
  event: name,
  timestamp: hoursAgo(hours),
  properties,
  context: { user: { id: 'ann' }, device: { platform } },
});

beforeAll(async () => {
  const server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  await project.ingest({
    batch: [
      event('seen', 3, { path: '/pricing', tags: ['a', 5], due: hoursAgo(-24) }),
      event('seen', 2, { path: '/blog/one', tags: [], due: hoursAgo(24) }, 'ios'),
      event('bought', 1, { path: '/pricing/pro', tags: 'a' }),
    ],
  });
  await project.events(3);
});

const week = { kind: 'relative', last: '1w' };
const trend = { kind: 'timeseries', event: null, interval: 'month', range: week };

const run = (query: object): Promise<ApiResponse> =>
  project.post('/v1/insights/query', { query }, { key: project.secret });

interface Trend {
  readonly series: readonly { readonly name: string; readonly points: readonly { readonly value: number }[] }[];
}

async function total(query: object): Promise<[name: string | undefined, total: number]> {
  const [series] = (await run({ ...trend, ...query })).data<Trend>().series;
  return [series?.name, (series?.points ?? []).reduce((sum, { value }) => sum + value, 0)];
}

test('any event and several events are asked for in place of one', async () => {
  expect(await total({})).toEqual(['Any event', 3]);
  expect(await total({ event: ['seen', 'bought'] })).toEqual(['seen, bought', 3]);
  const funnel = await run({ kind: 'funnel', steps: ['seen', { event: null }], range: week });
  expect(funnel.data<{ steps: object[] }>().steps).toMatchObject([
    { event: 'seen', count: 1 },
    { event: 'Any event', count: 1 },
  ]);
});

describe('filters', () => {
  const path = 'event_properties.path';
  const isIos = { field: 'platform', op: 'eq', value: 'ios' };
  const cases: readonly (readonly [name: string, filters: object[], expected: number])[] = [
    ['one of a group', [{ op: 'any', filters: [isIos, { field: 'event_name', op: 'eq', value: 'bought' }] }], 2],
    ['all of a group', [{ op: 'all', filters: [isIos, { field: 'event_name', op: 'eq', value: 'bought' }] }], 0],
    ['a regular expression', [{ field: path, op: 'matches', value: '^/pricing(/|$)' }], 2],
    ['its opposite', [{ field: path, op: 'not_matches', value: '^/pricing(/|$)' }], 1],
    ['what a list includes', [{ field: 'event_properties.tags', op: 'includes', value: [5] }], 1],
    ['what a list excludes', [{ field: 'event_properties.tags', op: 'excludes', value: ['a'] }], 2],
    ['a time relative to now', [{ field: 'timestamp', op: 'after', value: 'now-90m' }], 1],
    ['a property that is a time', [{ field: 'event_properties.due', op: 'before', value: 'now' }], 1],
  ];
  for (const [name, filters, expected] of cases) {
    test(`${name}: ${expected}`, async () => expect((await total({ filters }))[1]).toBe(expected));
  }
});

test('ranges follow the calendar, or begin with a release', async () => {
  expect(await total({ range: { kind: 'current', unit: 'year' } })).toEqual(['Any event', expect.any(Number)]);
  const previous = await run({ ...trend, range: { kind: 'previous', unit: 'month' } });
  const { fromIso, toIso } = previous.data<{ fromIso: string; toIso: string }>();
  expect([fromIso.slice(8), toIso.slice(8)]).toEqual(['01T00:00:00.000Z', '01T00:00:00.000Z']);
  const release = await project.post(
    '/v1/releases',
    { version: '2.0.0', platform: 'web', deployed_at: hoursAgo(1.5) },
    { key: project.secret },
  );
  const releaseId = release.data<{ id: string }>().id;
  expect((await total({ range: { kind: 'since_release', releaseId } }))[1]).toBe(1);
});

test('what cannot be asked is 400 by name', async () => {
  const bad: readonly (readonly [place: string, query: object])[] = [
    ['query.filters.0.value', { filters: [{ field: 'platform', op: 'matches', value: 'a'.repeat(10_000) }] }],
    ['query.filters.0.value', { filters: [{ field: 'timestamp', op: 'after', value: 'yesterday' }] }],
    ['query.interval', { interval: 'minute', range: { kind: 'relative', last: '20y' } }],
    ['query.range.releaseId', { range: { kind: 'since_release', releaseId: crypto.randomUUID() } }],
    ['query.event', { event: [] }],
  ];
  for (const [place, query] of bad) {
    const response = await run({ ...trend, ...query });
    expect([response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([400, [place]]);
  }
});

test('a widget comes back as it was sent', async () => {
  const query = { ...trend, filters: [{ op: 'any', filters: [{ field: 'platform', op: 'matches', value: '^i' }] }] };
  const made = await project.post('/v1/dashboards', { name: 'D' }, { key: project.secret });
  const { id } = made.data<{ id: string }>();
  await project.post(`/v1/dashboards/${id}/widgets`, { name: 'W', query }, { key: project.secret });
  const dashboard = await project.get(`/v1/dashboards/${id}`, { key: project.secret });
  expect(dashboard.data<{ widgets: { query: object }[] }>().widgets[0]?.query).toMatchObject(query);
});
