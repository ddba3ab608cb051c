import { beforeAll, expect, test } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

interface PersonRow {
  readonly id: string;
  readonly kind: string;
  readonly user_id: string | null;
  readonly event_count: number;
  readonly attributes: Record<string, unknown>;
  readonly platform: string | null;
}

interface Profile extends PersonRow {
  readonly anonymous_ids: string[];
  readonly device_ids: string[];
  readonly groups: string[];
  readonly devices: { device_id: string }[];
  readonly session_count: number;
  readonly timeline: { kind: string; event?: string }[];
}

let server: TestServer;
let project: TestProject;
let admin: Admin;
beforeAll(async () => {
  server = await TestServer.shared();
  project = await TestProject.create(server);
  admin = new Admin(project);
  await project.post('/v1/devices/register', { device_id: 'phone', anonymous_id: 'a-ada', platform: 'ios' });
  const context = { user: { anonymous_id: 'a-ada' }, device: { id: 'phone', platform: 'ios' }, session: { id: 's1' } };
  await project.ingest({ batch: [{ event: 'looked' }], context });
  await project.post('/v1/devices/phone/identify', { user_id: 'ada', attributes: { email: 'Ada@example.org' } });
  const known = { ...context, user: { id: 'ada', anonymous_id: 'a-ada' }, session: { id: 's2' } };
  await project.ingest({ batch: [{ event: 'bought', properties: { digits: 1 }, event_id: 'e1' }], context: known });
  await project.ingest({ batch: [{ event: 'passed by' }], context: { user: { anonymous_id: 'a-other' } } });
  await project.post('/v1/crashes/report', { platform: 'ios', exception_type: 'Boom', user_id: 'ada' });
  const batch = [{ metric_type: 'span', metric_name: 'm', value_ms: 5 }];
  await project.post('/v1/performance/ingest', { batch, context: { user_id: 'ada' } });
  await admin.group('beta');
  await admin.addMember('beta', 'ada');
  await project.events(3);
});

const person = async (id: string): Promise<Profile> => (await project.get(`/v1/people/${id}`)).data<Profile>();

test('people are listed with what is known of them', async () => {
  const rows = await admin.everyPage<PersonRow>('/v1/people', 1);
  expect(rows.map(({ kind, id, user_id, event_count }) => [kind, id, user_id, event_count])).toEqual([
    ['anonymous', 'a-other', null, 1],
    ['user', 'ada', 'ada', 2],
  ]);
  expect(rows[1]).toMatchObject({ attributes: { email: 'Ada@example.org' }, platform: 'ios', country: null });
});

test('the list and the person agree on when somebody was seen, also by an identification after the last event', async () => {
  const own = await TestProject.create(server);
  const timestamp = new Date(Date.now() - 86_400_000).toISOString();
  await own.post('/v1/devices/register', { device_id: 'tablet', anonymous_id: 'a-bea', platform: 'ios' });
  await own.ingest({ batch: [{ event: 'looked', timestamp }], context: { user: { anonymous_id: 'a-bea' } } });
  await own.post('/v1/devices/tablet/identify', { user_id: 'bea' });
  await own.events(1);
  interface Seen {
    readonly id: string;
    readonly first_seen: string;
    readonly last_seen: string;
  }
  const listed = async () => (await own.get('/v1/people')).data<Seen[]>();
  await expect.poll(async () => (await listed()).map(({ id }) => id), { timeout: 60_000 }).toEqual(['bea']);
  const [row] = await listed();
  const shown = (await own.get('/v1/people/bea')).data<Seen>();
  expect(shown.last_seen > timestamp).toBe(true);
  expect([shown.first_seen, shown.last_seen]).toEqual([row?.first_seen, row?.last_seen]);
});

