import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ListResponse, when } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface GroupRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly archived_at: string | null;
  readonly created_at: string;
  readonly member_count: number;
}
interface MemberRow {
  readonly id: string;
  readonly user_id: string;
  readonly added_at: string;
}

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const isUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const show = (admin: Admin, id: string) => admin.done<GroupRow>('GET', `/v1/groups/${id}`);
const add = (admin: Admin, group: string, body: unknown) => admin.call('POST', `/v1/groups/${group}/members`, body);
const remove = (admin: Admin, group: string, user: string) =>
  admin.call('DELETE', `/v1/groups/${group}/members/${encodeURIComponent(user)}`);
const fieldsOf = (response: { error: { details?: { fieldErrors: object } } }) =>
  Object.keys(response.error.details?.fieldErrors ?? {});

describe.concurrent('a group', () => {
  test('is made with every field, and found by id and key', async ({ admin }) => {
    const response = await admin.call('POST', '/v1/groups', { key: 'testers', name: 'Testers' });
    expect(response.status).toBe(201);
    const row = response.data<GroupRow>();
    expect(row).toMatchObject({
      id: isUuid,
      key: 'testers',
      name: 'Testers',
      description: null,
      archived_at: null,
      created_at: isoTime,
      updated_at: isoTime,
      member_count: 0,
    });
    expect(await show(admin, row.id)).toEqual(row);
    expect(await show(admin, 'testers')).toEqual(row);
  });

  test('is changed field by field; null clears the description', async ({ admin }) => {
    const before = await admin.group('testers', { description: 'old' });
    expect(await admin.done('PATCH', '/v1/groups/testers', { name: 'New' })).toMatchObject({
      ...before,
      name: 'New',
      updated_at: isoTime,
    });
    expect(await admin.done('PATCH', `/v1/groups/${before.id}`, { description: null })).toMatchObject({
      name: 'New',
      description: null,
    });
  });

  test('keeps its key: another is 400, the same is fine', async ({ admin }) => {
    await admin.group('testers');
    expect((await admin.call('PATCH', '/v1/groups/testers', { key: 'testers', name: 'New' })).status).toBe(200);
    const response = await admin.call('PATCH', '/v1/groups/testers', { key: 'others', name: 'Newer' });
    expect([response.status, fieldsOf(response)]).toEqual([400, ['key']]);
    expect((await show(admin, 'testers')).name).toBe('New');
  });

  test('with a taken key is a conflict, even when the other is archived', async ({ admin }) => {
    await admin.group('testers');
    for (const archived of [false, true]) {
      await admin.done('PATCH', '/v1/groups/testers', { archived });
      const response = await admin.call('POST', '/v1/groups', { key: 'testers', name: 'x' });
      expect([response.status, response.error.code, response.error.details?.reason]).toEqual([
        409,
        'CONFLICT',
        'GROUP_KEY_EXISTS',
      ]);
    }
  });

  test('that is wrong is 400 and names the field', async ({ admin }) => {
    await admin.group('testers');
    for (const [field, value] of [
      ['key', undefined],
      ['key', 'Capital'],
      ['key', ''],
      ['key', 5],
      ['name', undefined],
      ['name', ''],
      ['name', 'n'.repeat(201)],
      ['description', 'd'.repeat(1_001)],
    ] as const) {
      const response = await admin.call('POST', '/v1/groups', { key: 'other', name: 'Other', [field]: value });
      expect([field, value, response.status, fieldsOf(response)]).toEqual([field, value, 400, [field]]);
    }
    expect((await admin.call('PATCH', '/v1/groups/testers', { archived: 'yes' })).status).toBe(400);
  });

  test('that is unknown, or of another project, is 404', async ({ admin }) => {
    const foreign = await new Admin(await TestProject.create(server)).group('foreign');
    for (const id of ['nothing', 'foreign', foreign.id]) {
      expect((await admin.call('GET', `/v1/groups/${id}`)).status).toBe(404);
      expect((await admin.call('PATCH', `/v1/groups/${id}`, { name: 'x' })).status).toBe(404);
      expect((await admin.call('GET', `/v1/groups/${id}/members`)).status).toBe(404);
      expect((await add(admin, id, { user_id: 'u' })).status).toBe(404);
      expect((await remove(admin, id, 'u')).status).toBe(404);
    }
  });

  test('is for secret keys only', async ({ project, admin }) => {
    for (const key of [project.publishable, project.keys.production.dev]) {
      expect((await admin.call('GET', '/v1/groups', undefined, key)).status).toBe(403);
    }
  });
});

