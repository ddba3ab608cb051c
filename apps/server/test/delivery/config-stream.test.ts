import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ConfigData, when } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
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

async function connect(path: string, key: string, headers: Record<string, string> = {}): Promise<StreamReader> {
  const stream = await StreamReader.open(`${server.url}${path}`, { Authorization: `Bearer ${key}`, ...headers });
  open.push(stream);
  return stream;
}
const configStream = (project: TestProject, headers: Record<string, string> = {}, query = '') =>
  connect(`/v1/config/stream${query}`, project.publishable, headers);
const rulesetStream = (project: TestProject, headers: Record<string, string> = {}) =>
  connect('/v1/ruleset/stream', project.secret, headers);
const sent = async (stream: StreamReader) => ((await stream.next()).data as { data: ConfigData }).data;
const register = (project: TestProject, body: object) => project.post('/v1/devices/register', body);
const identify = (project: TestProject, device: string, body: object) =>
  project.post(`/v1/devices/${device}/identify`, body);
/** Longer than any change takes to arrive. */
const aWhile = () => sleep(250);
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const device = { 'X-Device-ID': 'd' };

describe('a stream of configuration', () => {
  test('begins with what /v1/config says, under the version as id', async ({ project, admin }) => {
    await admin.flag('banner');
    await admin.running('checkout');
    await register(project, { device_id: 'd' });
    const stream = await configStream(project, device);
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.response.headers.get('access-control-allow-origin')).toBe('*');
    const first = await stream.next();
    const config = await admin.config('d');
    expect(first).toMatchObject({ event: 'config', id: config.config_version, data: { data: config } });
  });

  test('and one of rulesets are told of a change within 250 ms', async ({ project, admin }) => {
    await admin.flag('banner', { value_type: 'number' });
    const streams = await Promise.all([configStream(project, device), rulesetStream(project)]);
    await Promise.all(streams.map((stream) => stream.next()));
    const delays: number[] = [];
    for (let value = 1; value <= 7; value += 1) {
      const sentAt = performance.now();
      await admin.rollout('banner', 100, value);
      const [config, ruleset] = await Promise.all(streams.map((stream) => stream.next()));
      expect(config).toMatchObject({ event: 'config', data: { data: { flags: { banner: value } } } });
      expect(ruleset).toMatchObject({ event: 'ruleset', data: { data: { flags: [{ rollout: { value } }] } } });
      expect(ruleset?.id).toBe(config?.id);
      delays.push(Math.max(config?.atMs ?? 0, ruleset?.atMs ?? 0) - sentAt);
    }
    expect(median(delays)).toBeLessThan(250);
  });

  test('is told of an identify on its device, and of new attributes of its user elsewhere', async ({
    project,
    admin,
  }) => {
    await admin.flag('gold');
    await admin.rules('gold', [{ conditions: [when('plan', 'eq', 'gold')], value: true }]);
    await register(project, { device_id: 'd' });
    await register(project, { device_id: 'second' });
    const stream = await configStream(project, device);
    const first = await sent(stream);
    await identify(project, 'd', { user_id: 'u', attributes: { plan: 'gold' } });
    const second = await sent(stream);
    await identify(project, 'second', { user_id: 'u', attributes: { plan: 'tin' } });
    const third = await sent(stream);
    expect([first, second, third].map(({ flags }) => flags.gold)).toEqual([false, true, false]);
    expect(new Set([first, second, third].map(({ etag }) => etag)).size).toBe(3);
    expect(third.etag).toBe((await admin.config('d')).etag);
  });

  test('is told of new facts of its device and of groups of its user', async ({ project, admin }) => {
    await admin.flag('swiss');
    await admin.group('testers');
    await admin.rules('swiss', [
      { conditions: [when('country', 'eq', 'CH')], value: true },
      { conditions: [when('user_group', 'in', 'testers')], value: true },
    ]);
    await register(project, { device_id: 'd', country: 'CH' });
    await identify(project, 'd', { user_id: 'u' });
    const stream = await configStream(project, device);
    const values = [(await sent(stream)).flags.swiss];
    await register(project, { device_id: 'd', country: 'DE' });
    values.push((await sent(stream)).flags.swiss);
    await admin.addMember('testers', 'u');
    values.push((await sent(stream)).flags.swiss);
    expect(values).toEqual([true, false, true]);
  });

  test('is reported nothing when nothing changed for its identity', async ({ project, admin }) => {
    await admin.flag('banner');
    await admin.group('testers');
    await register(project, { device_id: 'd' });
    await identify(project, 'd', { user_id: 'u', attributes: { a: 1 } });
    const stream = await configStream(project, device);
    await stream.next();
    await register(project, { device_id: 'd' });
    await identify(project, 'd', { user_id: 'u', attributes: { a: 1 } });
    await register(project, { device_id: 'other', country: 'CH' });
    await identify(project, 'other', { user_id: 'somebody', attributes: { a: 2 } });
    await admin.addMember('testers', 'somebody');
    await admin.change('banner', {});
    await admin.rollout('banner', 5, true, '?environment_id=development');
    await new Admin(await TestProject.create(server)).flag('banner');
    await aWhile();
    expect(stream.waiting).toBe(0);
    await admin.rollout('banner', 100);
    expect((await sent(stream)).flags.banner).toBe(true);
  });

  test('of different identities are reported different things of one change', async ({ project, admin }) => {
    await admin.flag('half');
    const { rollout } = await admin.rollout('half', 0);
    expect(rollout).not.toBeNull();
    const streams = await Promise.all(
      Array.from({ length: 20 }, (_, index) => configStream(project, { 'X-Device-ID': `d${index}` })),
    );
    await Promise.all(streams.map(sent));
    await admin.rollout('half', 50);
    const values = (await Promise.all(streams.map(sent))).map(({ flags }) => flags.half);
    const expected = await Promise.all(streams.map((_, index) => admin.config(`d${index}`)));
    expect(values).toEqual(expected.map(({ flags }) => flags.half));
    expect(new Set(values).size).toBe(2);
  });

  test('ends up with what is in force when many things change at once', async ({ project, admin }) => {
    const flags = ['one', 'two', 'three'];
    for (const flag of flags) await admin.flag(flag, { value_type: 'number' });
    await register(project, { device_id: 'd' });
    const streams = await Promise.all([configStream(project, device), rulesetStream(project)]);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        if (index % 5 === 0) return identify(project, 'd', { user_id: 'u', attributes: { step: index } });
        return admin.rollout(flags[index % 3] ?? '', 100, index);
      }),
    );
    const config = await admin.config('d');
    const [sent = { data: undefined }, ruleset = { data: undefined }] = await Promise.all(
      streams.map(async ({ messages }) => {
        await waitUntil(() => messages.at(-1)?.id === config.config_version);
        await aWhile();
        return messages.at(-1);
      }),
    );
    expect(sent.data).toEqual({ data: config });
    const rollouts = flags.map((flag) => ({ rollout: { value: config.flags[flag] } }));
    expect(ruleset.data).toMatchObject({ data: { flags: rollouts } });
    const ids = streams[1].messages.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test('spends one request when it is opened, and none while it is open', async () => {
    const free = await TestProject.create(server, 'free');
    const admin = new Admin(free);
    await admin.flag('banner');
    const stream = await configStream(free, device);
    expect(stream.response.headers.get('ratelimit')).toMatch(/r=58\b/);
    await stream.next();
    await admin.rollout('banner', 100);
    await stream.next();
    expect((await free.send('GET', '/v1/config')).headers.get('ratelimit')).toMatch(/r=56\b/);
  });

  test('takes its identity from the query as /v1/config does', async ({ project, admin }) => {
    await admin.flag('web_only', { platforms: ['web'] });
    const stream = await configStream(project, {}, '?user_id=u&platform=ios');
    const first = await sent(stream);
    expect(first).toEqual(await admin.config(undefined, '?user_id=u&platform=ios'));
    expect(first.flags).toEqual({});
  });
});

