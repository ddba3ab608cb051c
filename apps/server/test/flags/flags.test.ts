import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type FlagRow, type ListResponse } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

const minimal = { key: 'banner', name: 'Banner', platforms: ['web'] };
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const isUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

describe.concurrent('an owner and comments', () => {
  test('flags are listed by owner: me, nobody, or anyone by id or email', async ({ project, admin }) => {
    const member = await TestMember.invited(project, 'editor');
    const { id, email } = member.session.member;
    await admin.flag('mine', { owner: email });
    await admin.flag('free');
    const keys = async (owner: string) =>
      (await member.get(`/v1/flags?owner=${owner}`)).data<FlagRow[]>().map(({ key }) => key);
    expect([await keys('me'), await keys(id), await keys('none')]).toEqual([['mine'], ['mine'], ['free']]);
    expect(await admin.done('GET', '/v1/flags/mine')).toMatchObject({ owner: { id, email, name: null } });
    expect((await admin.call('GET', '/v1/flags?owner=me')).error.details?.fieldErrors).toHaveProperty('owner');
    for (const owner of ['nobody@example.org', '', 1, { id }]) {
      const refused = await admin.call('PATCH', '/v1/flags/free', { owner });
      expect([refused.status, Object.keys(refused.error.details?.fieldErrors ?? {})]).toEqual([400, ['owner']]);
    }
    const definitions = await admin.done<{ flags: object[] }>('GET', '/v1/definitions');
    expect(definitions.flags[0]).not.toHaveProperty('owner');
  });

  test('a comment is in the history of the flag and in the change log', async ({ admin }) => {
    await admin.flag('said');
    await admin.done('PATCH', '/v1/flags/said', { tags: ['x'], comment: 'ask <b>Ann</b> first' });
    await admin.done('PUT', '/v1/flags/said/rollout', { percentage: 10, value: true, comment: 'to a tenth' });
    await admin.done('POST', '/v1/flags/said/kill', { reason: 'it crashes' });
    await admin.done('POST', '/v1/flags/said/restore', { comment: 'fixed in 2.1' });
    const comments = (rows: { action: string; comment: string | null }[]) =>
      rows.map(({ action, comment }) => [action, comment]);
    const logged = [
      ['restored', 'fixed in 2.1'],
      ['killed', null],
      ['rollout_set', 'to a tenth'],
      ['updated', 'ask <b>Ann</b> first'],
      ['created', null],
    ];
    expect(comments(await admin.done('GET', '/v1/flags/said/history'))).toEqual(logged);
    expect(comments(await admin.done('GET', '/v1/changes')).slice(0, 5)).toEqual(logged);
    for (const comment of ['x'.repeat(501), 1, null]) {
      const refused = await admin.call('PATCH', '/v1/flags/said', { tags: [], comment });
      expect([refused.status, Object.keys(refused.error.details?.fieldErrors ?? {})]).toEqual([400, ['comment']]);
    }
  });
});

