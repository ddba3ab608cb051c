import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ListResponse } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface WidgetRow {
  readonly id: string;
  readonly dashboard_id: string;
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly position: object;
  readonly query: object;
  readonly viz: object;
  readonly created_at: string;
  readonly updated_at: string;
}
interface SummaryRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly is_template: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}
interface DashboardRow extends SummaryRow {
  readonly layout: object;
  readonly widgets: readonly WidgetRow[];
}

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const isUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const nobody = '00000000-0000-4000-8000-000000000000';
const week = { kind: 'relative', last: '7d' };
const visits = {
  name: 'Visits',
  query: { kind: 'timeseries', event: '$pageview', interval: 'day', range: week },
};
const signUps = { name: 'Sign-ups', query: { kind: 'funnel', steps: ['seen', 'signed'], range: week } };

const make = (admin: Admin, body: object = {}) =>
  admin.done<DashboardRow>('POST', '/v1/dashboards', { name: 'Shop', ...body });
const show = (admin: Admin, id: string) => admin.done<DashboardRow>('GET', `/v1/dashboards/${id}`);
const add = (admin: Admin, id: string, widget: object = visits) =>
  admin.done<WidgetRow>('POST', `/v1/dashboards/${id}/widgets`, widget);
const list = (admin: Admin, query = '') => admin.done<SummaryRow[]>('GET', `/v1/dashboards${query}`);
const own = async (admin: Admin) => await list(admin, '?is_template=false');
const templates = (admin: Admin) => list(admin, '?is_template=true');
const changes = (admin: Admin, id: string) =>
  admin.everyPage<Record<string, unknown>>(`/v1/changes?entity_type=dashboard&entity_id=${id}`, 100);
const faults = (response: ApiResponse) => response.error.details?.fieldErrors ?? {};
const textOf = (length: number) => 'x'.repeat(length);

