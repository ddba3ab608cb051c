import { beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

const range = { kind: 'absolute', fromIso: '2026-06-01T00:00:00Z', toIso: '2026-06-02T00:00:00Z' };
const at = (second: number): string => new Date(Date.parse('2026-06-01T10:00:00Z') + second * 1000).toISOString();

/** A key `a.b` and a member `b` of `a`, and everything between them. */
const calls: readonly object[] = [
  { 'http.status_code': 200, http: { method: 'GET' } },
  { 'http.status_code': 200, 'a.b': 'key', a: { b: 'member' } },
  { 'http.status_code': 503, 'a.b': 5, a: { b: 'member' } },
  { a: { b: 'member', 'c.d': 7 } },
  { 'a.b': null, a: { b: 'member' } },
  { 'a.b': { c: 'inside' } },
  { 'odd "key"': 'x', '': 'empty', 'a.b.c.d.e.f': 'six' },
];

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  const batch = calls.map((properties, second) => ({
    event: 'call',
    timestamp: at(second),
    properties,
    context: { user: { id: `u${second}` }, 'app.flavour': 'eu', app: { version: '1.0' } },
  }));
  expect((await project.ingest({ batch })).status).toBe(202);
  await server.waitForCount(calls.length, '', project.secret);
});

const run = (query: object): Promise<ApiResponse> =>
  project.post('/v1/insights/query', { query: { range, ...query } }, { key: project.secret });

interface Trend {
  readonly series: readonly { readonly name: string; readonly points: readonly { readonly value: number }[] }[];
}

async function trend(query: object): Promise<Record<string, number>> {
  const response = await run({ kind: 'timeseries', event: 'call', interval: 'day', ...query });
  expect(response.status, response.text).toBe(200);
  const { series } = response.data<Trend>();
  return Object.fromEntries(series.map(({ name, points }) => [name, points[0]?.value ?? 0]));
}

const by = (breakdownProperty: string): Promise<Record<string, number>> => trend({ breakdownProperty });

test('a property with a dot in its name answers (none) and 0', async () => {
  const field = 'event_properties.http.status_code';
  expect(await by(field)).toEqual({ '200': 2, '503': 1, '(none)': 4 });
  expect(await trend({ filters: [{ field, op: 'eq', value: 200 }] })).toEqual({ call: 2 });
  expect(await trend({ filters: [{ field, op: 'is_null' }] })).toEqual({ call: 4 });
  expect(await trend({ aggregation: { kind: 'max', field } })).toEqual({ call: 503 });
  expect(await trend({ aggregation: { kind: 'count_distinct', field } })).toEqual({ call: 2 });
  expect(await by('event_context.app.flavour')).toEqual({ eu: 7 });
});

