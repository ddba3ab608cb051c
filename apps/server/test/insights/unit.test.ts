import { beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

let project: TestProject;

const did = (event: string, user: string, day: string, account?: string | number) => ({
  event,
  timestamp: `2026-06-${day}T09:00:00Z`,
  properties: account === undefined ? {} : { account_id: account },
  context: { user: { id: user } },
});

beforeAll(async () => {
  const server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  const batch = [
    did('open', 'ann', '01', 'acme'),
    did('open', 'ann', '08', 'acme'),
    did('open', 'bob', '09', 'acme'),
    did('buy', 'bob', '09', 'acme'),
    did('open', 'cid', '08', 7),
    did('open', 'cid', '08', '7'),
    did('open', 'dan', '10'),
    did('buy', 'dan', '10'),
  ];
  await project.ingest({ batch });
  await project.events(batch.length);
});

const range = { kind: 'absolute', fromIso: '2026-06-08T00:00:00Z', toIso: '2026-06-11T00:00:00Z' };
const unit = { kind: 'property', property: 'event_properties.account_id' };
const trend = { kind: 'timeseries', event: 'open', interval: 'total', range };
const funnel = { kind: 'funnel', steps: ['open', 'buy'], range };
const retention = { kind: 'retention', cohortEvent: 'open', returnEvent: 'open', interval: 'day', range };
const lifecycle = { kind: 'lifecycle', event: 'open', range };
const stickiness = { kind: 'stickiness', event: 'open', range };

const run = (query: object, path = 'query', more: object = {}): Promise<ApiResponse> =>
  project.post(`/v1/insights/${path}`, { query, ...more }, { key: project.secret });
const ask = async <T>(query: object): Promise<T> => (await run(query)).data<T>();

interface Series {
  readonly series: readonly { readonly state?: string; readonly points: readonly { readonly value: number }[] }[];
}
const valuesOf = ({ series }: Series) => series.map(({ points }) => points.map(({ value }) => value));

test('a trend counts accounts: how many, those that are new, and events of each', async () => {
  const of = async (aggregation: object, more: object = {}) =>
    valuesOf(await ask<Series>({ ...trend, aggregation, ...more }))[0];
  expect(await of({ kind: 'persons' })).toEqual([4]);
  expect(await of({ kind: 'persons' }, { unit })).toEqual([2]);
  expect(await of({ kind: 'persons' }, { unit: { kind: 'person' } })).toEqual([4]);
  expect(await of({ kind: 'first_time' }, { unit })).toEqual([1]);
  expect(await of({ kind: 'per_person', of: 'max' }, { unit })).toEqual([2]);
  const series = [
    { event: 'open', aggregation: { kind: 'persons' } },
    { event: 'open', aggregation: { kind: 'count' } },
  ];
  const both = await ask<Series>({ kind: 'timeseries', series, interval: 'total', range, unit });
  expect(valuesOf(both)).toEqual([[2], [5]]);
});

test('funnels and retention follow the account, whoever of it does the next step', async () => {
  const counts = async (query: object) =>
    (await ask<{ steps: { count: number }[] }>(query)).steps.map(({ count }) => count);
  expect(await counts(funnel)).toEqual([4, 0]);
  expect(await counts({ ...funnel, unit })).toEqual([2, 1]);
  expect(await counts({ ...funnel, order: 'any', unit })).toEqual([2, 1]);
  const cohorts = async (query: object) =>
    (await ask<{ cohorts: { size: number; retention: (number | null)[] }[] }>(query)).cohorts.map(
      ({ size, retention: [, next] }) => [size, next],
    );
  expect(await cohorts(retention)).toEqual([
    [2, 0],
    [1, 0],
    [1, undefined],
  ]);
  expect(await cohorts({ ...retention, unit })).toEqual([
    [2, 50],
    [0, null],
    [0, undefined],
  ]);
});

test('lifecycle and stickiness are those of accounts', async () => {
  expect(valuesOf(await ask<Series>({ ...lifecycle, unit }))).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [1, 0, 0],
    [0, 1, 1],
  ]);
  const { points } = await ask<{ points: { persons: number }[] }>({ ...stickiness, unit });
  expect(points.map(({ persons }) => persons)).toEqual([1, 1, 0]);
});

test.each([
  ['a field that is none', { ...funnel, unit: { kind: 'property', property: 'account' } }, 'query.unit.property'],
  ['no field', { ...funnel, unit: { kind: 'property' } }, 'query.unit.property'],
  ['a field of people', { ...funnel, unit: { ...unit, kind: 'person' } }, 'query.unit.property'],
  ['an unknown key', { ...funnel, unit: { ...unit, name: 'x' } }, 'query.unit.name'],
  ['a cohort', { ...funnel, unit: { kind: 'property', property: 'cohort' } }, 'query.unit.property'],
  ['a trend that counts events', { ...trend, unit }, 'query.unit'],
  ['a kind that counts visits', { kind: 'paths', range, unit }, 'query.unit'],
])('%s is refused with the place', async (_, query, field) => {
  const response = await run(query);
  expect([response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([400, [field]]);
});

test('people behind a number of accounts cannot be listed, nor made a cohort', async () => {
  const listed = await run({ ...funnel, unit }, 'people', { at: { step: 0 } });
  expect([listed.status, listed.error.details?.fieldErrors]).toMatchObject([
    400,
    { 'query.unit': [expect.stringContaining('event_properties.account_id')] },
  ]);
  const made = await project.post(
    '/v1/cohorts',
    { key: 'accounts', name: 'A', kind: 'query', definition: { query: { ...funnel, unit }, at: { step: 0 } } },
    { key: project.secret },
  );
  expect([made.status, Object.keys(made.error.details?.fieldErrors ?? {})]).toEqual([400, ['definition.query.unit']]);
});