describe.concurrent('a dashboard', () => {
  test('is made empty, shown whole and listed without its content', async ({ admin }) => {
    const response = await admin.call('POST', '/v1/dashboards', { name: 'Shop' });
    expect(response.status).toBe(201);
    const row = response.data<DashboardRow>();
    const summary = {
      id: isUuid,
      name: 'Shop',
      description: null,
      is_template: false,
      created_at: isoTime,
      updated_at: row.created_at,
    };
    expect(row).toEqual({ ...summary, layout: {}, widgets: [] });
    expect(await show(admin, row.id)).toEqual(row);
    expect(await show(admin, row.id.toUpperCase())).toEqual(row);
    expect(await own(admin)).toEqual([{ ...summary, id: row.id }]);
  });

  test('is changed field by field; null clears the description', async ({ admin }) => {
    const before = await make(admin, { description: 'About', layout: { columns: 12, deep: { a: [1, null] } } });
    const patch = (body: object) => admin.done<DashboardRow>('PATCH', `/v1/dashboards/${before.id}`, body);
    expect(await patch({ name: 'New' })).toEqual({ ...before, name: 'New', updated_at: isoTime });
    expect(await patch({ description: null })).toMatchObject({ name: 'New', description: null });
    const changed = await patch({ layout: { columns: 6 } });
    expect(changed).toMatchObject({ name: 'New', layout: { columns: 6 } });
    expect(await patch(changed)).toEqual(changed);
    expect(await show(admin, before.id)).toEqual(changed);
  });

  test('takes names of 1 to 120 characters and descriptions of up to 500', async ({ admin }) => {
    const { id } = await make(admin, { name: textOf(120), description: textOf(500) });
    const wrong = [
      { body: { name: '' }, field: 'name' },
      { body: { name: textOf(121) }, field: 'name' },
      { body: { name: null }, field: 'name' },
      { body: { description: textOf(501) }, field: 'description' },
      { body: { layout: [] }, field: 'layout' },
      { body: { layout: null }, field: 'layout' },
      { body: { is_template: true }, field: 'is_template' },
    ];
    for (const { body, field } of wrong) {
      const response = await admin.call('PATCH', `/v1/dashboards/${id}`, body);
      expect([response.status, Object.keys(faults(response))]).toEqual([400, [field]]);
    }
    const nameless = await admin.call('POST', '/v1/dashboards', {});
    expect([nameless.status, faults(nameless)]).toEqual([400, { name: ['is required'] }]);
    expect((await admin.call('POST', '/v1/dashboards', { name: 'x', layout: textOf(9) })).status).toBe(400);
    expect(await own(admin)).toHaveLength(1);
  });

  test('has a layout as large as a body may be', async ({ admin }) => {
    const { id } = await make(admin, { layout: { text: textOf(200_000) } });
    const response = await admin.call('PATCH', `/v1/dashboards/${id}`, { layout: { text: textOf(262_144) } });
    expect(response.status).toBe(413);
    expect((await show(admin, id)).layout).toEqual({ text: textOf(200_000) });
  });

  test('is gone when it is deleted, and its entry in the change log says what it was', async ({ admin }) => {
    const { id } = await make(admin);
    const widget = await add(admin, id);
    expect((await admin.call('DELETE', `/v1/dashboards/${id}`)).status).toBe(204);
    for (const [method, path, body] of [
      ['GET', `/v1/dashboards/${id}`, undefined],
      ['PATCH', `/v1/dashboards/${id}`, { name: 'x' }],
      ['DELETE', `/v1/dashboards/${id}`, undefined],
      ['POST', `/v1/dashboards/${id}/widgets`, visits],
      ['PATCH', `/v1/dashboards/${id}/widgets/${widget.id}`, { name: 'x' }],
      ['DELETE', `/v1/dashboards/${id}/widgets/${widget.id}`, undefined],
    ] as const) {
      expect([method, path, (await admin.call(method, path, body)).status]).toEqual([method, path, 404]);
    }
    expect(await own(admin)).toEqual([]);
    expect((await changes(admin, id))[0]).toMatchObject({
      action: 'archived',
      after: { name: 'Shop', archived_at: isoTime, widgets: [{ id: widget.id, type: 'timeseries' }] },
    });
  });

  test('of another project is not there', async ({ admin }) => {
    const { id } = await make(admin);
    const widget = await add(admin, id);
    const other = new Admin(await TestProject.create(server));
    const mine = await make(other);
    for (const [method, path, body] of [
      ['GET', `/v1/dashboards/${id}`, undefined],
      ['PATCH', `/v1/dashboards/${id}`, { name: 'x' }],
      ['DELETE', `/v1/dashboards/${id}`, undefined],
      ['POST', `/v1/dashboards/${id}/widgets`, visits],
      ['PATCH', `/v1/dashboards/${id}/widgets/${widget.id}`, { name: 'x' }],
      ['DELETE', `/v1/dashboards/${id}/widgets/${widget.id}`, undefined],
      ['PATCH', `/v1/dashboards/${mine.id}/widgets/${widget.id}`, { name: 'x' }],
      ['DELETE', `/v1/dashboards/${mine.id}/widgets/${widget.id}`, undefined],
      ['GET', `/v1/dashboards/${nobody}`, undefined],
      ['GET', '/v1/dashboards/nonsense', undefined],
    ] as const) {
      const response = await other.call(method, path, body);
      expect([method, path, response.status, response.error.code]).toEqual([method, path, 404, 'NOT_FOUND']);
    }
    expect((await show(admin, id)).widgets).toEqual([widget]);
    expect((await own(other)).map((row) => row.id)).toEqual([mine.id]);
  });

  test('belongs to the project, whatever the environment of the key', async ({ project, admin }) => {
    const { id } = await make(admin);
    const response = await project.get(`/v1/dashboards/${id}`, { key: project.keys.development.secret });
    expect(response.status).toBe(200);
  });

  test('moves no version of a config, and logs every change of it and of its widgets', async ({ admin }) => {
    const version = await admin.version();
    const { id } = await make(admin);
    await admin.done('PATCH', `/v1/dashboards/${id}`, { name: 'New' });
    await admin.done('PATCH', `/v1/dashboards/${id}`, { name: 'New' });
    const widget = await add(admin, id);
    await admin.done('PATCH', `/v1/dashboards/${id}/widgets/${widget.id}`, { name: 'Renamed' });
    await admin.call('DELETE', `/v1/dashboards/${id}/widgets/${widget.id}`);
    const log = (await changes(admin, id)).toReversed();
    expect(log.map(({ action }) => action)).toEqual([
      'created',
      'updated',
      'widget_added',
      'widget_updated',
      'widget_removed',
    ]);
    expect(log[3]).toMatchObject({
      entity_key: 'New',
      environment_id: null,
      config_version: null,
      actor: { kind: 'api_key' },
      before: { widgets: [{ name: 'Visits' }] },
      after: { widgets: [{ name: 'Renamed' }] },
    });
    expect(await admin.version()).toBe(version);
  });
});