describe.concurrent('a new flag', () => {
  test('has every field, with its defaults', async ({ admin }) => {
    const response = await admin.call('POST', '/v1/flags', minimal);
    expect(response.status).toBe(201);
    const row = response.data<FlagRow>();
    expect(row).toEqual({
      id: isUuid,
      key: 'banner',
      name: 'Banner',
      description: null,
      value_type: 'boolean',
      default_value: false,
      platforms: ['web'],
      tags: [],
      kind: 'release',
      status: 'active',
      owner: null,
      prerequisites: [],
      expires_on: null,
      stale: null,
      last_seen_at: null,
      created_at: isoTime,
      updated_at: row.created_at,
    });
    expect((await admin.call('GET', `/v1/flags/${row.id}`)).data()).toEqual(row);
    expect((await admin.call('GET', `/v1/flags/${row.id.toUpperCase()}`)).data()).toEqual(row);
    expect((await admin.call('GET', '/v1/flags/banner')).data()).toEqual(row);
  });

  test('keeps everything that it is sent', async ({ admin }) => {
    const sent = {
      ...minimal,
      description: 'What it is for',
      value_type: 'json',
      default_value: { a: [1, 'x', null, { b: true }] },
      platforms: ['web', 'ios', 'ipados', 'macos', 'android', 'server'],
      tags: ['growth', 'Ünï'],
      kind: 'permission',
    };
    expect(await admin.done('POST', '/v1/flags', sent)).toMatchObject(sent);
  });

  test('has a default of its type', async ({ admin }) => {
    const defaults = { boolean: false, string: '', number: 0, json: {} };
    for (const [value_type, expected] of Object.entries(defaults)) {
      expect((await admin.flag(`of_${value_type}`, { value_type })).default_value).toEqual(expected);
    }
  });

  test('may use every bound to the full', async ({ admin }) => {
    const most = {
      key: `a${'_9z'.repeat(42)}_`,
      name: 'n'.repeat(200),
      description: 'd'.repeat(1_000),
      platforms: ['web', 'ios', 'ipados', 'macos', 'android', 'server', 'web', 'web', 'web', 'web'],
      tags: Array.from({ length: 20 }, (_, index) => String(index).padEnd(64, 't')),
    };
    expect(most.key.length).toBe(128);
    expect((await admin.call('POST', '/v1/flags', most)).status).toBe(201);
    expect((await admin.call('POST', '/v1/flags', { ...minimal, key: 'ab', name: 'n', description: '' })).status).toBe(
      201,
    );
    for (const kind of ['release', 'experiment', 'operational', 'permission']) {
      expect((await admin.flag(`kind_${kind}`, { kind })).kind).toBe(kind);
    }
  });

  test('with a taken key is a conflict, even when the other is archived; other projects do not matter', async ({
    admin,
  }) => {
    await admin.flag('banner');
    for (const status of ['active', 'archived']) {
      await admin.change('banner', { status });
      const response = await admin.call('POST', '/v1/flags', minimal);
      expect([response.status, response.error.code, response.error.details?.reason]).toEqual([
        409,
        'CONFLICT',
        'FLAG_KEY_EXISTS',
      ]);
    }
    await new Admin(await TestProject.create(server)).flag('banner');
  });
});

