import { beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;

const day = (n: number): string => new Date(Date.parse('2026-06-01T10:00:00Z') + n * 86_400_000).toISOString();
const range = { kind: 'absolute', fromIso: day(0).slice(0, 10), toIso: '2026-06-10' };

/** Values as somebody may really send them, the missing one twice, and so many others that some are not shown. */
const values: readonly (string | null)[] = [
  '(none)',
  '(none)',
  '(none)',
  '(other)',
  '(other)',
  '"(none)"',
  '"(none)"',
  ...Array.from({ length: 17 }, (_, n) => [`v${n}`, `v${n}`]).flat(),
  'rare-1',
  'rare-2',
  null,
  null,
];

beforeAll(async () => {
  server = await TestServer.shared();
  project = await TestProject.create(server);
  const batch = values.map((plan, n) => ({
    event: 'buy',
    timestamp: day(0),
    properties: plan === null ? {} : { plan },
    context: { user: { id: `u${n}` } },
  }));
  const visit = ['(other)', ...Array.from({ length: 12 }, (_, n) => `page-${n}`)].map((event, n) => ({
    event,
    timestamp: day(1),
    context: { user: { id: `visitor-${n}` } },
  }));
  for (const events of [batch, visit]) expect((await project.ingest({ batch: events })).status).toBe(202);
  await server.waitForCount(batch.length + visit.length, '', project.secret);
});

async function run<T>(query: object): Promise<T> {
  const response = await project.post('/v1/insights/query', { query: { range, ...query } }, { key: project.secret });
  expect(response.status, response.text).toBe(200);
  return response.data<T>();
}

const shown = ['(none)', '"(none)"', '""(none)""', '"(other)"', '(other)'];

test('a real value (none) or (other) makes two series of one name', async () => {
  const { series } = await run<{ series: { name: string; points: { value: number }[] }[] }>({
    kind: 'timeseries',
    event: 'buy',
    interval: 'month',
    breakdownProperty: 'event_properties.plan',
  });
  const names = series.map(({ name }) => name);
  expect(names).toHaveLength(22);
  expect(new Set(names).size).toBe(22);
  const counts = Object.fromEntries(series.map(({ name, points }) => [name, points[0]?.value]));
  expect(shown.map((name) => counts[name])).toEqual([2, 3, 2, 2, 2]);
  expect(names.slice(-2)).toEqual(['(other)', '(none)']);
});

test('the values of a funnel are told apart from what stands for the rest', async () => {
  const { breakdown } = await run<{ breakdown: { name: string; steps: { count: number }[] }[] }>({
    kind: 'funnel',
    steps: ['buy', 'buy'],
    breakdownProperty: 'event_properties.plan',
  });
  const counts = Object.fromEntries(breakdown.map(({ name, steps }) => [name, steps[0]?.count]));
  expect(breakdown).toHaveLength(22);
  expect(shown.map((name) => counts[name])).toEqual([2, 3, 2, 2, 2]);
});

test('an event named (other) is a step of a path by itself', async () => {
  const { nodes } = await run<{ nodes: { id: string; event: string; count: number }[] }>({
    kind: 'paths',
    depth: 1,
    filters: [{ field: 'event_name', op: 'neq', value: 'buy' }],
  });
  const counts = Object.fromEntries(nodes.map(({ id, count }) => [id, count]));
  expect(counts).toMatchObject({ '1:"(other)"': 1, '1:(other)': 3, '1:page-0': 1 });
});

test('a value (none) of a performance metric is not what said nothing', async () => {
  const own = await TestProject.create(server);
  const metric = (appVersion?: string) => ({
    metric_type: 'span',
    metric_name: 'load',
    value_ms: 5,
    context: appVersion === undefined ? {} : { app_version: appVersion },
  });
  await own.post('/v1/performance/ingest', { batch: [metric('(none)'), metric('(none)'), metric()] });
  interface Metric {
    readonly breakdown: readonly { readonly value: string; readonly count: number }[] | null;
  }
  let rows: readonly Metric[] = [];
  await waitUntil(async () => {
    const response = await own.get('/v1/performance/summary?breakdown=version');
    rows = response.status === 200 ? response.data<Metric[]>() : [];
    return rows.length > 0;
  });
  expect(rows[0]?.breakdown?.map(({ value, count }) => [value, count])).toEqual([
    ['"(none)"', 2],
    ['(none)', 1],
  ]);
});

test('a cohort of 0 people shows 100 %', async () => {
  const { cohorts } = await run<{ cohorts: { size: number; retention: (number | null)[] }[] }>({
    kind: 'retention',
    cohortEvent: 'buy',
    returnEvent: 'buy',
    interval: 'day',
    range: { kind: 'absolute', fromIso: '2026-06-01', toIso: '2026-06-04' },
  });
  expect(cohorts.map(({ size, retention }) => ({ size, retention }))).toEqual([
    { size: values.length, retention: [100, 0, 0] },
    { size: 0, retention: [null, null] },
    { size: 0, retention: [null] },
  ]);
});