describe.concurrent('a widget', () => {
  test('is added with everything that was left out', async ({ admin }) => {
    const { id } = await make(admin);
    const response = await admin.call('POST', `/v1/dashboards/${id}/widgets`, visits);
    expect(response.status).toBe(201);
    const widget = response.data<WidgetRow>();
    expect(widget).toEqual({
      id: isUuid,
      dashboard_id: id,
      type: 'timeseries',
      name: 'Visits',
      description: null,
      position: { x: 0, y: 0, w: 4, h: 3 },
      query: { ...visits.query, filters: [], aggregation: { kind: 'count' } },
      viz: { kind: 'timeseries', chartType: 'line' },
      created_at: isoTime,
      updated_at: isoTime,
    });
    const dashboard = await show(admin, id);
    expect(dashboard.widgets).toEqual([widget]);
    expect(dashboard.updated_at > dashboard.created_at).toBe(true);
  });

  const whole: readonly { query: Record<string, unknown>; viz: object }[] = [
    { query: visits.query, viz: { kind: 'timeseries', chartType: 'single_metric', yLabel: 'People' } },
    {
      query: { ...signUps.query, steps: ['seen', 'signed'].map((event) => ({ event, filters: [] })) },
      viz: { kind: 'funnel', showCounts: false },
    },
    { query: signUps.query, viz: { kind: 'funnel', showCounts: true } },
    {
      query: { ...signUps.query, steps: ['seen', { event: 'signed' }, { event: 'paid', filters: [] }] },
      viz: { kind: 'funnel', showCounts: true },
    },
    {
      query: { kind: 'retention', cohortEvent: 'a', returnEvent: 'b', range: week },
      viz: { kind: 'retention', colorScale: 'none' },
    },
    { query: { kind: 'paths', range: week }, viz: { kind: 'paths' } },
    {
      query: {
        kind: 'retention',
        cohortEvent: 'a',
        returnEvent: 'b',
        range: week,
        mode: 'on_or_after',
        start: 'first_time',
      },
      viz: { kind: 'retention', colorScale: 'heatmap' },
    },
    {
      query: {
        kind: 'paths',
        range: week,
        excludeEvents: ['a'],
        groups: [{ name: 'G', pattern: '*' }],
        nodeProperty: 'platform',
      },
      viz: { kind: 'paths' },
    },
    { query: { kind: 'lifecycle', event: 'a', range: week }, viz: { kind: 'lifecycle' } },
    { query: { kind: 'stickiness', event: null, interval: 'week', range: week }, viz: { kind: 'stickiness' } },
    {
      query: { kind: 'distribution', event: 'a', field: 'event_properties.ms', range: week },
      viz: { kind: 'distribution' },
    },
    { query: { kind: 'sql', sql: 'SELECT 1' }, viz: { kind: 'sql' } },
    { query: { kind: 'sql', sql: 'SELECT 1' }, viz: { kind: 'sql', display: 'number' } },
    {
      query: { kind: 'crash_free', of: 'users', breakdown: 'flag:new', platform: 'ios', range: week },
      viz: { kind: 'crash_free', display: 'table' },
    },
    {
      query: { kind: 'crashes', breakdown: 'exception', interval: 'hour', appVersion: '1.0', range: week },
      viz: { kind: 'crashes', display: 'bar' },
    },
    {
      query: { kind: 'performance', metricName: 'LCP', metricType: 'web_vital', of: 'p75', range: week },
      viz: { kind: 'performance', display: 'line' },
    },
    { query: { kind: 'experiment', experiment: 'checkout', metric: 'Purchase' }, viz: { kind: 'experiment' } },
  ];
  for (const [index, { query, viz }] of whole.entries()) {
    test(`of kind ${query.kind} (${index}) is kept as it was sent, and comes back to be edited`, async ({ admin }) => {
      const { id } = await make(admin);
      const position = { x: 48, y: 1024, w: 48, h: 48 };
      const sent = { type: query.kind, name: 'W', description: 'About', position, query, viz };
      const odd = { ...sent, viz: { ...viz, odd: 1 }, position: { ...position, odd: 1 } };
      const widget = await add(admin, id, odd);
      expect(widget).toMatchObject({ ...sent, query: expect.objectContaining(query) });
      expect([widget.viz, widget.position]).toEqual([viz, position]);
      const again = await admin.done('PATCH', `/v1/dashboards/${id}/widgets/${widget.id}`, { query: widget.query });
      expect(again).toEqual(widget);
    });
  }

  test('is changed field by field, and follows its query to another kind', async ({ admin }) => {
    const { id } = await make(admin);
    const other = await add(admin, id, signUps);
    const widget = await add(admin, id, { ...visits, viz: { kind: 'timeseries', chartType: 'bar' } });
    const patch = (body: object) => admin.done<WidgetRow>('PATCH', `/v1/dashboards/${id}/widgets/${widget.id}`, body);
    const moved = await patch({ position: { x: 4, w: 8 }, description: 'About' });
    expect(moved).toEqual({
      ...widget,
      description: 'About',
      position: { x: 4, y: 0, w: 8, h: 3 },
      updated_at: isoTime,
    });
    expect(await patch(moved)).toEqual(moved);
    expect(await patch({ description: null, query: signUps.query })).toMatchObject({
      type: 'funnel',
      description: null,
      position: moved.position,
      viz: { kind: 'funnel', showCounts: true },
    });
    const { widgets } = await show(admin, id);
    expect(widgets.map(({ type }) => type)).toEqual(['funnel', 'funnel']);
    expect(widgets[0]).toEqual(other);
  });

  test('is gone when it is deleted, and the others stay', async ({ admin }) => {
    const { id } = await make(admin);
    const [first, second] = [await add(admin, id), await add(admin, id, signUps)];
    expect((await admin.call('DELETE', `/v1/dashboards/${id}/widgets/${first.id}`)).status).toBe(204);
    expect((await admin.call('DELETE', `/v1/dashboards/${id}/widgets/${first.id}`)).status).toBe(404);
    expect((await show(admin, id)).widgets).toEqual([second]);
    expect((await admin.call('PATCH', `/v1/dashboards/${id}/widgets/${nobody}`, { name: 'x' })).status).toBe(404);
    expect((await admin.call('POST', `/v1/dashboards/${nobody}/widgets`, visits)).status).toBe(404);
  });

  const filter = { field: 'platform', op: 'eq', value: 'ios' };
  const withQuery = (query: object) => ({ name: 'W', query: { ...visits.query, ...query } });
  const wrongs: readonly { name: string; body: object; fields: Record<string, unknown> }[] = [
    { name: 'no name', body: { query: visits.query }, fields: { name: ['is required'] } },
    { name: 'no query', body: { name: 'W' }, fields: { query: ['is required'] } },
    { name: 'a name that is too long', body: { ...visits, name: textOf(121) }, fields: { name: [expect.any(String)] } },
    {
      name: 'a place left of the grid',
      body: { ...visits, position: { x: -1 } },
      fields: { 'position.x': ['must be at least 0'] },
    },
    {
      name: 'a place of no size',
      body: { ...visits, position: { w: 0, h: 49 } },
      fields: { 'position.w': ['must be at least 1'], 'position.h': ['must be at most 48'] },
    },
    {
      name: 'a place that is half a cell down',
      body: { ...visits, position: { y: 0.5 } },
      fields: { 'position.y': ['must be an integer'] },
    },
    {
      name: 'a kind that there is not',
      body: withQuery({ kind: 'pie' }),
      fields: {
        'query.kind': [
          'must be one of timeseries, funnel, retention, paths, lifecycle, stickiness, distribution, crash_free, crashes, performance, experiment, sql',
        ],
      },
    },
    { name: 'no kind', body: { name: 'W', query: {} }, fields: { 'query.kind': ['is required'] } },
    { name: 'a query that is text', body: { name: 'W', query: 'x' }, fields: { query: ['must be an object'] } },
    {
      name: 'a funnel of one step',
      body: { name: 'W', query: { ...signUps.query, steps: ['seen'] } },
      fields: { 'query.steps': ['must have at least 2 items'] },
    },
    {
      name: 'a step of the wrong type',
      body: { name: 'W', query: { ...signUps.query, steps: ['seen', 5] } },
      fields: { 'query.steps.1': ['must be a string or an object'] },
    },
    {
      name: 'an operator that there is not',
      body: withQuery({ filters: [filter, { ...filter, op: 'like' }] }),
      fields: { 'query.filters.1.op': [expect.stringMatching(/^must be one of eq, neq, /)] },
    },
    {
      name: 'a field that there is not',
      body: withQuery({ filters: [{ ...filter, field: 'colour' }], breakdownProperty: 'event_properties' }),
      fields: {
        'query.filters.0.field': [expect.stringContaining('event_properties.<path>')],
        'query.breakdownProperty': [expect.stringContaining('anonymous_id')],
      },
    },
    {
      name: 'a range in reverse',
      body: withQuery({ range: { kind: 'absolute', fromIso: '2026-02-01T00:00:00Z', toIso: '2026-01-01T00:00:00Z' } }),
      fields: { 'query.range.toIso': ['must be later than range.fromIso'] },
    },
    {
      name: 'a type that is not the kind of the query',
      body: { ...visits, type: 'funnel' },
      fields: { type: [expect.stringContaining('"timeseries"')] },
    },
    {
      name: 'a type that there is not',
      body: { ...visits, type: 'pie' },
      fields: {
        type: [
          'must be one of timeseries, funnel, retention, paths, lifecycle, stickiness, distribution, crash_free, crashes, performance, experiment, sql',
        ],
      },
    },
    {
      name: 'a viz of another kind',
      body: { ...visits, viz: { kind: 'funnel', showCounts: true } },
      fields: { 'viz.kind': [expect.stringContaining('"timeseries"')] },
    },
    {
      name: 'a viz without its members',
      body: { ...signUps, viz: { kind: 'funnel' } },
      fields: { 'viz.showCounts': ['is required'] },
    },
    {
      name: 'a chart that there is not',
      body: { ...visits, viz: { kind: 'timeseries', chartType: 'pie' } },
      fields: { 'viz.chartType': ['must be one of line, bar, area, stacked_bar, single_metric, table'] },
    },
  ];
  for (const { name, body, fields } of wrongs) {
    test(`with ${name} is refused in words of that place, and nothing changes`, async ({ admin }) => {
      const { id } = await make(admin);
      const widget = await add(admin, id);
      const before = await show(admin, id);
      const response = await admin.call('POST', `/v1/dashboards/${id}/widgets`, body);
      expect([response.status, faults(response)]).toEqual([400, fields]);
      if (!('name' in fields) && !('query' in fields)) {
        const changed = await admin.call('PATCH', `/v1/dashboards/${id}/widgets/${widget.id}`, body);
        expect([changed.status, faults(changed)]).toEqual([400, fields]);
      }
      expect(await show(admin, id)).toEqual(before);
    });
  }

  test('cannot be moved to another dashboard by a change', async ({ admin }) => {
    const [one, two] = [await make(admin), await make(admin)];
    const widget = await add(admin, one.id);
    const path = `/v1/dashboards/${one.id}/widgets/${widget.id}`;
    const response = await admin.call('PATCH', path, { dashboard_id: two.id, name: 'x' });
    expect([response.status, Object.keys(faults(response))]).toEqual([400, ['dashboard_id']]);
    expect((await admin.call('PATCH', path, { dashboard_id: one.id, name: 'x' })).status).toBe(200);
  });
});

