import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
const open: StreamReader[] = [];
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(async () => {
  await Promise.all(open.map((stream) => stream.close()));
  await server.dispose();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface Bulk {
  readonly flags: readonly { key: string; value?: unknown; reason: string; metadata: Record<string, unknown> }[];
  readonly metadata: object;
  readonly eventStreams: readonly { type: string; endpoint: { requestUri: string }; inactivityDelaySec?: number }[];
}

const path = '/ofrep/v1/evaluate/flags';
const context = { targetingKey: 'u' };
/** Tags move every five minutes with the stream's tokens; a test that asks twice must not begin just before. */
const spanMs = 300_000;
const awayFromTheEdgeOfASpan = async () => {
  const leftMs = spanMs - (Date.now() % spanMs);
  if (leftMs < 3_000) await sleep(leftMs);
};
const streamUri = async (project: TestProject, key = project.publishable) => {
  const bulk = (await project.post(path, { context }, { key })).json as Bulk;
  return bulk.eventStreams[0]?.endpoint.requestUri ?? '';
};
async function connect(uri: string): Promise<StreamReader> {
  const stream = await StreamReader.open(`${server.url}${uri}`);
  open.push(stream);
  return stream;
}

describe.concurrent('one flag', () => {
  test('is reported with value, reason and metadata, and no envelope', async ({ project, admin }) => {
    await admin.flag('banner', { value_type: 'string', default_value: 'plain' });
    const run = async () => (await project.post(`${path}/banner`, { context })).json as Bulk['flags'][number];
    const version = () => admin.version();
    expect(await run()).toEqual({
      key: 'banner',
      value: 'plain',
      variant: 'plain',
      reason: 'DEFAULT',
      metadata: { config_version: await version() },
    });
    await admin.rollout('banner', 100, 'all');
    expect(await run()).toMatchObject({ value: 'all', reason: 'STATIC' });
    const { rules } = await admin.rules('banner', [{ conditions: [when('user_id', 'eq', 'u')], value: 'mine' }]);
    expect(await run()).toMatchObject({
      value: 'mine',
      reason: 'TARGETING_MATCH',
      metadata: { rule_id: rules[0]?.id, config_version: await version() },
    });
    await admin.kill('banner', { value: 'off' });
    expect(await run()).toMatchObject({ value: 'off', reason: 'DISABLED' });
  });

  test('given by a percentage is a SPLIT', async ({ project, admin }) => {
    await admin.flag('most');
    await admin.rollout('most', 99);
    const reasons = new Set<string>();
    for (const targetingKey of ['a', 'b', 'c', 'd']) {
      const response = await project.post(`${path}/most`, { context: { targetingKey } });
      reasons.add((response.json as { reason: string }).reason);
    }
    expect(reasons).toContain('SPLIT');
  });

  test('is for the targeting key as user, with every other member of the context as an attribute', async ({
    project,
    admin,
  }) => {
    await admin.flag('gold');
    await admin.rules('gold', [{ conditions: [when('plan', 'eq', 'gold'), when('user_id', 'eq', 'u')], value: true }]);
    const value = async (given: object) =>
      ((await project.post(`${path}/gold`, { context: given })).json as { value: unknown }).value;
    expect(await value({ targetingKey: 'u', plan: 'gold' })).toBe(true);
    expect(await value({ targetingKey: 'v', plan: 'gold' })).toBe(false);
    expect(await value({ targetingKey: 'v', user_id: 'u', plan: 'gold' })).toBe(true);
    expect(await value({ plan: 'gold' })).toBe(false);
  });

  test('that is unknown is 404, and what cannot be read 400, in the shapes of the protocol', async ({
    project,
    admin,
  }) => {
    await admin.flag('banner');
    const unknown = await project.post(`${path}/nothing`, { context });
    expect([unknown.status, unknown.json]).toEqual([
      404,
      { key: 'nothing', errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.any(String) },
    ]);
    const bad: [body: unknown, code: string][] = [
      ['{', 'PARSE_ERROR'],
      ['[]', 'PARSE_ERROR'],
      ['"x"', 'PARSE_ERROR'],
      [{ context: 'u' }, 'INVALID_CONTEXT'],
      [{ context: [] }, 'INVALID_CONTEXT'],
      [{ context: { targetingKey: 5 } }, 'INVALID_CONTEXT'],
    ];
    for (const [body, errorCode] of bad) {
      const one = await project.post(`${path}/banner`, body);
      expect([one.status, one.json]).toEqual([400, { key: 'banner', errorCode, errorDetails: expect.any(String) }]);
      const all = await project.post(path, body);
      expect([all.status, all.json]).toEqual([400, { errorCode, errorDetails: expect.any(String) }]);
    }
  });

  test('without a body or context is told to nobody in particular', async ({ project, admin }) => {
    await admin.flag('banner');
    for (const body of ['', '{}', '{"context":{}}']) {
      expect((await project.post(`${path}/banner`, body)).json).toMatchObject({ value: false, reason: 'DEFAULT' });
    }
  });
});

describe.concurrent('keys', () => {
  test('come as bearer or as X-API-Key; what is wrong with them is reported in our envelope', async ({
    project,
    admin,
  }) => {
    await admin.flag('banner');
    const run = (headers: Record<string, string>) =>
      project.post(`${path}/banner`, { context }, { key: null, headers });
    for (const key of [project.publishable, project.secret]) {
      expect((await run({ 'X-API-Key': key })).status).toBe(200);
      expect((await run({ Authorization: `Bearer ${key}` })).status).toBe(200);
    }
    const none = await run({});
    expect([none.status, none.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect((await run({ 'X-API-Key': `${project.secret}x` })).status).toBe(401);
    const dev = await run({ 'X-API-Key': project.keys.production.dev });
    expect([dev.status, dev.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('beyond their rate are 429 with Retry-After, in our envelope', async () => {
    const free = await TestProject.create(server, 'free');
    for (let index = 0; index < 60; index += 1) await free.post(path, { context });
    const limited = await free.post(path, { context });
    expect([limited.status, limited.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe.concurrent('all flags', () => {
  test('come with a tag, and as 304 while neither flags nor context moved', async ({ project, admin }) => {
    await admin.flag('banner');
    await admin.flag('apple', { platforms: ['ios'] });
    await awayFromTheEdgeOfASpan();
    const run = (given: object, tag?: string) =>
      project.post(path, { context: given }, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
    const first = await run(context);
    expect(first.status).toBe(200);
    const bulk = first.json as Bulk;
    expect(bulk.flags.map(({ key, value }) => [key, value])).toEqual([
      ['banner', false],
      ['apple', false],
    ]);
    expect(bulk.eventStreams).toEqual([
      { type: 'sse', endpoint: { requestUri: expect.stringMatching(/^\/ofrep\/v1\//) }, inactivityDelaySec: 120 },
    ]);
    const tag = first.headers.get('etag') ?? '';
    const again = await run(context, tag);
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await run(context, `W/${tag}`)).status).toBe(304);
    expect((await run({ ...context, plan: 'gold' }, tag)).status).toBe(200);
    expect((await run({ targetingKey: 'v' }, tag)).status).toBe(200);
    await admin.rollout('banner', 100);
    const changed = await run(context, tag);
    expect([changed.status, (changed.json as Bulk).flags[0]]).toMatchObject([200, { key: 'banner', value: true }]);
    const web = (await run({ ...context, platform: 'web' })).json as Bulk;
    expect(web.flags.map(({ key }) => key)).toEqual(['banner']);
  });

  test('move with groups that rules name', async ({ project, admin }) => {
    await admin.flag('beta');
    await admin.group('testers');
    await admin.rules('beta', [{ conditions: [when('user_group', 'in', 'testers')], value: true }]);
    const tag = (await project.post(path, { context })).headers.get('etag') ?? '';
    await admin.addMember('testers', 'u');
    const after = await project.post(path, { context }, { headers: { 'If-None-Match': tag } });
    expect((after.json as Bulk).flags[0]?.value).toBe(true);
  });
});

describe.concurrent('the event stream', () => {
  test('opens with its token alone, again and again, and says when to evaluate anew', async ({ project, admin }) => {
    await admin.flag('banner');
    const uri = await streamUri(project);
    const streams = [await connect(uri), await connect(uri)];
    expect(streams.map(({ response }) => response.status)).toEqual([200, 200]);
    expect(streams[0]?.response.headers.get('access-control-allow-origin')).toBe('*');
    await sleep(100);
    expect(streams.map(({ waiting }) => waiting)).toEqual([0, 0]);
    await admin.rollout('banner', 100);
    for (const stream of streams) {
      expect(await stream.next()).toMatchObject({
        event: 'message',
        data: { type: 'refetchEvaluation', etag: expect.any(String), lastModified: expect.any(String) },
      });
    }
    await admin.rollout('banner', 5, true, '?environment_id=development');
    await sleep(100);
    expect(streams.map(({ waiting }) => waiting)).toEqual([0, 0]);
  });

  test('with a wrong token, or none, is refused', async ({ project }) => {
    const uri = await streamUri(project);
    for (const bad of [`${uri}x`, uri.replace(/token=./, 'token=-'), uri.replace(/token=.*/, 'token=')]) {
      const stream = await connect(bad);
      expect([bad, stream.response.status]).toEqual([bad, 401]);
    }
    expect([400, 401]).toContain((await connect('/ofrep/v1/stream')).response.status);
    const token = new URL(uri, server.url).searchParams.get('token') ?? '';
    for (const other of ['/v1/config', '/v1/config/stream', '/v1/ruleset']) {
      expect((await connect(`${other}?token=${token}`)).response.status).toBe(401);
      const asKey = await project.send('GET', other, { key: token });
      expect(asKey.status).toBe(401);
    }
  });

  test('ends when the key behind its token is revoked', async ({ project, admin }) => {
    const [environment] = await admin.done<{ id: string }[]>('GET', '/v1/environments');
    const body = { kind: 'publishable', environment_id: environment?.id, name: 'browser' };
    const { id, key } = await admin.done<{ id: string; key: string }>('POST', '/v1/keys', body);
    const uri = await streamUri(project, key);
    const stream = await connect(uri);
    expect((await admin.call('DELETE', `/v1/keys/${id}`)).status).toBe(204);
    await stream.ended;
    expect((await connect(uri)).response.status).toBe(401);
  });

  test('tokens never appear in the output of the server', async ({ project }) => {
    const uri = await streamUri(project);
    const token = new URL(uri, server.url).searchParams.get('token') ?? '';
    await connect(`${uri}x`);
    expect(server.output).not.toContain(token);
  });
});

test('the manifest has every flag that is not archived, for dev and secret keys', async ({ project, admin }) => {
  await admin.flag('yes_no', { description: 'Whether' });
  await admin.flag('text', { value_type: 'string', default_value: 'a' });
  await admin.flag('whole', { value_type: 'number', default_value: 3 });
  await admin.flag('shape', { value_type: 'json', default_value: { a: 1 } });
  await admin.flag('gone');
  await admin.change('gone', { status: 'archived' });
  for (const key of [project.keys.production.dev, project.secret]) {
    const response = await project.send('GET', '/openfeature/v0/manifest', { key });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-manifest-capabilities')).toBe('read');
    const { flags } = response.json as { flags: { key: string }[] };
    expect(flags.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
      { key: 'shape', name: 'shape', type: 'object', defaultValue: { a: 1 } },
      { key: 'text', name: 'text', type: 'string', defaultValue: 'a' },
      { key: 'whole', name: 'whole', type: 'integer', defaultValue: 3 },
      { key: 'yes_no', name: 'yes_no', type: 'boolean', description: 'Whether', defaultValue: false },
    ]);
  }
  expect((await project.send('GET', '/openfeature/v0/manifest')).status).toBe(403);
});