test('people are filtered, taken from a cohort and sorted; what cannot be read names its field', async () => {
  const asked = async (query: Record<string, string>) =>
    await project.get(`/v1/people?${new URLSearchParams(query).toString()}`);
  const found = async (query: Record<string, string>) => (await asked(query)).data<PersonRow[]>().map(({ id }) => id);
  const platform = JSON.stringify([{ field: 'platform', op: 'eq', value: 'ios' }]);
  expect(await found({ filters: platform })).toEqual(['ada']);
  expect(await found({ filters: JSON.stringify([{ field: 'user.email', op: 'is_null' }]) })).toEqual(['a-other']);
  expect(await found({ sort: 'event_count' })).toEqual(['ada', 'a-other']);
  expect(await found({ sort: 'last_seen', order: 'asc' })).toEqual(['ada', 'a-other']);
  const first = await asked({ sort: 'event_count', order: 'asc', limit: '1' });
  const { cursor } = (first.json as { pagination: { cursor: string } }).pagination;
  expect(await found({ sort: 'event_count', order: 'asc', limit: '1', cursor })).toEqual(['ada']);

  const rule = { did: { event: 'passed by' } };
  const passers = { key: 'passers', name: 'P', kind: 'behaviour', definition: { rule } };
  expect((await project.post('/v1/cohorts', passers, { key: project.secret })).status).toBe(201);
  expect(await found({ cohort: 'passers' })).toEqual(['a-other']);
  expect(await found({ cohort: 'passers', filters: platform })).toEqual([]);

  const wrong: readonly [Record<string, string>, string][] = [
    [{ filters: '{' }, 'filters'],
    [{ filters: '{}' }, 'filters'],
    [{ filters: '[{"field":"platform","op":"like"}]' }, 'filters'],
    [{ filters: '[{"field":"nothing","op":"is_null"}]' }, 'filters'],
    [{ filters: '[{"field":"cohort","op":"eq","value":"none"}]' }, 'filters'],
    [{ cohort: 'none' }, 'cohort'],
    [{ sort: 'name' }, 'sort'],
    [{ order: 'up' }, 'order'],
  ];
  for (const [query, field] of wrong) {
    const answer = await asked(query);
    expect(answer.status, JSON.stringify(query)).toBe(400);
    expect(answer.text, JSON.stringify(query)).toContain(`"${field}`);
  }
});

test('people are found by a part of an id and by their email', async () => {
  const found = async (search: string) =>
    (await project.get(`/v1/people?search=${encodeURIComponent(search)}`)).data<PersonRow[]>().map(({ id }) => id);
  expect(await found('oth')).toEqual(['a-other']);
  expect(await found('ada@EXAMPLE.org')).toEqual(['ada']);
  expect(await found('nobody@example.org')).toEqual([]);
});

test('a person is shown by any of its ids, with linked ids, groups, devices and timeline', async () => {
  for (const id of ['ada', 'a-ada', 'phone']) {
    expect(await person(id), id).toMatchObject({
      id: 'ada',
      kind: 'user',
      anonymous_ids: ['a-ada'],
      device_ids: ['phone'],
      attributes: { email: 'Ada@example.org' },
      groups: ['beta'],
      event_count: 2,
      session_count: 2,
      devices: [{ device_id: 'phone', groups: ['beta'] }],
    });
  }
  const { timeline } = await person('ada');
  expect(timeline.map(({ kind, event }) => event ?? kind).sort()).toEqual(['bought', 'crash', 'looked']);
  expect(await admin.everyPage('/v1/people/ada/timeline', 2)).toEqual(timeline);
});

test('somebody unknown is 404, also of another project', async () => {
  const other = await TestProject.create(server);
  for (const path of ['/v1/people/nobody', '/v1/people/nobody/timeline', '/v1/users/nobody/export']) {
    expect((await project.get(path)).status).toBe(404);
    expect((await other.get(path.replace('nobody', 'ada'))).status).toBe(404);
  }
  expect((await project.get('/v1/users/a-other/export')).status).toBe(404);
});

test('a person is told apart by what their device is served, and why', async () => {
  interface Served {
    readonly config_version: string;
    readonly context: Record<string, unknown>;
    readonly flags: { key: string; value: unknown; reason: string; rule_name: string | null }[];
    readonly experiments: { key: string; outcome: string; variant_key: string | null }[];
  }
  const own = await TestProject.create(server);
  const owner = new Admin(own);
  await own.post('/v1/devices/register', { device_id: 'old', platform: 'web' });
  await own.post('/v1/devices/old/identify', { user_id: 'eve', attributes: { plan: 'pro' } });
  await own.post('/v1/devices/register', { device_id: 'new', platform: 'ios', app_version: '2.0.0' });
  await own.post('/v1/devices/new/identify', { user_id: 'eve' });
  await owner.flag('for_pro');
  await owner.rules('for_pro', [
    { name: 'Paying on iOS', conditions: [when('plan', 'eq', 'pro'), when('platform', 'eq', 'ios')], value: true },
  ]);
  await owner.flag('on_android', { platforms: ['android'] });
  await owner.running('button');
  await owner.running('nobody_yet', { traffic_pct: 1 });
  const served = (query = '') => owner.done<Served>('GET', `/v1/people/eve/assignments${query}`);
  await expect.poll(async () => (await own.get('/v1/people/eve')).status, { timeout: 60_000 }).toBe(200);
  for (const [query, deviceId] of [
    ['', 'new'],
    ['?device_id=old', 'old'],
  ] as const) {
    const response = await served(query);
    const config = await owner.config(deviceId);
    expect(Object.fromEntries(response.flags.map(({ key, value }) => [key, value]))).toEqual(config.flags);
    const given = response.experiments.filter(({ variant_key }) => variant_key !== null);
    expect(given.map(({ key, variant_key }) => [key, variant_key])).toEqual(
      Object.entries(config.experiments).map(([key, { variant_key }]) => [key, variant_key]),
    );
    expect(response.experiments.map(({ key }) => key).sort()).toEqual(['button', 'nobody_yet']);
    expect(response.config_version).toBe(config.config_version);
  }
  expect(await served()).toMatchObject({
    context: { user_id: 'eve', device_id: 'new', platform: 'ios', app_version: '2.0.0', attributes: { plan: 'pro' } },
    flags: [{ key: 'for_pro', value: true, reason: 'RULE_MATCH', rule_name: 'Paying on iOS' }],
  });
  expect((await served('?device_id=old')).flags).toMatchObject([{ key: 'for_pro', value: false, reason: 'DEFAULT' }]);
  expect((await owner.call('GET', '/v1/people/eve/assignments?device_id=phone')).status).toBe(400);
  expect((await owner.call('GET', '/v1/people/nobody/assignments')).status).toBe(404);
});