describe.concurrent('materialize', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...visits, name: `W${index}` }));
  const materialize = (admin: Admin, body: object) => admin.call('POST', '/v1/dashboards/materialize', body);

  test('makes a dashboard with its widgets in order', async ({ admin }) => {
    const response = await materialize(admin, { name: 'Whole', layout: { columns: 12 }, widgets: [visits, signUps] });
    expect(response.status).toBe(201);
    const made = response.data<{ id: string; widgets: { id: string }[] }>();
    expect(made).toEqual({
      id: isUuid,
      name: 'Whole',
      description: null,
      widgets: [
        { id: isUuid, type: 'timeseries', name: 'Visits' },
        { id: isUuid, type: 'funnel', name: 'Sign-ups' },
      ],
    });
    const dashboard = await show(admin, made.id);
    expect(dashboard).toMatchObject({ name: 'Whole', layout: { columns: 12 }, is_template: false });
    expect(dashboard.widgets.map(({ id }) => id)).toEqual(made.widgets.map(({ id }) => id));
    expect((await changes(admin, made.id)).map(({ action }) => action)).toEqual(['created']);
  });

  test('refuses a widget with an empty name', async ({ admin }) => {
    const response = await materialize(admin, { name: 'Unnamed', widgets: [{ ...visits, name: '' }, signUps] });
    expect(response.status).toBe(201);
    const made = response.data<DashboardRow>();
    expect(made.widgets).toMatchObject([{ type: 'timeseries', name: '' }, { name: 'Sign-ups' }]);
    const [unnamed, named] = (await show(admin, made.id)).widgets;
    const patch = (widget: WidgetRow | undefined, body: object) =>
      admin.call('PATCH', `/v1/dashboards/${made.id}/widgets/${widget?.id}`, body);
    expect((await patch(unnamed, { ...unnamed })).status).toBe(200);
    const responses = [
      await patch(named, { name: '' }),
      await admin.call('POST', `/v1/dashboards/${made.id}/widgets`, { ...visits, name: '' }),
      await materialize(admin, { name: '', widgets: [visits] }),
    ];
    expect(responses.map((one) => [one.status, faults(one)])).toEqual(
      responses.map(() => [400, { name: ['must not be empty'] }]),
    );
  });

  test('takes 1 to 24 widgets', async ({ admin }) => {
    expect((await materialize(admin, { name: 'Most', widgets: many(24) })).data<DashboardRow>().widgets).toHaveLength(
      24,
    );
    for (const widgets of [[], many(25), undefined]) {
      const response = await materialize(admin, { name: 'x', widgets });
      expect([response.status, Object.keys(faults(response))]).toEqual([400, ['widgets']]);
    }
    expect(await own(admin)).toHaveLength(1);
  });

  const badOnes = [
    { name: 'kind', widget: { name: 'W', query: { kind: 'pie' } }, field: 'widgets.23.query.kind' },
    {
      name: 'field',
      widget: { name: 'W', query: { ...visits.query, breakdownProperty: 'colour' } },
      field: 'widgets.23.query.breakdownProperty',
    },
    { name: 'viz', widget: { ...visits, viz: { kind: 'sql' } }, field: 'widgets.23.viz.kind' },
    { name: 'type', widget: { ...visits, type: 'sql' }, field: 'widgets.23.type' },
    { name: 'place', widget: { ...visits, position: { x: 49 } }, field: 'widgets.23.position.x' },
  ];
  for (const { name, widget, field } of badOnes) {
    test(`makes nothing when the ${name} of the last of 24 widgets is wrong, and names it`, async ({ admin }) => {
      const response = await materialize(admin, { name: 'Half', widgets: [...many(23), widget] });
      expect([response.status, Object.keys(faults(response))]).toEqual([400, [field]]);
      expect(await own(admin)).toEqual([]);
      expect(await admin.everyPage('/v1/changes?entity_type=dashboard', 100)).toEqual([]);
    });
  }

  test('makes every template one’s own, to be changed at will', async ({ admin }) => {
    for (const { id } of await templates(admin)) {
      const { name, description, layout, widgets } = await show(admin, id);
      const response = await materialize(admin, { name, description, layout, widgets });
      expect([name, response.status]).toEqual([name, 201]);
      const mine = await show(admin, response.data<DashboardRow>().id);
      expect(mine.is_template).toBe(false);
      const contentOf = (row: DashboardRow) =>
        row.widgets.map(({ type, name, description, position, query, viz }) => {
          return { type, name, description, position, query, viz };
        });
      expect(contentOf(mine)).toEqual(contentOf(await show(admin, id)));
      expect((await admin.call('PATCH', `/v1/dashboards/${mine.id}`, { name: 'Mine' })).status).toBe(200);
    }
  });
});

