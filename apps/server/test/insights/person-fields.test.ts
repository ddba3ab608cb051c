import { beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let project: TestProject;

const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
const event = (anonymous: string, flags: object = {}) => ({
  event: 'bought',
  timestamp: hourAgo,
  context: { user: { anonymous_id: anonymous }, session: { id: `s-${anonymous}` }, flags },
});

beforeAll(async () => {
  const server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  // Before anybody signs in.
  await project.ingest({
    batch: [event('a-ann', { banner: true }), event('a-ann'), event('a-bob'), event('a-nobody')],
  });
  for (const [user, attributes] of [
    ['ann', { plan: 'pro', seats: 3 }],
    ['bob', { plan: 'free', seats: 5 }],
  ] as const) {
    await project.post('/v1/devices/register', { device_id: `d-${user}`, anonymous_id: `a-${user}` });
    await identify(`d-${user}`, { user_id: user, attributes });
  }
  // On two devices at once: neither takes from the user what the other gives.
  await project.post('/v1/devices/register', { device_id: 'd-other' });
  await Promise.all([
    identify('d-ann', { user_id: 'ann', attributes: { role: 'admin' } }),
    identify('d-other', { user_id: 'ann', attributes: { team: 'blue' } }),
  ]);
  await project.post('/v1/groups', { key: 'beta', name: 'Beta' }, { key: project.secret });
  await project.post('/v1/groups/beta/members', { user_id: 'bob' }, { key: project.secret });
  await project.events(4);
  await waitUntil(async () => (await project.get('/v1/insights/user-attributes')).data<unknown[]>().length === 4);
});

const identify = (device: string, body: object) => project.post(`/v1/devices/${device}/identify`, body);

const ask = (more: object) =>
  project.post(
    '/v1/insights/query',
    {
      query: {
        kind: 'timeseries',
        event: 'bought',
        interval: 'month',
        range: { kind: 'relative', last: '24h' },
        ...more,
      },
    },
    { key: project.secret },
  );

async function totals(more: object): Promise<Record<string, number>> {
  const response = await ask(more);
  expect(response.status, response.text).toBe(200);
  const { series } = response.data<{ series: { name: string; points: { value: number }[] }[] }>();
  return Object.fromEntries(
    series.map(({ name, points }) => [name, points.reduce((sum, { value }) => sum + value, 0)]),
  );
}

const where = (field: string, op: string, value: unknown) => ({ filters: [{ field, op, value }] });

test('events of before the sign-in are those of the user, with what is known of the user now', async () => {
  expect(await totals({ breakdownProperty: 'user.plan' })).toEqual({ pro: 2, free: 1, '(none)': 1 });
  expect(await totals({ breakdownProperty: 'user_then.plan' })).toEqual({ '(none)': 4 });
  expect(await totals(where('user.seats', 'gt', 3))).toEqual({ bought: 1 });
  expect(await totals(where('flag.banner', 'eq', 'true'))).toEqual({ bought: 1 });
  expect(await totals(where('person.first_seen', 'lt', new Date().toISOString()))).toEqual({ bought: 4 });
  expect(await totals({ aggregation: { kind: 'max', field: 'user.seats' } })).toEqual({ bought: 5 });
});

test('attributes that were set at the same time are all there', async () => {
  expect(await totals(where('user.role', 'eq', 'admin'))).toEqual({ bought: 2 });
  expect(await totals(where('user.team', 'eq', 'blue'))).toEqual({ bought: 2 });
  expect(await totals(where('user.plan', 'eq', 'pro'))).toEqual({ bought: 2 });
});

test('groups choose by their members, and nothing else', async () => {
  expect(await totals(where('group', 'in', ['beta']))).toEqual({ bought: 1 });
  expect(await totals(where('group', 'neq', 'beta'))).toEqual({ bought: 3 });
  const unknown = await ask(where('group', 'eq', 'nobody-made-it'));
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('unknown group')]);
  for (const odd of [
    where('group', 'contains', 'be'),
    { breakdownProperty: 'group' },
    { breakdownProperty: 'user.' },
  ]) {
    expect((await ask(odd)).status, JSON.stringify(odd)).toBe(400);
  }
});

test('suggestions know attributes and their values', async () => {
  const attributes = (await project.get('/v1/insights/user-attributes')).data<object[]>();
  expect(attributes.slice(0, 2)).toEqual([
    { name: 'plan', field: 'user.plan', users: 2, types: ['string'], examples: ['free', 'pro'] },
    { name: 'seats', field: 'user.seats', users: 2, types: ['number'], examples: [3, 5] },
  ]);
  const { values } = (await project.get('/v1/insights/values?field=user.plan')).data<{ values: object[] }>();
  expect(values).toEqual([
    { value: 'pro', count: 2 },
    { value: 'free', count: 1 },
  ]);
});
