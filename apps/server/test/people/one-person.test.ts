import { DAY_MS } from '@lamppost/protocol';
import { beforeAll, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

interface Person {
  readonly id: string;
  readonly kind: 'user' | 'anonymous' | 'device';
  readonly first_seen: string;
  readonly last_seen: string;
  readonly event_count: number;
}

interface Profile extends Person {
  readonly anonymous_ids: readonly string[];
  readonly timeline: readonly { readonly kind: string; readonly event?: string }[];
}

let server: TestServer;
let project: TestProject;
let admin: Admin;

const startMs = Date.now() - 2 * DAY_MS;
const at = (minutes: number): string => new Date(startMs + minutes * 60_000).toISOString();

interface Sent {
  readonly user?: string;
  readonly anonymous?: string;
  readonly device?: string;
  readonly minutes?: number;
}

/**
 * Everything that a person could be mistaken for: `ada` is a user, an anonymous id that nobody owns and a device;
 * `phone` is bound to ada and has sent events that name nobody; `a-shared` was linked to bob first and to ada later;
 * dan was identified before his first event.
 */
const sent: readonly Sent[] = [
  { user: 'ada', device: 'phone' },
  { device: 'phone' },
  { device: 'phone' },
  { anonymous: 'ada' },
  { anonymous: 'ada', device: 'phone' },
  { device: 'ada' },
  { user: 'bob', anonymous: 'a-shared' },
  { user: 'ada', anonymous: 'a-shared' },
  { anonymous: 'a-shared' },
  { user: 'cem', anonymous: 'a-cem', device: 'tablet' },
  { anonymous: 'a-cem', device: 'tablet' },
  { device: 'tablet' },
  {},
  { user: 'dan', minutes: 3 * 24 * 60 - 60 },
];

beforeAll(async () => {
  server = await TestServer.shared();
  project = await TestProject.create(server);
  admin = new Admin(project);
  await project.post('/v1/devices/register', { device_id: 'phone', anonymous_id: 'a-phone' });
  await project.post('/v1/devices/phone/identify', { user_id: 'ada' });
  await project.post('/v1/devices/register', { device_id: 'watch', anonymous_id: 'a-watch' });
  await project.post('/v1/devices/watch/identify', { user_id: 'dan' });
  const batch = sent.map(({ user, anonymous, device, minutes }, index) => ({
    event: 'seen',
    timestamp: at(minutes ?? index),
    context: { user: { id: user, anonymous_id: anonymous }, device: { id: device } },
  }));
  expect((await project.ingest({ batch })).status).toBe(202);
  await server.waitForCount(sent.length, '', project.secret);
  await waitUntil(async () => (await list()).length === 8);
});

const list = (): Promise<Person[]> => admin.everyPage<Person>('/v1/people', 100);
const page = async (id: string, kind?: string): Promise<Profile> =>
  (await project.get(`/v1/people/${id}${kind === undefined ? '' : `?kind=${kind}`}`)).data<Profile>();

async function sql<T>(statement: string): Promise<T[]> {
  const query = { kind: 'sql', sql: statement };
  const response = await project.post('/v1/insights/query', { query }, { key: project.secret });
  expect(response.status, response.text).toBe(200);
  const { columns, rows } = response.data<{ columns: { name: string }[]; rows: unknown[][] }>();
  return rows.map((row) => Object.fromEntries(row.map((value, index) => [columns[index]?.name, value])) as T);
}

const facts = ({ kind, id, event_count, first_seen, last_seen }: Person) => ({
  kind,
  id,
  event_count,
  first_seen,
  last_seen,
});
const byKind = (a: Person, b: Person): number => (`${a.kind}/${a.id}` < `${b.kind}/${b.id}` ? -1 : 1);

test('a person counts 3 events on the page of the person where the list counts 1', async () => {
  const listed = new Map((await list()).map((person) => [`${person.kind}/${person.id}`, person.event_count]));
  expect(Object.fromEntries(listed)).toEqual({
    'user/ada': 2,
    'user/bob': 2,
    'user/cem': 2,
    'user/dan': 1,
    'anonymous/ada': 2,
    'device/phone': 2,
    'device/tablet': 1,
    'device/ada': 1,
  });
  expect((await page('ada')).event_count).toBe(2);
  expect((await page('cem')).event_count).toBe(2);
});

test('list, page, timeline, SQL and insights know the same persons', async () => {
  const listed = await list();
  const rows = await sql<Profile>(
    'SELECT kind, person_id AS id, event_count, first_seen, last_seen, anonymous_ids FROM people',
  );
  expect(rows.map(facts).sort(byKind)).toEqual(listed.map(facts).sort(byKind));
  for (const row of rows) {
    const shown = await page(row.id, row.kind);
    expect(facts(shown)).toEqual(facts(row));
    expect([shown.kind, shown.id, shown.anonymous_ids]).toEqual([row.kind, row.id, row.anonymous_ids]);
    expect(shown.timeline.filter(({ kind }) => kind === 'event')).toHaveLength(row.event_count);
    const timeline = await admin.everyPage<{ kind: string }>(`/v1/people/${row.id}/timeline?kind=${row.kind}`, 2);
    expect(timeline.filter(({ kind }) => kind === 'event')).toHaveLength(row.event_count);
  }
  const range = { kind: 'absolute', fromIso: at(0), toIso: at(3 * 24 * 60) };
  const query = { kind: 'funnel', steps: ['seen', 'seen'], range };
  const funnel = await project.post('/v1/insights/query', { query }, { key: project.secret });
  expect(funnel.data<{ steps: { count: number }[] }>().steps[0]?.count).toBe(rows.length);
});

test('without a kind an id is the user, else the user whom it is linked to, else what sent events under it', async () => {
  const found = async (id: string) => {
    const { kind, id: person } = await page(id);
    return `${kind}/${person}`;
  };
  expect(await found('ada')).toBe('user/ada');
  expect(await found('a-shared')).toBe('user/bob');
  expect(await found('a-phone')).toBe('user/ada');
  expect(await found('phone')).toBe('device/phone');
  expect((await project.get('/v1/people/bob?kind=device')).status).toBe(404);
  expect((await project.get('/v1/people/bob?kind=cat')).status).toBe(400);
});

test('SQL lists an anonymous id under every user whom it was ever linked to', async () => {
  const rows = await sql<Profile>("SELECT person_id AS id, anonymous_ids FROM people WHERE kind = 'user' ORDER BY ALL");
  expect(rows).toEqual([
    { id: 'ada', anonymous_ids: ['a-phone'] },
    { id: 'bob', anonymous_ids: ['a-shared'] },
    { id: 'cem', anonymous_ids: ['a-cem'] },
    { id: 'dan', anonymous_ids: ['a-watch'] },
  ]);
});
