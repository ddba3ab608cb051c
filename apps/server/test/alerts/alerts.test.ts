import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

interface AlertRow {
  readonly id: string;
  readonly state: string;
  readonly message: string | null;
  readonly muted: boolean;
  readonly firing_since: string | null;
  readonly checked_at: string | null;
  readonly [name: string]: unknown;
}
interface Message {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const range = { kind: 'relative', last: '7d' };
const purchases = { kind: 'timeseries', event: 'purchase', interval: 'day', range };
const above = (value: number) => ({ kind: 'threshold', op: 'above', value });
const burst = { name: 'Too many purchases', query: purchases, interval: 'hour', condition: above(5) };

const open: { server?: TestServer; receiver?: Server } = {};
const received: string[] = [];
let hookUrl = '';
beforeAll(async () => {
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(Buffer.concat(chunks).toString());
      response.end();
    });
  });
  open.receiver = receiver;
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  open.server = await TestServer.start({ env: { LP_ALLOW_PRIVATE_ADDRESSES: 'true' } });
});
afterAll(async () => {
  open.receiver?.close();
  open.receiver?.closeAllConnections();
  await open.server?.dispose();
});

const newProject = (): Promise<TestProject> => {
  if (open.server === undefined) throw new Error('There is no server');
  return TestProject.create(open.server);
};
const post = (project: TestProject, path: string, body: unknown = {}) =>
  project.post(path, body, { key: project.secret });

async function create(project: TestProject, body: object): Promise<AlertRow> {
  const created = await post(project, '/v1/alerts', body);
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  return created.data<AlertRow>();
}

const show = async (project: TestProject, { id }: AlertRow) => (await project.get(`/v1/alerts/${id}`)).data<AlertRow>();
const reaches = (project: TestProject, alert: AlertRow, state: string) =>
  waitUntil(async () => (await show(project, alert)).state === state);

const buy = (project: TestProject, count: number, atMs = Date.now()) =>
  project.ingest({
    batch: Array.from({ length: count }, () => ({
      event: 'purchase',
      timestamp: new Date(atMs).toISOString(),
    })),
  });

const listen = (project: TestProject, path: string) =>
  post(project, '/v1/webhooks', { name: path, url: `${hookUrl}/${path}`, event_types: ['alert.firing'] });

/** Of this alert. */
const toldOf = ({ id }: Pick<AlertRow, 'id'>): Message[] =>
  received.map((body) => JSON.parse(body) as Message).filter(({ data }) => data.alert_id === id);

test('a threshold fires within seconds of the data, says why, and tells those who listen', async () => {
  const project = await newProject();
  expect((await listen(project, 'all')).status).toBe(201);
  const alert = await create(project, burst);
  expect(alert).toMatchObject({
    state: 'no_data',
    measures: 'purchase',
    unit: 'count',
    for_intervals: 1,
    muted: false,
  });
  await reaches(project, alert, 'ok');
  expect((await buy(project, 5)).status).toBe(202);
  const sentAt = performance.now();
  expect((await buy(project, 3)).status).toBe(202);
  await reaches(project, alert, 'firing');
  expect(performance.now() - sentAt).toBeLessThan(30_000);
  const fired = await show(project, alert);
  expect(fired.message).toMatch(/^purchase: 8 so far between \d\d:00 and \d\d:00 on .*; above 5$/);
  expect(fired).toMatchObject({ judged: { value: 8, usual: null }, firing_since: expect.stringMatching(/Z$/) });
  await waitUntil(() => toldOf(alert).length > 0);
  expect(toldOf(alert)).toMatchObject([
    { type: 'alert.firing', data: { name: burst.name, value: 8, threshold: 5, message: fired.message } },
  ]);
  const history = (await project.get(`/v1/alerts/${alert.id}/history`)).data<{
    transitions: object[];
    firing: object[];
  }>();
  expect(history.transitions).toMatchObject([
    { from: 'ok', to: 'firing', value: 8, told: 'sent' },
    { from: 'no_data', to: 'ok', told: 'none' },
  ]);
  expect(history.firing).toMatchObject([{ to: null }]);
  expect((await project.get('/v1/alerts?state=firing')).data<AlertRow[]>().map(({ id }) => id)).toEqual([alert.id]);
});

