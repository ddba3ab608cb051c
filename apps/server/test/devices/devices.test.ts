import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());
const test = base.extend('project', () => TestProject.create(server));

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const register = (project: TestProject, body: unknown) => project.post('/v1/devices/register', body);
const identify = (project: TestProject, id: string, body: unknown) =>
  project.post(`/v1/devices/${encodeURIComponent(id)}/identify`, body);
const show = async (project: TestProject, id: string) =>
  (await project.get(`/v1/devices/${encodeURIComponent(id)}`)).data<Record<string, unknown>>();

const shapes: Record<string, string> = {
  'an upper-case UUID': 'A1B2C3D4-0000-4000-8000-ABCDEFABCDEF',
  'a word': 'phone',
  'slashes and blanks': 'a/b//c d',
  'what a URL would take apart': '?x=1&y#z%2F+',
  unicode: 'gerät-😀-設備',
  '256 characters': 'x'.repeat(256),
  '256 characters of three bytes each': '設'.repeat(256),
  'a lone letter': 'x',
  dots: '..',
};

describe.concurrent('registering', () => {
  test('an empty body gives all five members, with ids minted', async ({ project }) => {
    const response = await register(project, {});
    expect(response.status).toBe(201);
    expect(response.data<Record<string, unknown>>()).toEqual({
      device_id: expect.stringMatching(/^dev_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      anonymous_id: expect.stringMatching(/^\S{8,}$/),
      flag_assignments: {},
      experiment_assignments: {},
      config: { flush_interval_ms: 5000, flush_size: 20 },
    });
  });

  test('two registrations without an id are two devices', async ({ project }) => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await register(project, {})).data<{ device_id: string }>().device_id),
    );
    expect(new Set(ids).size).toBe(2);
  });

  for (const [name, id] of Object.entries(shapes)) {
    test(`an own id comes back unchanged: ${name}`, async ({ project }) => {
      const first = await register(project, { device_id: id, anonymous_id: `anon ${id}`.slice(0, 256) });
      expect([first.status, first.data<{ device_id: string }>().device_id]).toEqual([201, id]);
      const again = await register(project, { device_id: id });
      expect(again.status).toBe(200);
      expect(again.data<object>()).toEqual(first.data<object>());
      if (id !== '..') expect((await show(project, id)).device_id).toBe(id);
    });
  }

  test('facts are kept, those sent again are updated, the others stay', async ({ project }) => {
    const facts = {
      platform: 'ios',
      device_model: 'iPhone15,2',
      os_name: 'iOS',
      os_version: '17.1',
      app_version: '1.0',
      build_number: '42',
      locale: 'de_DE',
      country: 'DE',
      timezone: 'Europe/Berlin',
    };
    await register(project, { device_id: 'd', anonymous_id: 'a', ...facts });
    expect(await show(project, 'd')).toMatchObject({ device_id: 'd', anonymous_id: 'a', user_id: null, ...facts });
    await register(project, { device_id: 'd', app_version: '2.0' });
    expect(await show(project, 'd')).toMatchObject({ anonymous_id: 'a', ...facts, app_version: '2.0' });
  });

  test('facts are read leniently: cut, absent when empty, dropped when no country', async ({ project }) => {
    const long = 'y'.repeat(500);
    const response = await register(project, {
      device_id: 'd',
      device_model: long,
      os_name: long,
      os_version: long,
      app_version: long,
      build_number: long,
      locale: long,
      timezone: long,
      country: 'DEU',
      platform: '',
    });
    expect(response.status).toBe(201);
    expect(await show(project, 'd')).toMatchObject({
      platform: null,
      country: null,
      device_model: long.slice(0, 256),
      os_name: long.slice(0, 128),
      os_version: long.slice(0, 64),
      app_version: long.slice(0, 64),
      build_number: long.slice(0, 64),
      locale: long.slice(0, 16),
      timezone: long.slice(0, 64),
    });
  });

  test('empty ids and nulls are absent, and erase nothing that is known', async ({ project }) => {
    const newId = (await register(project, { device_id: '', anonymous_id: '' })).data<{
      device_id: string;
      anonymous_id: string;
    }>();
    expect(newId.device_id).toMatch(/^dev_/);
    expect(newId.anonymous_id).not.toBe('');
    const names = [
      'platform',
      'device_model',
      'os_name',
      'os_version',
      'app_version',
      'build_number',
      'locale',
      'country',
      'timezone',
    ];
    const nulls = Object.fromEntries(['device_id', 'anonymous_id', ...names].map((name) => [name, null]));
    expect((await register(project, nulls)).status).toBe(201);
    await register(project, { device_id: 'd', anonymous_id: 'a', platform: 'ios', country: 'DE' });
    expect((await register(project, { ...nulls, device_id: 'd', platform: '', country: '??' })).status).toBe(200);
    expect(await show(project, 'd')).toMatchObject({ anonymous_id: 'a', platform: 'ios', country: 'DE' });
  });

  for (const field of [
    'device_id',
    'anonymous_id',
    'platform',
    'device_model',
    'os_name',
    'os_version',
    'app_version',
    'build_number',
    'locale',
    'country',
    'timezone',
  ]) {
    test(`${field} of a wrong type is 400 and named`, async ({ project }) => {
      for (const value of [5, true, {}, ['x']]) {
        const response = await register(project, { [field]: value });
        expect(response.status).toBe(400);
        expect(Object.keys(response.error.details?.fieldErrors ?? {})).toEqual([field]);
      }
    });
  }

  test('an id over 256 is 400', async ({ project }) => {
    expect((await register(project, { device_id: 'x'.repeat(257) })).status).toBe(400);
    expect((await register(project, { anonymous_id: 'x'.repeat(257) })).status).toBe(400);
    expect((await register(project, { device_id: '😀'.repeat(128) })).status).toBe(201);
    expect((await register(project, { device_id: `${'😀'.repeat(128)}x` })).status).toBe(400);
  });

  test('a list, a text or broken JSON is 400', async ({ project }) => {
    for (const body of ['[]', '"x"', '{', '5'])
      expect([body, (await register(project, body)).status]).toEqual([body, 400]);
  });

  test('odd characters in ids and facts neither fail nor harm', async ({ project }) => {
    const response = await project.post(
      '/v1/devices/register',
      '{"device_id":"d","platform":"a\\u0000b","locale":"\\ud800","device_model":"__proto__","__proto__":{"x":1}}',
    );
    expect(response.status).toBe(201);
    expect(await show(project, 'd')).toMatchObject({ device_model: '__proto__' });
  });

  test('the same new device registered 30 times at once is created once', async ({ project }) => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => register(project, { device_id: 'd' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(29).fill(200), 201]);
    expect(new Set(responses.map((response) => response.data<{ anonymous_id: string }>().anonymous_id)).size).toBe(1);
  });

  test('environments and projects have devices of their own', async ({ project }) => {
    const other = await TestProject.create(server);
    expect((await register(project, { device_id: 'd' })).status).toBe(201);
    expect((await register(other, { device_id: 'd' })).status).toBe(201);
    const body = JSON.stringify({ device_id: 'd' });
    const key = project.keys.development.publishable;
    expect((await project.send('POST', '/v1/devices/register', { key, body })).status).toBe(201);
    expect((await project.get('/v1/devices/d?environment_id=development')).status).toBe(200);
  });
});