describe.concurrent('templates', () => {
  test('are there in every project, under the same ids, with widgets', async ({ admin }) => {
    const rows = await templates(admin);
    expect(rows.map(({ name }) => name)).toEqual([
      'Engagement',
      'Acquisition',
      'Errors and health',
      'Flags and experiments',
      'Performance',
    ]);
    const other = new Admin(await TestProject.create(server));
    expect(await templates(other)).toEqual(rows);
    for (const row of rows) {
      expect(row).toEqual({ ...row, id: isUuid, is_template: true, description: expect.any(String) });
      const { layout, widgets, ...summary } = await show(admin, row.id);
      expect(summary).toEqual(row);
      expect(layout).toEqual({ columns: 12 });
      expect(widgets.length).toBeGreaterThanOrEqual(4);
      for (const widget of widgets)
        expect(widget).toMatchObject({ id: isUuid, dashboard_id: row.id, created_at: isoTime });
    }
  });

  test('cannot be changed: 403, and nothing is logged', async ({ admin }) => {
    const [template] = await templates(admin);
    const path = `/v1/dashboards/${template?.id}`;
    const before = await show(admin, template?.id ?? '');
    for (const [method, at, body] of [
      ['PATCH', path, { name: 'Mine' }],
      ['PATCH', path.toUpperCase().replace('/V1/DASHBOARDS', '/v1/dashboards'), { name: 'Mine' }],
      ['DELETE', path, undefined],
      ['POST', `${path}/widgets`, visits],
      ['PATCH', `${path}/widgets/${before.widgets[0]?.id}`, { name: 'Mine' }],
      ['DELETE', `${path}/widgets/${before.widgets[0]?.id}`, undefined],
      ['DELETE', `${path}/widgets/${nobody}`, undefined],
    ] as const) {
      const response = await admin.call(method, at, body);
      expect([method, at, response.status, response.error.code]).toEqual([method, at, 403, 'FORBIDDEN']);
    }
    expect(await show(admin, template?.id ?? '')).toEqual(before);
    expect(await admin.everyPage('/v1/changes?entity_type=dashboard', 100)).toEqual([]);
  });
});

