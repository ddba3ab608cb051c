import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

interface Share {
  readonly id: string;
  readonly token: string;
  readonly link: string;
  readonly environment_id: string;
  readonly expires_at: string;
}
interface Shown {
  readonly name: string;
  readonly widgets: readonly { readonly id: string; readonly query?: object }[];
}

let server: TestServer;
let project: TestProject;
let admin: Admin;
let dashboard: { readonly id: string; readonly widgets: readonly { readonly id: string }[] };

const range = { kind: 'relative', last: '7d' };
const bought = {
  kind: 'timeseries',
  series: [{ event: 'bought', filters: [{ field: 'user_id', op: 'neq', value: 'secret-person' }] }],
  interval: 'total',
  range,
};
const widgets = [
  { name: 'Bought', query: bought, viz: { kind: 'timeseries', chartType: 'single_metric' } },
  {
    name: 'Statement',
    query: { kind: 'sql', sql: "SELECT count(*) AS n FROM events WHERE user_id <> 'secret-person'" },
  },
  { name: 'Broken', query: { kind: 'sql', sql: 'SELECT event_name::INTEGER FROM events' } },
];

beforeAll(async () => {
  server = await TestServer.start({ env: { LP_LOG_LEVEL: 'debug' } });
  project = await TestProject.create(server);
  admin = new Admin(project);
  dashboard = await admin.done('POST', '/v1/dashboards/materialize', {
    name: 'Shop',
    layout: { columns: 12, note: 'secret-person' },
    widgets,
  });
  const of = (user: string) => ({ event: 'bought', context: { user: { id: user } } });
  await project.ingest({ batch: [of('a'), of('b')] });
  await project.ingest({ batch: [of('a')] }, { key: project.keys.development.publishable });
  await project.events(2);
  await server.waitForCount(1, '', project.keys.development.secret);
});
afterAll(() => server.dispose());

const sharesPath = (id = dashboard.id) => `/v1/dashboards/${id}/shares`;
const share = (body: object = {}, id = dashboard.id) => admin.done<Share>('POST', sharesPath(id), body);
const asAnybody = (path: string, body: object) => project.post(path, body, { key: null });
const show = (token: string, more: object = {}) => asAnybody('/v1/shared/dashboard', { token, ...more });
const result = (token: string, widget = 0, more: object = {}) =>
  asAnybody('/v1/shared/result', { token, widget_id: dashboard.widgets[widget]?.id, ...more });
const totalOf = (response: ApiResponse) =>
  response.data<{ series: { points: { value: number }[] }[] }>().series[0]?.points[0]?.value;