describe.concurrent('identifying', () => {
  test('links a device to a user, stays with the same, switches to another', async ({ project }) => {
    const { anonymous_id } = (await register(project, { device_id: 'd' })).data<{ anonymous_id: string }>();
    const linked = await identify(project, 'd', { user_id: 'u1' });
    expect(linked.status).toBe(200);
    expect(linked.data<object>()).toEqual({
      device_id: 'd',
      user_id: 'u1',
      anonymous_id,
      merge_id: expect.any(String),
      merge_status: 'linked',
      flag_assignments: {},
      experiment_assignments: {},
    });
    const again = await identify(project, 'd', { user_id: 'u1' });
    expect(again.data<object>()).toMatchObject({ merge_status: 'unchanged', merge_id: null });
    const switched = await identify(project, 'd', { user_id: 'u2' });
    expect(switched.data<object>()).toMatchObject({
      merge_status: 'switched',
      user_id: 'u2',
      merge_id: expect.any(String),
    });
    expect((await show(project, 'd')).user_id).toBe('u2');
  });

  test('an unknown device, and that of another project or environment, is 404', async ({ project }) => {
    const other = await TestProject.create(server);
    await register(other, { device_id: 'theirs' });
    const body = JSON.stringify({ device_id: 'dev only' });
    await project.send('POST', '/v1/devices/register', { key: project.keys.development.publishable, body });
    for (const id of ['nobody', 'theirs', 'dev only']) {
      const response = await identify(project, id, { user_id: 'u' });
      expect([id, response.status, response.error.code]).toEqual([id, 404, 'NOT_FOUND']);
    }
    expect((await show(other, 'theirs')).user_id).toBeNull();
  });

  for (const [name, id] of Object.entries(shapes).filter(([, id]) => id !== '..')) {
    test(`a device id in the path may be ${name}`, async ({ project }) => {
      await register(project, { device_id: id });
      const response = await identify(project, id, { user_id: 'u' });
      expect([response.status, response.data<{ device_id: string }>().device_id]).toEqual([200, id]);
    });
  }

  for (const body of [
    {},
    { user_id: '' },
    { user_id: null },
    { user_id: 5 },
    { user_id: 'u'.repeat(257) },
    { user_id: 'u', attributes: [] },
    { user_id: 'u', attributes: 'x' },
  ]) {
    test(`${JSON.stringify(body).slice(0, 40)} is 400 and names the field`, async ({ project }) => {
      await register(project, { device_id: 'd' });
      const response = await identify(project, 'd', body);
      expect(response.status).toBe(400);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})[0]).toMatch(/^(user_id|attributes)/);
      expect((await show(project, 'd')).user_id).toBeNull();
    });
  }

  test('a user id of 256 is fine, null attributes are none', async ({ project }) => {
    await register(project, { device_id: 'd' });
    const user_id = 'ü'.repeat(256);
    expect((await identify(project, 'd', { user_id, attributes: null })).data<{ user_id: string }>().user_id).toBe(
      user_id,
    );
  });

  test('the bound user is kept by a registration', async ({ project }) => {
    await register(project, { device_id: 'd' });
    await identify(project, 'd', { user_id: 'u' });
    expect((await register(project, { device_id: 'd', app_version: '2' })).status).toBe(200);
    expect((await show(project, 'd')).user_id).toBe('u');
    expect((await identify(project, 'd', { user_id: 'u' })).data<object>()).toMatchObject({
      merge_status: 'unchanged',
    });
  });
});

