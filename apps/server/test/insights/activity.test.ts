import { DAY_MS } from '@lamppost/protocol';
import { beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;

const midnightMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const at = (daysAgo: number, hour = 12): string =>
  new Date(midnightMs - daysAgo * DAY_MS + hour * 3_600_000).toISOString();

interface Sent {
  readonly event?: string;
  readonly timestamp: string;
  readonly user?: string;
  readonly anonymous?: string;
  readonly platform?: string;
  readonly plan?: string;
}

const sent: readonly Sent[] = [
  { timestamp: at(1), user: 'ann', platform: 'ios', plan: 'Pro' },
  { timestamp: at(1, 13), user: 'ann', platform: 'web', plan: 'Pro' },
  { timestamp: at(2), user: 'ann', platform: 'ios', plan: 'free' },
  { timestamp: at(2), anonymous: 'a-bob', platform: 'android' },
  { timestamp: at(2, 13), anonymous: 'a-bob', user: 'bob', platform: 'android' },
  { timestamp: at(3), anonymous: 'a-cleo', platform: 'web', event: 'opened' },
  { timestamp: at(3), platform: 'web', event: 'opened' },
  { timestamp: at(20), user: 'dora', platform: 'ios', plan: 'Enterprise' },
  { timestamp: at(40), user: 'emil', platform: 'ios' },
];

beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  const batch = sent.map(({ event = 'bought', timestamp, user, anonymous, platform, plan }) => ({
    event,
    timestamp,
    properties: { plan },
    context: { user: { id: user, anonymous_id: anonymous }, device: { platform } },
  }));
  await project.ingest({ batch });
  await project.events(sent.length);
});

async function sql(text: string): Promise<readonly unknown[][]> {
  const body = { query: { kind: 'sql', sql: text } };
  return (await project.post('/v1/insights/query', body, { key: project.secret })).data<{ rows: unknown[][] }>().rows;
}

async function read<T>(path: string): Promise<T> {
  const response = await project.get(path);
  expect(response.status, response.text).toBe(200);
  return response.data<T>();
}

interface Activity {
  readonly people: number;
  readonly events: number;
  readonly series?: readonly { readonly at: string; readonly people: number; readonly events: number }[];
}

test('active people and events are counted in all and for each day, as SQL counts them', async () => {
  const [from, to] = [at(7, 0), at(0, 0)];
  const activity = await read<Activity>(`/v1/insights/activity?from=${from}&to=${to}&interval=day`);
  const inRange = `timestamp >= TIMESTAMP '${from}' AND timestamp < TIMESTAMP '${to}'`;
  const [[people, events] = []] = await sql(`SELECT count(DISTINCT person_id), count(*) FROM events WHERE ${inRange}`);
  expect(activity).toMatchObject({ from, to, people, events });
  expect([people, events]).toEqual([3, 7]);
  expect(activity.series).toHaveLength(7);
  const rows = await sql(`SELECT strftime(date_trunc('day', timestamp), '%Y-%m-%dT00:00:00.000Z') AS day,
    count(DISTINCT person_id), count(*) FROM events WHERE ${inRange} GROUP BY day ORDER BY day`);
  const days = activity.series
    ?.filter((point) => point.events > 0)
    .map((point) => [point.at, point.people, point.events]);
  expect(days).toEqual(rows);
});

test('days begin in the zone of the project', async () => {
  const berlin = await TestProject.create(server);
  const patch = { method: 'PATCH', key: berlin.secret, headers: { 'Content-Type': 'application/json' } };
  await berlin.send('PATCH', '/v1/project', { ...patch, body: '{"timezone":"Europe/Berlin"}' });
  await berlin.ingest({ batch: [{ event: 'e', timestamp: '2026-06-01T22:30:00Z', context: { user: { id: 'u' } } }] });
  await berlin.events(1);
  const query = 'from=2026-05-31T22:00:00Z&to=2026-06-02T22:00:00Z&interval=day';
  const { series } = (await berlin.get(`/v1/insights/activity?${query}`)).data<Activity>();
  expect(series).toEqual([
    { at: '2026-05-31T22:00:00.000Z', people: 0, events: 0 },
    { at: '2026-06-01T22:00:00.000Z', people: 1, events: 1 },
  ]);
});

test('without an interval there is no series; one with too many points is said to be wrong', async () => {
  expect(await read<Activity>('/v1/insights/activity')).not.toHaveProperty('series');
  const long = await project.get(`/v1/insights/activity?from=${at(30)}&interval=minute`);
  expect([long.status, Object.keys(long.error.details?.fieldErrors ?? {})]).toEqual([400, ['interval']]);
  const empty = await project.get(`/v1/insights/activity?from=${at(1)}&to=${at(2)}`);
  expect(empty.status).toBe(400);
});

test('people of 7 and 30 days are counted, on any platform or on some', async () => {
  expect(await read('/v1/insights/active-people')).toEqual({
    as_of: expect.any(String),
    last_7_days: 3,
    last_30_days: 4,
  });
  const reached = async (platform: string) => {
    const { last_7_days, last_30_days } = await read<Record<string, number>>(
      `/v1/insights/active-people?platform=${platform}`,
    );
    return [last_7_days, last_30_days];
  };
  expect(await reached('ios')).toEqual([1, 2]);
  expect(await reached('ios,android')).toEqual([2, 3]);
  expect(await reached('nothing')).toEqual([0, 0]);
});

interface Values {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly has_more: boolean;
}
const valuesOf = async (query: string) => {
  const { values, has_more } = await read<Values>(`/v1/insights/values?${query}`);
  return [values.map(({ value, count }) => `${value} ${count}`), has_more];
};

test('values of a field come the most frequent first, of 30 days', async () => {
  expect(await valuesOf('field=platform')).toEqual([['ios 3', 'web 3', 'android 2'], false]);
  expect(await valuesOf('field=platform&limit=1')).toEqual([['ios 3'], true]);
  expect(await valuesOf('field=platform&event=opened')).toEqual([['web 2'], false]);
  expect(await valuesOf('field=event_properties.plan&event=bought')).toEqual([
    ['Pro 2', 'Enterprise 1', 'free 1'],
    false,
  ]);
  expect(await valuesOf('field=event_properties.plan&search=PR')).toEqual([['Pro 2', 'Enterprise 1'], false]);
  expect(await valuesOf('field=person_id')).toEqual([['ann 3', 'bob 2', 'a-cleo 1', 'dora 1'], false]);
});

test('a field that there is not is the fault of whoever asks', async () => {
  for (const query of ['field=colour', 'field=', 'event=bought', 'field=platform&limit=0']) {
    expect([query, (await project.get(`/v1/insights/values?${query}`)).status]).toEqual([query, 400]);
  }
});