test('an edit that the value does not breach resolves the alert, and deleting it leaves the change log', async () => {
  const project = await newProject();
  const hook = await post(project, '/v1/webhooks', { name: 'all', url: `${hookUrl}/resolved` });
  expect(hook.status).toBe(201);
  // In each of the last three hours, so that whichever is complete has some.
  for (const hours of [0, 1, 2]) await buy(project, 8, Date.now() - hours * HOUR_MS);
  const alert = await create(project, burst);
  await reaches(project, alert, 'firing');
  const path = `/v1/alerts/${alert.id}`;
  const patched = await project.send('PATCH', path, {
    key: project.secret,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ condition: above(100) }),
  });
  expect([patched.status, patched.data<AlertRow>().state]).toEqual([200, 'firing']);
  await reaches(project, alert, 'ok');
  await waitUntil(() => toldOf(alert).length === 2);
  expect(toldOf(alert).map(({ type }) => type)).toEqual(['alert.firing', 'alert.resolved']);
  expect((await project.send('DELETE', path, { key: project.secret })).status).toBe(204);
  expect((await project.get(path)).status).toBe(404);
  const changes = (await project.get('/v1/changes?entity_type=alert')).data<{ action: string }[]>();
  expect(changes.map(({ action }) => action)).toEqual(['deleted', 'updated', 'created']);
});

test('a muted alert is judged and keeps its history, and tells nobody before it is unmuted', async () => {
  const project = await newProject();
  await listen(project, 'muted');
  const alert = await create(project, burst);
  const mute = `/v1/alerts/${alert.id}/mute`;
  expect((await post(project, mute)).data<AlertRow>()).toMatchObject({ muted: true, muted_until: null });
  await buy(project, 9);
  await reaches(project, alert, 'firing');
  const { transitions } = (await project.get(`/v1/alerts/${alert.id}/history`)).data<{ transitions: object[] }>();
  expect(transitions[0]).toMatchObject({ to: 'firing', told: 'muted' });
  expect(toldOf(alert)).toEqual([]);
  expect((await post(project, mute, { muted: false })).data<AlertRow>()).toMatchObject({ muted: false });
  await buy(project, 1);
  await waitUntil(() => toldOf(alert).length > 0);
  expect(toldOf(alert).map(({ type }) => type)).toEqual(['alert.firing']);
});

test('an alert that names webhooks tells these only, whatever they subscribe to', async () => {
  const project = await newProject();
  await listen(project, 'not-named');
  const body = { name: 'named', url: `${hookUrl}/named`, event_types: ['flag.changed'] };
  const { id } = (await post(project, '/v1/webhooks', body)).data<{ id: string }>();
  await buy(project, 9);
  const alert = await create(project, { ...burst, webhook_ids: [id] });
  await waitUntil(() => toldOf(alert).length > 0);
  const [other] = (await project.get('/v1/webhooks'))
    .data<{ id: string; name: string }[]>()
    .filter(({ name }) => name === 'not-named');
  expect((await project.get(`/v1/webhooks/${other?.id}/deliveries`)).data()).toEqual([]);
});

test.each(['breached', 'fired'])('a server killed when an alert has %s tells of it once', async (moment) => {
  const own = await TestServer.start({
    env: { LP_ALLOW_PRIVATE_ADDRESSES: 'true', LP_FAIL_POINTS: `alerts.${moment}=kill` },
  });
  try {
    const before = await TestProject.create(own);
    await listen(before, moment);
    const alert = await create(before, burst);
    await buy(before, 9);
    await waitUntil(async () => own.hasEnded);
    await own.restart({ LP_FAIL_POINTS: '' });
    const project = before.on(own);
    await reaches(project, alert, 'firing');
    await waitUntil(() => toldOf(alert).length > 0);
    // It is checked again and has nothing new to tell.
    const { checked_at: checkedAt } = await show(project, alert);
    await buy(project, 1);
    await waitUntil(async () => (await show(project, alert)).checked_at !== checkedAt);
    expect(toldOf(alert)).toHaveLength(1);
    const { transitions } = (await project.get(`/v1/alerts/${alert.id}/history`)).data<{
      transitions: { to: string }[];
    }>();
    expect(transitions.filter(({ to }) => to === 'firing')).toHaveLength(1);
  } finally {
    await own.dispose();
  }
});

test('a query that fails makes the alert say so', async () => {
  const project = await newProject();
  const query = { ...purchases, aggregation: { kind: 'sum', field: 'event_name' } };
  const alert = await create(project, { ...burst, query });
  await reaches(project, alert, 'error');
  expect((await show(project, alert)).message).toMatch(/^The query failed: ./);
});