describe.concurrent('the list', () => {
  test('is newest first, then templates; pages of any size neither repeat nor skip', async ({ admin }) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const name of names) await make(admin, { name });
    const whole = await list(admin);
    expect(whole.map(({ name }) => name).slice(0, 8)).toEqual([...names.toReversed(), 'Engagement']);
    expect(whole).toHaveLength(names.length + 5);
    for (const limit of [1, 2, 3, 5, 7, 8, 11, 12, 100]) {
      expect([limit, await admin.everyPage('/v1/dashboards', limit)]).toEqual([limit, whole]);
    }
  });

  test('says whether there is more', async ({ admin }) => {
    await make(admin);
    const page = async (query: string) =>
      (await admin.call('GET', `/v1/dashboards${query}`)).json as ListResponse<SummaryRow>;
    const first = await page('?limit=1');
    expect(first.pagination).toEqual({ cursor: first.data[0]?.id, has_more: true });
    expect((await page('?limit=6')).pagination).toEqual({ cursor: null, has_more: false });
    expect((await page('?limit=1&is_template=false')).pagination).toEqual({ cursor: null, has_more: false });
    expect(await admin.everyPage('/v1/dashboards?is_template=true', 2)).toHaveLength(5);
    expect((await page(`?cursor=${nobody}`)).data).toEqual([]);
  });

  test('refuses bounds and filters that are none', async ({ admin }) => {
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['cursor=x', 'cursor'],
      ['is_template=maybe', 'is_template'],
    ] as const) {
      const response = await admin.call('GET', `/v1/dashboards?${query}`);
      expect([query, response.status, Object.keys(faults(response))]).toEqual([query, 400, [field]]);
    }
  });
});
