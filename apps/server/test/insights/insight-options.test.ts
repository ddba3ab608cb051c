import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await TestServer.start();
  await server.waitForStore();
  project = await TestProject.create(server);
});
afterAll(() => server.dispose());

const week = { kind: 'absolute', fromIso: '2026-06-01T00:00:00Z', toIso: '2026-06-08T00:00:00Z' };
const trend = { kind: 'timeseries', event: 'e', interval: 'day', range: week };
const funnel = { kind: 'funnel', steps: ['a', 'b'], range: week };
const isIos = { field: 'platform', op: 'eq', value: 'ios' };

const run = (query: object, of = project): Promise<ApiResponse> =>
  of.post('/v1/insights/query', { query }, { key: of.secret });
const places = (response: ApiResponse): string[] => Object.keys(response.error.details?.fieldErrors ?? {});

describe('an option that is not known is ignored, and another query is answered', () => {
  const unknown: readonly (readonly [place: string, query: object])[] = [
    ['order', { ...trend, order: 'desc' }],
    ['compare', { ...trend, compare: 'previous' }],
    ['formula', { ...trend, formula: 'A / B' }],
    ['exclusions.0.step', { ...funnel, exclusions: [{ event: 'c', step: 1 }] }],
    ['steps', { ...trend, steps: ['a', 'b'] }],
    ['__proto__', JSON.parse(`{"__proto__": 1, ${JSON.stringify(trend).slice(1)}`)],
    ['filters.0.negate', { ...trend, filters: [{ ...isIos, negate: true }] }],
    ['range.timezone', { ...trend, range: { ...week, timezone: 'UTC' } }],
    ['range.fromIso', { ...trend, range: { kind: 'relative', last: '7d', fromIso: week.fromIso } }],
    ['aggregation.unit', { ...trend, aggregation: { kind: 'sum', field: 'event_properties.a', unit: 'EUR' } }],
    ['steps.1.optional', { ...funnel, steps: ['a', { event: 'b', optional: true }] }],
    ['steps.0.filters.0.or', { ...funnel, steps: [{ event: 'a', filters: [{ ...isIos, or: [] }] }, 'b'] }],
    ['cohort', { kind: 'retention', cohortEvent: 'a', returnEvent: 'b', range: week, cohort: 1 }],
    ['interval', { kind: 'paths', range: week, interval: 'day' }],
    ['range', { kind: 'sql', sql: 'SELECT 1', range: week }],
  ];
  for (const [place, query] of unknown) {
    test(`query.${place} is 400 by name`, async () => {
      const response = await run(query);
      expect([response.status, places(response)]).toEqual([400, [`query.${place}`]]);
    });
  }

  test('in widgets and exports too', async () => {
    const query = { ...trend, order: 'desc' };
    const made = await project.post('/v1/dashboards', { name: 'D' }, { key: project.secret });
    const { id } = made.data<{ id: string }>();
    const responses = [
      await project.post(`/v1/dashboards/${id}/widgets`, { name: 'W', query }, { key: project.secret }),
      await project.post('/v1/exports', { format: 'csv', query }, { key: project.secret }),
    ];
    expect(responses.map((response) => [response.status, places(response)])).toEqual([
      [400, ['query.order']],
      [400, ['query.order']],
    ]);
    const widgets = [{ name: 'W', query }];
    const whole = await project.post('/v1/dashboards/materialize', { name: 'D', widgets }, { key: project.secret });
    expect([whole.status, places(whole)]).toEqual([400, ['widgets.0.query.order']]);
  });

  test('what says nothing is no fault: a value of is_null, a field of count', async () => {
    const filters = [
      { field: 'user_id', op: 'is_null', value: null },
      { field: 'type', op: 'is_not_null', value: 'x' },
    ];
    expect((await run({ ...trend, filters, aggregation: { kind: 'count', field: 'user_id' } })).status).toBe(200);
  });
});

test('a conversion window of 0m is refused, although it is a window', async () => {
  const own = await TestProject.create(server);
  const batch = ['a', 'b'].map((event, second) => ({
    event,
    timestamp: new Date(Date.parse('2026-06-01T10:00:00Z') + second).toISOString(),
    context: { user: { id: 'u' } },
  }));
  await own.ingest({ batch });
  await server.waitForCount(2, '', own.secret);
  for (const conversionWindow of ['0m', '0h', '00d']) {
    const response = await run({ ...funnel, conversionWindow }, own);
    expect(response.status, response.text).toBe(200);
    const { steps, conversionWindow: said } = response.data<{ steps: { count: number }[]; conversionWindow: string }>();
    expect([said, steps.map(({ count }) => count)]).toEqual([conversionWindow, [1, 0]]);
  }
});