test('a link shows the dashboard and the results of its stored queries, without filters and statements', async () => {
  const { token, link, ...made } = await share({ name: 'Board', expires_in_days: 2 });
  expect(token).toMatch(/^lps_[0-9A-Za-z]{43}$/);
  expect(link).toBe(`/shared#${token}`);
  const days = (Date.parse(made.expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(1.9);
  expect(days).toBeLessThanOrEqual(2);
  const shown = await show(token);
  expect(shown.data()).toEqual({
    name: 'Shop',
    description: null,
    environment: 'production',
    timezone: 'UTC',
    layout: { columns: 12 },
    expires_at: made.expires_at,
    widgets: widgets.map(({ name, query }, at) => ({
      id: dashboard.widgets[at]?.id,
      type: query.kind,
      name,
      description: null,
      position: { x: 0, y: 0, w: 4, h: 3 },
      viz: expect.any(Object),
      ...(query.kind === 'sql' ? {} : { query: expect.objectContaining({ kind: 'timeseries' }) }),
    })),
  });
  expect(shown.text).not.toMatch(/secret-person|SELECT|project|dashboard_id|member/);
  const number = await result(token);
  expect(totalOf(number)).toBe(2);
  // As on the dashboard itself, a single number says how it has changed.
  expect(number.data<{ compare: object }>().compare).toBeDefined();
  expect((await result(token, 1)).data()).toMatchObject({ kind: 'sql', rows: [[2]] });
});

test('a link is of one environment, and of the one it names', async () => {
  const { token } = await share({ environment_id: 'development' });
  expect((await show(token)).data<Record<string, unknown>>().environment).toBe('development');
  expect(totalOf(await result(token))).toBe(1);
  expect((await result(token, 1)).data()).toMatchObject({ rows: [[1]] });
  expect((await admin.call('POST', sharesPath(), { environment_id: 'nowhere' })).status).toBe(404);
});

test('a visitor cannot ask for anything else', async () => {
  const { token } = await share();
  for (const more of [{ environment_id: 'development' }, { range }, { query: bought }, { limit: 1 }, { filters: [] }]) {
    expect([more, (await result(token, 0, more)).status]).toEqual([more, 400]);
    expect([more, (await show(token, more)).status]).toEqual([more, 400]);
  }
  const path = '/v1/shared/result?environment_id=development&range=1d';
  const asked = await asAnybody(path, { token, widget_id: dashboard.widgets[0]?.id });
  expect(totalOf(asked)).toBe(2);
  const other = await admin.done<typeof dashboard>('POST', '/v1/dashboards/materialize', { name: 'Other', widgets });
  for (const widget_id of [other.widgets[0]?.id, dashboard.id]) {
    expect((await result(token, 0, { widget_id })).status).toBe(404);
  }
  // The token opens nothing but its two routes.
  for (const path of [`/v1/dashboards/${dashboard.id}`, '/v1/events', '/v1/people']) {
    expect((await project.get(path, { key: token })).status).toBe(401);
  }
});

test('unknown, revoked and withdrawn links, and those of archived dashboards, are answered alike', async () => {
  const archived = await admin.done<typeof dashboard>('POST', '/v1/dashboards/materialize', { name: 'Old', widgets });
  const ofArchived = await share({}, archived.id);
  const revoked = await share();
  expect((await show(ofArchived.token)).status).toBe(200);
  expect((await admin.call('DELETE', `/v1/dashboards/${archived.id}`)).status).toBe(204);
  expect((await admin.call('DELETE', `${sharesPath()}/${revoked.id}`)).status).toBe(204);
  expect((await admin.call('DELETE', `${sharesPath()}/${revoked.id}`)).status).toBe(404);
  const tokens = [ofArchived.token, revoked.token, 'lps_nonsense', `${revoked.token}x`, revoked.token.slice(0, -1)];
  const responses = await Promise.all(tokens.flatMap((token) => [show(token), result(token)]));
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(responses[0]?.status).toBe(404);
});

test('a query that fails says nothing of the rows it met', async () => {
  const { token } = await share();
  const response = await result(token, 2);
  expect(response.status).toBe(400);
  expect(response.text).not.toMatch(/bought|event_name|SELECT/);
});

test('answers are kept, indexed and framed by nobody, also those that refuse', async () => {
  const { token } = await share();
  for (const response of [await show(token), await result(token), await show('x'), await show(token, { a: 1 })]) {
    const header = (name: string) => response.headers.get(name);
    expect(header('cache-control')).toBe('no-store');
    expect(header('referrer-policy')).toBe('no-referrer');
    expect(header('x-robots-tag')).toBe('noindex, nofollow');
    expect(header('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(header('access-control-allow-origin')).toBeNull();
  }
  const page = await fetch(`${server.url}/shared`, { headers: { Accept: 'text/html' } });
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('links are listed without their tokens, and belong to their project', async () => {
  const { id, token } = await share({ name: 'Listed' });
  await show(token);
  const listed = await admin.call('GET', `${sharesPath()}?limit=1`);
  expect(listed.data()).toEqual([
    {
      id,
      dashboard_id: dashboard.id,
      environment_id: expect.any(String),
      name: 'Listed',
      created_by: 'secret key',
      last_used_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  const stranger = new Admin(await TestProject.create(server));
  expect((await stranger.call('GET', sharesPath())).status).toBe(404);
  expect((await stranger.call('POST', sharesPath(), {})).status).toBe(404);
  expect((await stranger.call('DELETE', `${sharesPath()}/${id}`)).status).toBe(404);
  expect((await show(token)).status).toBe(200);
});

test('viewers and keys of one environment make no links, templates have none, and limits are checked', async () => {
  const viewer = await TestMember.invited(project, 'viewer');
  const editor = await TestMember.invited(project, 'editor');
  expect((await viewer.post(sharesPath(), {})).status).toBe(403);
  expect((await editor.post(sharesPath(), {})).status).toBe(201);
  const [template] = await admin.done<{ id: string }[]>('GET', '/v1/dashboards?is_template=true');
  expect((await admin.call('POST', sharesPath(template?.id), {})).status).toBe(403);
  for (const body of [
    { expires_in_days: 0 },
    { expires_in_days: 366 },
    { expires_in_days: 1.5 },
    { name: '' },
    { a: 1 },
  ]) {
    expect([body, (await admin.call('POST', sharesPath(), body)).status]).toEqual([body, 400]);
  }
});

test('making and revoking a link are in the change log, without its token', async () => {
  const { id, token } = await share({ name: 'Logged' });
  await admin.call('DELETE', `${sharesPath()}/${id}`);
  const changes = await admin.call('GET', `/v1/changes?entity_type=dashboard_share&entity_id=${id}`);
  expect(changes.data()).toMatchObject([
    { action: 'revoked', entity_key: 'Shop', before: { name: 'Logged' }, after: null },
    { action: 'created', entity_key: 'Shop', before: null, after: { name: 'Logged' }, actor: { kind: 'api_key' } },
  ]);
  expect(changes.text).not.toContain(token.slice(4));
});

test('a link that is used too much is refused for a while, and others are not', async () => {
  const [busy, quiet] = [await share(), await share()];
  const uses = Array.from({ length: 601 }, () => show(busy.token));
  const statuses = (await Promise.all(uses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  const refused = await result(busy.token);
  expect([refused.status, refused.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await show(quiet.token)).status).toBe(200);
});

test('a link ends when its days are over, and no token was ever logged', async () => {
  const [short, long] = [await share({ expires_in_days: 1 }), await share()];
  const clock = fileURLToPath(new URL('../harness/shifted-clock.cjs', import.meta.url));
  expect(await server.stop()).toBe(0);
  for (const { token } of [short, long]) expect(server.output).not.toContain(token.slice(4));
  await server.restart({ NODE_OPTIONS: `--require ${clock}`, LP_TEST_CLOCK_OFF_MS: String(86_400_000) });
  expect((await show(short.token)).text).toBe((await show('lps_nonsense')).text);
  expect((await result(short.token)).status).toBe(404);
  expect((await show(long.token)).data<Shown>().name).toBe('Shop');
});