describe('a stream that is resumed', () => {
  test('by Last-Event-ID or If-None-Match is reported nothing until there is news', async ({ project, admin }) => {
    await admin.flag('banner');
    const { config_version, etag } = await admin.config('d');
    const streams = await Promise.all([
      configStream(project, { ...device, 'Last-Event-ID': config_version }),
      configStream(project, { ...device, 'If-None-Match': etag }),
    ]);
    await aWhile();
    expect(streams.map(({ waiting }) => waiting)).toEqual([0, 0]);
    await admin.rollout('banner', 100);
    for (const stream of streams) expect((await sent(stream)).flags.banner).toBe(true);
  });

  test('from an older version or with an older tag is reported at once', async ({ project, admin }) => {
    await admin.flag('banner');
    const { config_version, etag } = await admin.config('d');
    await admin.rollout('banner', 100);
    for (const known of [{ 'Last-Event-ID': config_version }, { 'If-None-Match': etag }, { 'Last-Event-ID': 'x' }]) {
      expect((await sent(await configStream(project, { ...device, ...known }))).flags.banner).toBe(true);
    }
  });

  test('with the tag of another user is answered at once, though the version is the same', async ({
    project,
    admin,
  }) => {
    await admin.flag('banner');
    await register(project, { device_id: 'd' });
    const { config_version, etag } = await admin.config('d');
    await identify(project, 'd', { user_id: 'u' });
    const known = { ...device, 'Last-Event-ID': config_version, 'If-None-Match': etag };
    const after = await sent(await configStream(project, known));
    expect(after.config_version).toBe(config_version);
    expect(after.etag).not.toBe(etag);
  });
});