describe.concurrent('members', () => {
  test('are added once, by user id, known or not', async ({ admin }) => {
    await admin.group('testers');
    const response = await add(admin, 'testers', { user_id: 'ünï/😀' });
    expect(response.status).toBe(201);
    expect(response.data()).toEqual({ id: isUuid, user_id: 'ünï/😀', added_at: isoTime });
    const again = await add(admin, 'testers', { user_id: 'ünï/😀' });
    expect([again.status, again.error.details?.reason]).toEqual([409, 'ALREADY_MEMBER']);
    expect((await show(admin, 'testers')).member_count).toBe(1);
    expect((await remove(admin, 'testers', 'ünï/😀')).status).toBe(204);
    expect((await remove(admin, 'testers', 'ünï/😀')).status).toBe(404);
    expect((await show(admin, 'testers')).member_count).toBe(0);
  });

  test('are added by the email among their attributes', async ({ project, admin }) => {
    await admin.group('testers');
    await project.post('/v1/devices/register', { device_id: 'd' });
    await project.post('/v1/devices/d/identify', { user_id: 'ada', attributes: { email: 'Ada@example.com' } });
    const response = await add(admin, 'testers', { email: 'ada@example.com' });
    expect([response.status, response.data<MemberRow>().user_id]).toEqual([201, 'ada']);
    expect((await add(admin, 'testers', { user_id: 'ada' })).error.details?.reason).toBe('ALREADY_MEMBER');
    const unknown = await add(admin, 'testers', { email: 'nobody@example.com' });
    expect([unknown.status, fieldsOf(unknown)]).toEqual([400, ['email']]);
  });

  test('need exactly one of user_id and email', async ({ admin }) => {
    await admin.group('testers');
    for (const body of [
      {},
      { user_id: 'u', email: 'u@example.com' },
      { user_id: '' },
      { user_id: 5 },
      { user_id: 'u'.repeat(257) },
    ]) {
      const response = await add(admin, 'testers', body);
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect((await show(admin, 'testers')).member_count).toBe(0);
  });

  test('are listed latest first, page by page without repeats', async ({ admin }) => {
    await admin.group('testers');
    for (let index = 0; index < 53; index += 1) await admin.addMember('testers', `u${index}`);
    const first = (await admin.call('GET', '/v1/groups/testers/members')).json as ListResponse<MemberRow>;
    expect([first.data.length, first.data[0]?.user_id, first.pagination]).toEqual([
      50,
      'u52',
      { cursor: isUuid, has_more: true },
    ]);
    const ids = async (limit: number) =>
      (await admin.everyPage<MemberRow>('/v1/groups/testers/members', limit)).map(({ user_id }) => user_id);
    const all = Array.from({ length: 53 }, (_, index) => `u${52 - index}`);
    for (const limit of [9, 53, 100]) expect(await ids(limit)).toEqual(all);
  });
});

describe.concurrent('an archived group', () => {
  test('is hidden unless asked for, and include_archived=false is false', async ({ admin }) => {
    await admin.group('kept');
    await admin.group('gone');
    await admin.done('PATCH', '/v1/groups/gone', { archived: true });
    const keys = async (query: string) =>
      ((await admin.call('GET', `/v1/groups${query}`)).json as ListResponse<GroupRow>).data.map(({ key }) => key);
    expect(await keys('')).toEqual(['kept']);
    expect(await keys('?include_archived=false')).toEqual(['kept']);
    expect(await keys('?include_archived=true')).toEqual(['gone', 'kept']);
    expect((await show(admin, 'gone')).archived_at).toEqual(isoTime);
    expect(await admin.done('PATCH', '/v1/groups/gone', { archived: false })).toMatchObject({ archived_at: null });
    expect(await keys('')).toEqual(['gone', 'kept']);
  });

  test('takes no members, and goes on deciding for those it has', async ({ admin }) => {
    await admin.group('testers');
    await admin.addMember('testers', 'u');
    await admin.flag('beta');
    await admin.rules('beta', [{ conditions: [when('user_group', 'eq', 'testers')], value: true }]);
    await admin.done('PATCH', '/v1/groups/testers', { archived: true });
    const response = await add(admin, 'testers', { user_id: 'v' });
    expect([response.status, response.error.details?.reason]).toEqual([409, 'GROUP_ARCHIVED']);
    expect((await admin.config(undefined, '?user_id=u')).flags.beta).toBe(true);
  });
});

test('a list is searched in keys and names and paged without repeats, fifty at a time', async ({ admin }) => {
  for (let index = 0; index < 52; index += 1) {
    await admin.group(`group_${index}`, { name: index === 7 ? 'Lucky SEVEN' : 'Other' });
  }
  const keys = async (query: string, limit = 100) =>
    (await admin.everyPage<GroupRow>(`/v1/groups${query}`, limit)).map(({ key }) => key);
  const { data, pagination } = (await admin.call('GET', '/v1/groups')).json as ListResponse<GroupRow>;
  expect([data.length, data[0]?.key, pagination.has_more]).toEqual([50, 'group_51', true]);
  const all = await keys('');
  expect(all.length).toBe(52);
  expect(await keys('', 9)).toEqual(all);
  expect(await keys('?search=seven')).toEqual(['group_7']);
  expect((await keys('?search=GROUP_5')).length).toBe(3);
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'include_archived=maybe']) {
    expect([query, (await admin.call('GET', `/v1/groups?${query}`)).status]).toEqual([query, 400]);
  }
});