test('devices are listed, searched and filtered by user', async () => {
  await project.post('/v1/devices/register', { device_id: 'tablet' });
  const ids = async (query: string) =>
    (await project.get(`/v1/devices${query}`)).data<{ device_id: string }[]>().map(({ device_id }) => device_id);
  expect(await ids('')).toEqual(['tablet', 'phone']);
  expect(await ids('?user_id=ada')).toEqual(['phone']);
  expect(await ids('?search=tab')).toEqual(['tablet']);
  expect(await ids('?environment_id=development')).toEqual([]);
  expect(await admin.everyPage('/v1/devices', 1)).toHaveLength(2);
});

test('an export holds everything of a user and nothing of others', async () => {
  const response = await project.get('/v1/users/ada/export');
  expect(response.headers.get('content-disposition')).toContain('attachment');
  const data = response.data<Record<string, Record<string, unknown>[]>>();
  expect(data.user).toMatchObject({ user_id: 'ada', groups: ['beta'], anonymous_ids: ['a-ada'] });
  expect(data.devices).toMatchObject([{ device_id: 'phone' }]);
  expect(data.events?.map(({ event }) => event).sort()).toEqual(['bought', 'looked']);
  expect(data.crashes).toMatchObject([{ exception_type: 'Boom', report: { exception_type: 'Boom' } }]);
  expect(data.metrics).toMatchObject([{ metric_name: 'm', value_ms: 5 }]);
  expect(data.links?.length).toBeGreaterThan(0);
  expect(response.text).not.toContain('a-other');
});

test('as NDJSON the same comes a line at a time', async () => {
  const response = await project.get('/v1/users/ada/export', { headers: { Accept: 'application/x-ndjson' } });
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = response.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; value: Record<string, unknown> });
  expect(lines[0]).toMatchObject({ kind: 'user', value: { user_id: 'ada' } });
  expect(lines.filter(({ kind }) => kind === 'events').map(({ value }) => value.event)).toHaveLength(2);
});

test('an export of many events is whole', async () => {
  const batches = 30;
  for (let n = 0; n < batches; n++) {
    const batch = Array.from({ length: 100 }, (_, i) => ({ event: 'many', event_id: `${n}-${i}` }));
    await project.ingest({ batch, context: { user: { id: 'busy' } } });
  }
  await server.waitForCount(batches * 100, '?user_id=busy', project.secret, 30_000);
  const { events } = (await project.get('/v1/users/busy/export')).data<{ events: { event_id: string }[] }>();
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(batches * 100);
});

test('six rejected events of 800 KB do not break the export of their user, and are kept at most 8 KB each', async () => {
  const context = { user: { id: 'heavy' } };
  for (let n = 0; n < 6; n++) {
    const big = {
      properties: { blob: 'b'.repeat(800_000), friend: 'ann' },
      event: 'too big',
      event_id: `big-${n}`,
      context,
    };
    const response = await project.ingest({ batch: [big, { event: 'small', event_id: `small-${n}`, context }] });
    expect(response.data<{ rejected: unknown[] }>().rejected).toHaveLength(1);
  }
  const failed = (await project.failedEvents(6)).filter(({ event }) => event === 'too big');
  for (const { raw } of failed) {
    expect(JSON.stringify(raw).length).toBeLessThanOrEqual(8_192);
    expect(raw).toMatchObject({ truncated: true, event: 'too big', context, properties: { friend: 'ann' } });
    expect((raw as { size: number }).size).toBeGreaterThan(800_000);
  }
  await project.events(6, '?user_id=heavy');
  const whole = (await project.get('/v1/users/heavy/export')).data<{ events: unknown[]; failed_events: unknown[] }>();
  expect([whole.events.length, whole.failed_events.length]).toEqual([6, 6]);
  const lines = (await project.get('/v1/users/heavy/export', { headers: { Accept: 'application/x-ndjson' } })).text;
  expect(lines.trimEnd().split('\n').at(-1)).toBe('{"kind":"end","value":{}}');
});