describe('a filter by release', () => {
  test('finds nothing although events of its version are there', async () => {
    const own = await TestProject.create(server);
    const sent = [
      { version: '2.0.0', platform: 'ios' },
      { version: '2.0.0', platform: 'iPadOS' },
      { version: '2.0.0', platform: 'android' },
      { version: '1.9.0', platform: 'ios' },
      { version: '1.9.0', platform: 'ios', release: 'build-77' },
      {},
    ];
    const batch = sent.map(({ version, platform, release }) => ({
      event: 'e',
      timestamp: '2026-06-02T10:00:00Z',
      context: { app: { version }, device: { platform }, release_id: release },
    }));
    await own.ingest({ batch });
    await server.waitForCount(sent.length, '', own.secret);
    interface Release {
      readonly id: string;
      readonly version: string;
      readonly platform: string;
    }
    const releases = (await own.get('/v1/releases')).data<readonly Release[]>();
    const idOf = (version: string, platform: string): string =>
      releases.find((release) => release.version === version && release.platform === platform)?.id ?? '';
    const count = async (op: string, value: unknown): Promise<number> => {
      const response = await run({ ...trend, interval: 'month', filters: [{ field: 'release_id', op, value }] }, own);
      expect(response.status, response.text).toBe(200);
      return response.data<{ series: { points: { value: number }[] }[] }>().series[0]?.points[0]?.value ?? -1;
    };
    expect(await count('eq', idOf('2.0.0', 'ios'))).toBe(2);
    expect(await count('eq', idOf('2.0.0', 'ios').toUpperCase())).toBe(2);
    expect(await count('neq', idOf('2.0.0', 'ios'))).toBe(4);
    expect(await count('in', [idOf('2.0.0', 'android'), 'build-77'])).toBe(2);
    expect(await count('not_in', [idOf('2.0.0', 'android'), 'build-77'])).toBe(4);
    expect(await count('eq', 'build-77')).toBe(1);
    expect(await count('eq', '018f2f6e-7c1a-7000-8000-0000000000ff')).toBe(0);
    const step = { event: 'e', filters: [{ field: 'release_id', op: 'eq', value: idOf('1.9.0', 'ios') }] };
    expect((await run({ ...funnel, steps: [step, 'e'] }, own)).status).toBe(200);
  });
});

test('a widget that was saved with an unknown option does not run any more', async () => {
  const made = await project.post(
    '/v1/dashboards/materialize',
    {
      name: 'Old',
      widgets: [
        { name: 'W', query: trend },
        { name: 'Fine', query: funnel },
      ],
    },
    { key: project.secret },
  );
  const { id, widgets } = made.data<{ id: string; widgets: { id: string }[] }>();
  const old = { ...trend, filters: [{ ...isIos, negate: true }], order: 'desc' };
  await server.stop();
  const control = new DatabaseSync(join(server.dataDir, 'control.db'));
  control.prepare('UPDATE widgets SET query = ? WHERE id = ?').run(JSON.stringify(old), widgets[0]?.id ?? '');
  control.close();
  await server.restart();
  await waitUntil(async () => (await project.get('/v1/events/count')).status === 200);

  interface Widget {
    readonly id: string;
    readonly query: object;
    readonly notices?: readonly string[];
  }
  const shown = (await project.get(`/v1/dashboards/${id}`)).data<{ widgets: readonly Widget[] }>();
  const [widget, fine] = shown.widgets;
  expect(widget?.query).toMatchObject({ ...trend, filters: [isIos] });
  expect(widget?.notices).toEqual([
    'The option filters.0.negate is not supported and is ignored.',
    'The option order is not supported and is ignored.',
  ]);
  expect(fine).not.toHaveProperty('notices');
  expect((await run(widget?.query ?? {})).status).toBe(200);
  const path = `/v1/dashboards/${id}/widgets/${widget?.id}`;
  const patch = (body: object) =>
    project
      .send('PATCH', path, { key: project.secret, body: JSON.stringify(body) })
      .then((response) => response.data<Widget>());
  expect((await patch({ name: 'Renamed' })).notices).toHaveLength(2);
  expect(await patch({ query: widget?.query ?? {} })).not.toHaveProperty('notices');
});