describe('what is wrong with a new flag is 400, names the field, and makes nothing', () => {
  const bad: Record<string, [sent: object, field: string]> = {
    'no key': [{ key: undefined }, 'key'],
    'a key of one letter': [{ key: 'a' }, 'key'],
    'a key of 129': [{ key: 'a'.repeat(129) }, 'key'],
    'a key with a capital': [{ key: 'Banner' }, 'key'],
    'a key that begins with a digit': [{ key: '1banner' }, 'key'],
    'a key that begins with an underscore': [{ key: '_banner' }, 'key'],
    'a key with a dash': [{ key: 'ban-ner' }, 'key'],
    'a key with a line end': [{ key: 'banner\n' }, 'key'],
    'no name': [{ name: undefined }, 'name'],
    'an empty name': [{ name: '' }, 'name'],
    'a name of 201': [{ name: 'n'.repeat(201) }, 'name'],
    'a name that is null': [{ name: null }, 'name'],
    'a description of 1,001': [{ description: 'd'.repeat(1_001) }, 'description'],
    'no platforms': [{ platforms: undefined }, 'platforms'],
    'an empty list of platforms': [{ platforms: [] }, 'platforms'],
    'eleven platforms': [{ platforms: Array(11).fill('web') }, 'platforms'],
    'an unknown platform': [{ platforms: ['web', 'toaster'] }, 'platforms.1'],
    '21 tags': [{ tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 'tags'],
    'a tag of 65': [{ tags: ['t'.repeat(65)] }, 'tags.0'],
    'a tag that is no text': [{ tags: [1] }, 'tags.0'],
    'an unknown kind': [{ kind: 'toggle' }, 'kind'],
    'an unknown value type': [{ value_type: 'date' }, 'value_type'],
    'a boolean default that is text': [{ default_value: 'true' }, 'default_value'],
    'a default that is null': [{ default_value: null }, 'default_value'],
    'a text default that is a number': [{ value_type: 'string', default_value: 1 }, 'default_value'],
    'a number default that is text': [{ value_type: 'number', default_value: '1' }, 'default_value'],
    'a json default that is text': [{ value_type: 'json', default_value: '{}' }, 'default_value'],
    'a default of 70 KB': [{ value_type: 'string', default_value: 'x'.repeat(70_000) }, 'default_value'],
  };
  let admin: Admin;
  beforeAll(async () => {
    admin = new Admin(await TestProject.create(server));
  });
  for (const [name, [sent, field]] of Object.entries(bad)) {
    base(name, async () => {
      const before = await admin.version();
      const response = await admin.call('POST', '/v1/flags', { ...minimal, ...sent });
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(response.error.details?.formErrors).toEqual([]);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toContain(field);
      expect([(await admin.everyPage('/v1/flags', 100)).length, await admin.version()]).toEqual([0, before]);
    });
  }
});

describe.concurrent('a change of a flag', () => {
  test('keeps what is omitted, and null clears the description', async ({ admin }) => {
    const before = await admin.flag('banner', { description: 'old', tags: ['a'], kind: 'operational' });
    const renamed = await admin.change('banner', { name: 'New name' });
    expect(renamed).toEqual({ ...before, name: 'New name', updated_at: renamed.updated_at });
    expect(renamed.updated_at > before.updated_at).toBe(true);
    const cleared = await admin.change(before.id, { description: null });
    expect(cleared).toEqual({ ...renamed, description: null, updated_at: cleared.updated_at });
  });

  test('reaches every field that may change', async ({ admin }) => {
    await admin.flag('banner', { value_type: 'number' });
    const patch = {
      name: 'N',
      description: 'D',
      platforms: ['ios'],
      tags: ['t'],
      status: 'deprecated',
      kind: 'experiment',
      default_value: 7,
    };
    expect(await admin.change('banner', patch)).toMatchObject(patch);
  });

  test('may send fixed fields as they are, and nothing else there', async ({ admin }) => {
    const row = await admin.flag('banner');
    expect(await admin.change('banner', { key: 'banner', value_type: 'boolean', name: 'same' })).toMatchObject({
      name: 'same',
    });
    const before = await admin.version();
    for (const [field, value] of Object.entries({ key: 'other', value_type: 'string' })) {
      const response = await admin.call('PATCH', '/v1/flags/banner', { name: 'changed', [field]: value });
      expect([response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([400, [field]]);
    }
    expect(await admin.done('GET', '/v1/flags/banner')).toMatchObject({ ...row, name: 'same', updated_at: isoTime });
    expect(await admin.version()).toBe(before);
  });

  test('that is wrong is 400 and names the field', async ({ admin }) => {
    await admin.flag('banner');
    const bad: Record<string, unknown> = {
      name: '',
      platforms: [],
      tags: ['t'.repeat(65)],
      status: 'gone',
      kind: 'toggle',
      default_value: 1,
      description: 'd'.repeat(1_001),
    };
    for (const [field, value] of Object.entries(bad)) {
      const response = await admin.call('PATCH', '/v1/flags/banner', { [field]: value });
      const [named = ''] = Object.keys(response.error.details?.fieldErrors ?? {});
      expect([field, response.status, named.split('.')[0]]).toEqual([field, 400, field]);
    }
  });

  test('that changes nothing moves no version', async ({ admin }) => {
    const row = await admin.flag('banner');
    const before = await admin.version();
    expect(await admin.change('banner', {})).toEqual(row);
    expect(await admin.change('banner', { name: row.name, platforms: row.platforms })).toEqual(row);
    expect(await admin.version()).toBe(before);
  });

  test('to archived takes it out of every answer to clients; deprecated ones are still served', async ({
    project,
    admin,
  }) => {
    await admin.flag('banner');
    await admin.kill('banner', { value: true });
    await admin.flag('old');
    await admin.change('old', { status: 'deprecated' });
    await admin.change('banner', { status: 'archived' });
    expect((await admin.config('d')).flags).toEqual({ old: false });
    expect((await admin.config('d', '?platform=web')).flags).toEqual({ old: false });
    const registered = await project.post('/v1/devices/register', {});
    expect(registered.data<{ flag_assignments: object }>().flag_assignments).toEqual({ old: false });
    const evaluated = await admin.done('POST', '/v1/flags/evaluate', { flag_keys: ['banner', 'old'] });
    expect(evaluated).toMatchObject({ banner: { value: null, reason: 'NOT_FOUND' }, old: { reason: 'DEFAULT' } });
    const { flags } = await admin.done<{ flags: { key: string }[] }>('GET', '/v1/ruleset');
    expect(flags.map(({ key }) => key)).toEqual(['old']);
    const ofrep = await project.post('/ofrep/v1/evaluate/flags/banner', { context: { targetingKey: 'u' } });
    expect(ofrep.status).toBe(404);
    expect((await admin.done<FlagRow>('GET', '/v1/flags/banner')).status).toBe('archived');
  });
});

describe('a list', () => {
  let admin: Admin;
  const keys = async (query: string, limit = 100) =>
    (await admin.everyPage<FlagRow>(`/v1/flags${query}`, limit)).map(({ key }) => key);
  beforeAll(async () => {
    admin = new Admin(await TestProject.create(server));
    for (let index = 0; index < 23; index += 1) {
      await admin.flag(`flag_${String(index).padStart(2, '0')}`, {
        name: index === 3 ? 'Summer SALE 100%' : `Name ${index}`,
        platforms: index % 2 === 0 ? ['web'] : ['ios', 'web'],
        tags: index % 5 === 0 ? ['fifth', 'all'] : ['all'],
      });
    }
    await admin.change('flag_01', { status: 'archived' });
    await admin.change('flag_02', { status: 'deprecated' });
  });

  base('is newest first, twenty at a time unless told otherwise', async () => {
    const { data, pagination } = (await admin.call('GET', '/v1/flags')).json as ListResponse<FlagRow>;
    expect([data.length, data[0]?.key, data[19]?.key]).toEqual([20, 'flag_22', 'flag_03']);
    expect(pagination).toEqual({ cursor: isUuid, has_more: true });
    const rest = (await admin.call('GET', `/v1/flags?cursor=${pagination.cursor}`)).json as ListResponse<FlagRow>;
    expect(rest.data.map(({ key }) => key)).toEqual(['flag_02', 'flag_01', 'flag_00']);
    expect(rest.pagination).toEqual({ cursor: null, has_more: false });
  });

  base('has no row twice and leaves none out, whatever the page', async () => {
    const all = await keys('', 100);
    expect(all.length).toBe(23);
    for (const limit of [1, 4, 22, 23, 24]) expect(await keys('', limit)).toEqual(all);
  });

  base('shows no row twice when flags are made while it is read', async () => {
    const first = (await admin.call('GET', '/v1/flags?limit=5&platform=web')).json as ListResponse<FlagRow>;
    await admin.flag('made_meanwhile', { tags: ['late'], platforms: ['server'] });
    const next = (await admin.call('GET', `/v1/flags?limit=5&platform=web&cursor=${first.pagination.cursor}`))
      .json as ListResponse<FlagRow>;
    expect(next.data.map(({ key }) => key)).toEqual(['flag_17', 'flag_16', 'flag_15', 'flag_14', 'flag_13']);
  });

  base('is filtered by status, platform and tag, alone and together', async () => {
    expect(await keys('?status=archived')).toEqual(['flag_01']);
    expect(await keys('?status=deprecated')).toEqual(['flag_02']);
    expect((await keys('?platform=ios')).length).toBe(11);
    expect(await keys('?tag=fifth', 2)).toEqual(['flag_20', 'flag_15', 'flag_10', 'flag_05', 'flag_00']);
    expect(await keys('?tag=fifth&platform=ios&status=active')).toEqual(['flag_15', 'flag_05']);
    expect(await keys('?tag=fif')).toEqual([]);
    expect(await keys('?kind=permission')).toEqual([]);
    expect(await keys('?kind=release&tag=fifth&platform=ios&status=active')).toEqual(['flag_15', 'flag_05']);
  });

  base('is searched in keys and names, in any case, and nothing in the text is special', async () => {
    expect(await keys('?search=LAG_1')).toEqual(await keys('?search=flag_1'));
    expect((await keys('?search=flag_1')).length).toBe(10);
    expect(await keys('?search=sale')).toEqual(['flag_03']);
    expect(await keys(`?search=${encodeURIComponent('100%')}`)).toEqual(['flag_03']);
    expect(await keys(`?search=${encodeURIComponent('%')}`)).toEqual(['flag_03']);
    expect(await keys('?search=lagx1')).toEqual([]);
  });

  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'status=gone', 'platform=toaster']) {
    base(`?${query} is 400`, async () => {
      const response = await admin.call('GET', `/v1/flags?${query}`);
      expect([response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([
        400,
        [query.split('=')[0]],
      ]);
    });
  }
});