describe.concurrent('attributes', () => {
  test('are merged key by key, null removes, and they belong to the user', async ({ project }) => {
    for (const device_id of ['d1', 'd2']) await register(project, { device_id });
    const first = { plan: 'free', age: 30, beta: true, tags: ['a', 1, false], gone: 'x' };
    await identify(project, 'd1', { user_id: 'u', attributes: first });
    expect((await show(project, 'd1')).attributes).toEqual(first);
    await identify(project, 'd2', { user_id: 'u', attributes: { plan: 'pro', gone: null, never: null } });
    const merged = { plan: 'pro', age: 30, beta: true, tags: ['a', 1, false] };
    for (const device of ['d1', 'd2']) expect((await show(project, device)).attributes).toEqual(merged);
    await identify(project, 'd2', { user_id: 'other' });
    expect((await show(project, 'd2')).attributes).toEqual({});
    expect((await show(project, 'd1')).attributes).toEqual(merged);
  });

  test('may be at their bounds', async ({ project }) => {
    await register(project, { device_id: 'd' });
    const many = Object.fromEntries(Array.from({ length: 97 }, (_, at) => [`k${at}`, at]));
    const attributes = {
      ...many,
      ['k'.repeat(128)]: 1,
      long: 'x'.repeat(1_024),
      list: Array(100).fill('x'.repeat(1_024)),
    };
    expect((await identify(project, 'd', { user_id: 'u', attributes })).status).toBe(200);
    expect((await show(project, 'd')).attributes).toEqual(attributes);
    const swap = { k0: null, fresh: 1 };
    expect((await identify(project, 'd', { user_id: 'u', attributes: swap })).status).toBe(200);
  });

  const bad: Record<string, { attributes: object; key: string }> = {
    'a key of 129': { attributes: { ['k'.repeat(129)]: 1 }, key: 'k'.repeat(129) },
    'an empty key': { attributes: { '': 1 }, key: '' },
    'a string of 1,025': { attributes: { long: 'x'.repeat(1_025) }, key: 'long' },
    'an object': { attributes: { nested: { a: 1 } }, key: 'nested' },
    'a list of 101': { attributes: { list: Array(101).fill(1) }, key: 'list' },
    'a list with a list': { attributes: { list: [[1]] }, key: 'list' },
    'a list with null': { attributes: { list: [null] }, key: 'list' },
    'a list with a long string': { attributes: { list: ['x'.repeat(1_025)] }, key: 'list' },
  };
  for (const [name, { attributes, key }] of Object.entries(bad)) {
    test(`${name} is 400, names the key and changes nothing`, async ({ project }) => {
      await register(project, { device_id: 'd' });
      await identify(project, 'd', { user_id: 'u', attributes: { kept: 1 } });
      for (const user_id of ['u', 'someone else']) {
        const response = await identify(project, 'd', { user_id, attributes: { before: 1, ...attributes, after: 2 } });
        expect(response.status).toBe(400);
        expect(Object.keys(response.error.details?.fieldErrors ?? {})).toEqual([`attributes.${key}`]);
        expect(await show(project, 'd')).toMatchObject({ user_id: 'u', attributes: { kept: 1 } });
      }
    });
  }

  test('the 101st in all is 400 and changes nothing', async ({ project }) => {
    await register(project, { device_id: 'd' });
    const hundred = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, at]));
    expect((await identify(project, 'd', { user_id: 'u', attributes: hundred })).status).toBe(200);
    const response = await identify(project, 'd', { user_id: 'u', attributes: { k0: 'changed', extra: 1 } });
    expect(response.status).toBe(400);
    expect(Object.keys(response.error.details?.fieldErrors ?? {})).toEqual(['attributes.extra']);
    expect((await show(project, 'd')).attributes).toEqual(hundred);
    await register(project, { device_id: 'second' });
    expect((await identify(project, 'second', { user_id: 'u', attributes: { extra: 1 } })).status).toBe(400);
    expect((await show(project, 'second')).user_id).toBeNull();
  });

  test('__proto__ is a key like any other', async ({ project }) => {
    await register(project, { device_id: 'd' });
    const response = await project.post(
      '/v1/devices/d/identify',
      '{"user_id":"u","attributes":{"__proto__":"x","constructor":1}}',
    );
    expect(response.status).toBe(200);
    expect((await project.get('/v1/devices/d')).text).toContain('"attributes":{"__proto__":"x","constructor":1}');
  });
});

describe.concurrent('showing', () => {
  test('an unknown device, or another environment’s, is 404', async ({ project }) => {
    await register(project, { device_id: 'd' });
    expect((await project.get('/v1/devices/nobody')).status).toBe(404);
    expect((await project.get('/v1/devices/d?environment_id=development')).status).toBe(404);
    expect((await project.get('/v1/devices/d?environment_id=nowhere')).status).toBe(404);
  });

  test('times are UTC with milliseconds and move with what happens', async ({ project }) => {
    await register(project, { device_id: 'd' });
    const device = await show(project, 'd');
    for (const name of ['first_seen_at', 'last_seen_at'])
      expect(device[name]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(uuid.test(String(device.anonymous_id))).toBe(true);
  });
});

test('devices, users and attributes survive kill -9', async ({ project }) => {
  await register(project, { device_id: 'd', platform: 'ios' });
  await identify(project, 'd', { user_id: 'u', attributes: { plan: 'pro' } });
  await server.waitForStore();
  await server.kill();
  await server.restart();
  expect(await show(project, 'd')).toMatchObject({ user_id: 'u', platform: 'ios', attributes: { plan: 'pro' } });
});