describe('a stream of rulesets', () => {
  test('begins with the ruleset, is resumed by its tag, and is told of groups that rules name', async ({
    project,
    admin,
  }) => {
    await admin.flag('beta');
    await admin.group('testers');
    await admin.rules('beta', [{ conditions: [when('user_group', 'in', 'testers')], value: true }]);
    const response = await project.get('/v1/ruleset');
    const { server_time: _, ...ruleset } = response.data<Record<string, unknown>>();
    expect(ruleset.etag).toBe(response.headers.get('etag'));
    const fresh = await rulesetStream(project);
    const resumed = await rulesetStream(project, { 'If-None-Match': response.headers.get('etag') ?? '' });
    expect(await fresh.next()).toMatchObject({ event: 'ruleset', id: ruleset.config_version, data: { data: ruleset } });
    await admin.addMember('testers', 'u');
    const news = { event: 'ruleset', data: { data: { groups: { testers: ['u'] } } } };
    expect(await fresh.next()).toMatchObject(news);
    expect(await resumed.next()).toMatchObject(news);
  });

  test('is for secret keys only', async ({ project }) => {
    for (const key of [project.publishable, project.keys.production.dev]) {
      expect((await connect('/v1/ruleset/stream', key)).response.status).toBe(403);
    }
  });
});

describe('the end of a stream', () => {
  test('comes within five seconds when its key is revoked; streams of other keys go on', async ({ project, admin }) => {
    await admin.flag('banner');
    const [environment] = await admin.done<{ id: string }[]>('GET', '/v1/environments');
    const kinds = ['publishable', 'secret'] as const;
    const made = await Promise.all(
      kinds.map((kind) =>
        admin.done<{ id: string; key: string }>('POST', '/v1/keys', {
          kind,
          name: kind,
          environment_id: environment?.id,
        }),
      ),
    );
    const [publishable, secret] = made.map(({ key }) => key);
    const doomed = [
      await connect('/v1/config/stream', publishable ?? '', device),
      await connect('/v1/ruleset/stream', secret ?? ''),
    ];
    const other = await configStream(project, device);
    await Promise.all([...doomed, other].map((stream) => stream.next()));
    for (const { id } of made) expect((await admin.call('DELETE', `/v1/keys/${id}`)).status).toBe(204);
    await waitUntil(() => doomed.every(({ isEnded }) => isEnded));
    expect((await connect('/v1/config/stream', publishable ?? '', device)).response.status).toBe(401);
    expect(other.isEnded).toBe(false);
    await admin.rollout('banner', 100);
    expect((await sent(other)).flags.banner).toBe(true);
    expect(doomed.map(({ waiting }) => waiting)).toEqual([0, 0]);
  });

  test('comes with SIGTERM, and the server is gone within ten seconds', async ({ project }) => {
    const streams = await Promise.all([configStream(project, device), rulesetStream(project)]);
    await Promise.all(streams.map((stream) => stream.next()));
    const startedAt = performance.now();
    expect(await server.stop()).toBe(0);
    await Promise.all(streams.map(({ ended }) => ended));
    expect(streams.map(({ failure }) => failure)).toEqual([undefined, undefined]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