test('the preview shows the last weeks and when it would have fired', async () => {
  const project = await newProject();
  for (const hours of [30, 50]) await buy(project, 7, Date.now() - hours * HOUR_MS);
  await project.events(14);
  const previewed = await post(project, '/v1/alerts/preview', {
    query: purchases,
    interval: 'hour',
    condition: above(5),
  });
  const { points, firing, state, unit } = previewed.data<{
    points: { value: number; high: number; breached: boolean }[];
    firing: { from: string; to: string | null }[];
    state: string;
    unit: string;
  }>();
  expect([points.length, unit, state]).toEqual([14 * 24, 'count', 'ok']);
  expect(points.filter(({ breached }) => breached).map(({ value, high }) => [value, high])).toEqual([
    [7, 5],
    [7, 5],
  ]);
  expect(firing).toHaveLength(2);
  expect(firing.every(({ to }) => to !== null)).toBe(true);
  expect((await project.get('/v1/alerts')).data()).toEqual([]);
});

test.each([
  ['an unknown key', { extra: 1 }, /extra/],
  ['no name', { name: '' }, /^name/],
  ['an interval there is not', { interval: 'minute' }, /^interval/],
  ['no intervals', { for_intervals: 0 }, /^for_intervals/],
  ['a condition there is not', { condition: { kind: 'odd' } }, /^condition/],
  ['a text as a threshold', { condition: { ...above(0), value: 'NaN' } }, /^condition\.value/],
  ['a change by nothing', { condition: { kind: 'change', direction: 'up', by: 0, unit: 'percent' } }, /^condition\.by/],
  [
    'a fall by more than all',
    { condition: { kind: 'change', direction: 'down', by: 101, unit: 'percent' } },
    /: must be at most 100$/,
  ],
  ['a query of tables', { query: { kind: 'sql', sql: 'SELECT 1' } }, /^query\.kind.*no single number/],
  ['a query of paths', { query: { kind: 'paths', range } }, /^query\.kind/],
  ['a breakdown', { query: { ...purchases, breakdownProperty: 'country' } }, /^query\.breakdownProperty/],
  [
    'two series',
    { query: { kind: 'timeseries', interval: 'day', range, series: [{ event: 'a' }, { event: 'b' }] } },
    /^query\.series/,
  ],
  ['a sum over the range', { query: { ...purchases, cumulative: true } }, /^query\.cumulative/],
  ['a metric without a name', { query: { kind: 'performance', range } }, /^query\.metricName/],
  ['a step of a trend', { step: 1 }, /^step/],
  ['a step that the funnel has not', { query: { kind: 'funnel', steps: ['a', 'b'], range }, step: 2 }, /^step/],
  [
    'a field that there is not',
    { query: { ...purchases, filters: [{ field: 'odd', op: 'eq', value: 1 }] } },
    /^query\.filters\.0\.field/,
  ],
  ['a foreign webhook', { webhook_ids: ['01980000-0000-7000-8000-000000000000'] }, /^webhook_ids\.0/],
])('%s is a 400 that says what is wrong, and creates nothing', async (_, body, message) => {
  const project = await TestProject.create(await TestServer.shared());
  const { status, error } = await post(project, '/v1/alerts', { ...burst, ...body });
  const [field] = Object.keys(error.details?.fieldErrors ?? {});
  expect([status, `${field}: ${error.message}`]).toEqual([400, expect.stringMatching(message)]);
  expect((await project.get('/v1/alerts')).data()).toEqual([]);
});

test('numbers beyond all bounds, and an end of a mute that is over, are 400', async () => {
  const project = await TestProject.create(await TestServer.shared());
  const huge = JSON.stringify({ ...burst, condition: above(0) }).replace('"value":0', '"value":1e999');
  expect((await post(project, '/v1/alerts', huge)).status).toBe(400);
  const { id } = await create(project, burst);
  const muted = await post(project, `/v1/alerts/${id}/mute`, { until: '2020-01-01T00:00:00Z' });
  expect([muted.status, muted.error.message]).toEqual([400, 'until: must be in the future']);
  expect((await post(project, `/v1/alerts/${id}/mute`, { muted: false, until: '2099-01-01T00:00:00Z' })).status).toBe(
    400,
  );
  expect((await post(project, '/v1/alerts/nonsense/mute')).status).toBe(404);
});