describe('a path', () => {
  test('is tried as one key first, then level by level, event by event', async () => {
    expect(await by('event_properties.a.b')).toEqual({ key: 1, '5': 1, member: 2, '{"c":"inside"}': 1, '(none)': 2 });
    expect(await by('event_properties.http.method')).toEqual({ GET: 1, '(none)': 6 });
    expect(await by('event_context.app.version')).toEqual({ '1.0': 7 });
  });

  test('takes its number from where its text is', async () => {
    const field = 'event_properties.a.b';
    expect(await trend({ aggregation: { kind: 'sum', field } })).toEqual({ call: 5 });
    expect(await trend({ filters: [{ field, op: 'gte', value: 0 }] })).toEqual({ call: 1 });
  });

  test('says exactly what it is with quotes', async () => {
    expect(await by('event_properties."a.b"')).toEqual({ key: 1, '5': 1, '{"c":"inside"}': 1, '(none)': 4 });
    expect(await by('event_properties."a".b')).toEqual({ member: 4, '(none)': 3 });
    expect(await by('event_properties."a.b".c')).toEqual({ inside: 1, '(none)': 6 });
    expect(await by('event_properties.a."c.d"')).toEqual({ '7': 1, '(none)': 6 });
    expect(await by('event_properties."odd ""key"""')).toEqual({ x: 1, '(none)': 6 });
    expect(await by('event_properties."a.b.c.d.e.f"')).toEqual({ six: 1, '(none)': 6 });
    expect(await by('event_properties.""')).toEqual({ empty: 1, '(none)': 6 });
  });

  test('means the same in funnels, retention, paths and files', async () => {
    const filter = { field: 'event_properties.a."c.d"', op: 'eq', value: 7 };
    const funnel = await run({ kind: 'funnel', steps: [{ event: 'call', filters: [filter] }, 'call'] });
    expect(funnel.data<{ steps: { count: number }[] }>().steps.map(({ count }) => count)).toEqual([1, 0]);
    const split = await run({ kind: 'funnel', steps: ['call', 'call'], breakdownProperty: 'event_properties."a".b' });
    expect(split.data<{ breakdown: { name: string }[] }>().breakdown.map(({ name }) => name)).toEqual([
      'member',
      '(none)',
    ]);
    const retention = await run({ kind: 'retention', cohortEvent: 'call', returnEvent: 'call', filters: [filter] });
    expect(retention.data<{ cohorts: { size: number }[] }>().cohorts.map(({ size }) => size)).toEqual([1]);
    const paths = await run({ kind: 'paths', filters: [filter] });
    expect(paths.data<{ nodes: { count: number }[] }>().nodes.map(({ count }) => count)).toEqual([1]);
    const query = { kind: 'timeseries', event: 'call', interval: 'day', range, breakdownProperty: filter.field };
    const file = await project.post('/v1/exports', { format: 'csv', query }, { key: project.secret });
    expect(file.text).toContain('\n2026-06-01T00:00:00.000Z,7,1');
  });

  test('that is no path is 400, with how a key with dots is written', async () => {
    const response = await run({
      kind: 'timeseries',
      event: 'call',
      interval: 'day',
      breakdownProperty: 'event_properties.a.b.c.d.e.f',
    });
    expect(response.status).toBe(400);
    expect(response.error.details?.fieldErrors['query.breakdownProperty']?.[0]).toContain('"');
  });
});

interface Property {
  readonly name: string;
  readonly path: readonly string[];
  readonly types: readonly string[];
  readonly coverage: number;
}

describe('the catalog', () => {
  const properties = async (): Promise<readonly Property[]> =>
    (await project.get('/v1/events/catalog/call')).data<{ properties: readonly Property[] }>().properties;

  test('tells a key with a dot from a member', async () => {
    const named = new Map((await properties()).map(({ name, path, types }) => [name, { path, types }]));
    expect(named.get('"a.b"')).toEqual({ path: ['a.b'], types: ['null', 'number', 'object', 'string'] });
    expect(named.get('"a".b')).toEqual({ path: ['a', 'b'], types: ['string'] });
    expect(named.get('http.status_code')).toEqual({ path: ['http.status_code'], types: ['number'] });
    expect(named.get('http.method')).toEqual({ path: ['http', 'method'], types: ['string'] });
  });

  test('every name that it offers finds what it speaks of', async () => {
    const all = await properties();
    expect(all.length).toBeGreaterThan(8);
    for (const { name, coverage, types } of all) {
      const isSometimesNull = types.includes('null');
      const field = `event_properties.${name}`;
      const { call } = await trend({ filters: [{ field, op: 'is_not_null' }] });
      const carriers = Math.round((coverage / 100) * calls.length);
      expect([name, call]).toEqual([name, isSometimesNull ? carriers - 1 : carriers]);
    }
  });
});

test('SQL reads a key with a dot by its name, and members by their path', async () => {
  const sql = `SELECT properties->>'a.b' AS key, properties->>'$.a.b' AS member FROM events
    WHERE (properties->>'a.b') = 'key'`;
  const response = await project.post('/v1/insights/query', { query: { kind: 'sql', sql } }, { key: project.secret });
  expect(response.data<{ rows: unknown[][] }>().rows).toEqual([['key', 'member']]);
});
