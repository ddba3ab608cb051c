import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

type Evaluations = Record<string, { value: unknown; reason: string; rule_id?: string }>;
const evaluate = (admin: Admin, body: object) => admin.done<Evaluations>('POST', '/v1/flags/evaluate', body);
const only = (...conditions: readonly object[]) => [{ conditions, value: true }];

describe.concurrent('evaluation for servers', () => {
  test('tells the flags that are asked for, each with its reason', async ({ admin }) => {
    await admin.flag('killed');
    await admin.kill('killed', { value: true });
    await admin.flag('ruled');
    const { rules } = await admin.rules('ruled', only());
    await admin.flag('rolled_out');
    await admin.rollout('rolled_out', 100);
    await admin.flag('plain', { value_type: 'json', default_value: { a: 1 } });
    const all = {
      killed: { value: true, reason: 'KILLED' },
      ruled: { value: true, reason: 'RULE_MATCH', rule_id: rules[0]?.id },
      rolled_out: { value: true, reason: 'ROLLOUT' },
      plain: { value: { a: 1 }, reason: 'DEFAULT' },
    };
    const context = { user_id: 'u' };
    for (const body of [{ context }, { context, flag_keys: [] }, { context, flag_keys: null }, {}]) {
      expect(await evaluate(admin, body)).toEqual(all);
    }
    expect(await evaluate(admin, { context, flag_keys: ['plain', 'nothing', 'killed'] })).toEqual({
      plain: all.plain,
      nothing: { value: null, reason: 'NOT_FOUND' },
      killed: all.killed,
    });
  });

  test('reads ids in camelCase, and members of traits and attributes as attributes', async ({ admin }) => {
    await admin.flag('told');
    const conditions = [when('user_id', 'eq', 'u'), when('device_id', 'eq', 'd'), when('anonymous_id', 'eq', 'a')];
    await admin.rules('told', only(...conditions, when('plan', 'eq', 'gold'), when('app_version', 'gte', '2.10')));
    const value = async (context: object) => (await evaluate(admin, { flag_keys: ['told'], context })).told?.value;
    const version = { app_version: '2.10.1' };
    const snake = { user_id: 'u', device_id: 'd', anonymous_id: 'a', ...version };
    const camel = { userId: 'u', deviceId: 'd', anonymousId: 'a', ...version };
    const gold = { plan: 'gold' };
    for (const ids of [snake, camel]) {
      for (const attributes of [gold, { traits: gold }, { attributes: gold }]) {
        expect([ids, attributes, await value({ ...ids, ...attributes })]).toEqual([ids, attributes, true]);
      }
      expect(await value(ids)).toBe(false);
    }
    expect(await value({ ...gold, user_id: 'u', app_version: '2.10' })).toBe(false);
  });

  test('buckets by the user when there is one, else by the device', async ({ admin }) => {
    await admin.flag('half');
    await admin.rollout('half', 50);
    for (let index = 0; index < 10; index += 1) {
      const value = async (context: object) => (await evaluate(admin, { context })).half?.value;
      const device = `d${index}`;
      expect(await value({ device_id: device })).toBe((await admin.config(device)).flags.half);
      const user = `u${index}`;
      const expected = (await admin.config(undefined, `?user_id=${user}`)).flags.half;
      expect(await value({ user_id: user, device_id: device })).toBe(expected);
    }
  });

  test('filters by platform when there is one', async ({ admin }) => {
    await admin.flag('web_only', { platforms: ['web'] });
    await admin.flag('on_server', { platforms: ['server'] });
    const keys = async (context: object) => Object.keys(await evaluate(admin, { context }));
    expect(await keys({})).toEqual(['web_only', 'on_server']);
    expect(await keys({ platform: 'server' })).toEqual(['on_server']);
    expect(await evaluate(admin, { flag_keys: ['web_only'], context: { platform: 'ios' } })).toEqual({
      web_only: { value: null, reason: 'NOT_FOUND' },
    });
  });

  test('knows groups, which are not for callers to say', async ({ admin }) => {
    await admin.flag('beta');
    await admin.group('testers');
    await admin.addMember('testers', 'u');
    await admin.rules('beta', only(when('user_group', 'in', 'testers')));
    const value = async (context: object) => (await evaluate(admin, { context })).beta?.value;
    expect(await value({ user_id: 'u' })).toBe(true);
    expect(await value({ user_id: 'v', user_group: 'testers', groups: ['testers'] })).toBe(false);
  });

  test('by a pattern that other engines need an age for is answered at once', async ({ admin }) => {
    await admin.flag('told');
    await admin.rules('told', only(when('a', 'regex', '^(a+)+$')));
    const value = async (a: string) => (await evaluate(admin, { context: { a } })).told?.value;
    expect([await value('a'.repeat(1_000)), await value(`${'a'.repeat(1_000)}!`)]).toEqual([true, false]);
  });

  test('is of the environment of its key, and for secret keys only', async ({ project, admin }) => {
    await admin.flag('apart');
    await admin.rollout('apart', 100);
    const run = (key: string) => admin.call('POST', '/v1/flags/evaluate', {}, key);
    expect((await run(project.keys.development.secret)).data()).toEqual({ apart: { value: false, reason: 'DEFAULT' } });
    for (const key of [project.publishable, project.keys.production.dev]) expect((await run(key)).status).toBe(403);
  });

  test('of what is no context is 400', async ({ admin }) => {
    for (const body of [{ context: 'u' }, { context: [] }, { flag_keys: 'a' }, { flag_keys: [1] }, []]) {
      const response = await admin.call('POST', '/v1/flags/evaluate', body);
      expect([JSON.stringify(body), response.status]).toEqual([JSON.stringify(body), 400]);
    }
  });

  test('of the oddest context is never a failure', async ({ admin }) => {
    await admin.flag('told');
    await admin.rules('told', [
      ...only(when('a', 'gt', 1), when('b', 'regex', '^(x|y)+$'), when('c', 'semver_gt', '1.2.3')),
      ...only(when('a', 'contains', 'x')),
    ]);
    const odd =
      '{"a":{"b":[1e400]},"b":"\\ud800\\u0000","c":[],"__proto__":{"x":1},"user_id":7,"traits":[1],"platform":{}}';
    const response = await admin.call('POST', '/v1/flags/evaluate', `{"context":${odd}}`);
    expect(response.status).toBe(200);
    const reason = async (b: string) => (await evaluate(admin, { context: { a: 2, b, c: '1.2.4' } })).told?.reason;
    expect(await reason('xyxy')).toBe('RULE_MATCH');
    // Texts have a longest length for patterns, so that none of them can hold the server up.
    expect(await reason('xy'.repeat(50_000))).toBe('DEFAULT');
  });
});

describe.concurrent('the ruleset', () => {
  interface RulesetData {
    readonly flags: readonly Record<string, unknown>[];
    readonly experiments: readonly Record<string, unknown>[];
    readonly groups: Record<string, string[]>;
    readonly server_time: string;
    readonly config_version: string;
  }

  test('has flags with their rules, experiments that assign, and the groups that rules name', async ({ admin }) => {
    const flag = await admin.flag('beta', { description: 'not for SDKs' });
    await admin.group('testers');
    await admin.group('unnamed');
    for (const group of ['testers', 'unnamed']) await admin.addMember(group, 'u');
    await admin.rules('beta', only(when('user_group', 'in', 'testers')));
    const { rules, rollout } = await admin.rollout('beta', 10);
    await admin.experiment('draft');
    const { id } = await admin.running('checkout');
    await admin.flag('gone');
    await admin.change('gone', { status: 'archived' });
    const ruleset = await admin.done<RulesetData>('GET', '/v1/ruleset');
    expect(ruleset.flags).toMatchObject([
      {
        id: flag.id,
        key: 'beta',
        value_type: 'boolean',
        default_value: false,
        platforms: ['web', 'ios', 'server'],
        rules,
        rollout,
        kill: null,
      },
    ]);
    expect(ruleset.experiments).toMatchObject([
      { id, key: 'checkout', unit: 'auto', status: 'running', traffic_pct: 100, winner: null },
    ]);
    expect(ruleset.groups).toEqual({ testers: ['u'] });
    expect(ruleset.config_version).toBe(await admin.version());
    expect(Math.abs(Date.parse(ruleset.server_time) - Date.now())).toBeLessThan(60_000);
  });

  test('is 304 while nothing that can change an evaluation moved, time included', async ({ project, admin }) => {
    await admin.flag('beta');
    await admin.group('testers');
    await admin.group('unnamed');
    await admin.rules('beta', only(when('user_group', 'in', 'testers')));
    const run = (tag: string) => project.get('/v1/ruleset', { headers: { 'If-None-Match': tag } });
    const tag = (await project.get('/v1/ruleset')).headers.get('etag') ?? '';
    await admin.addMember('unnamed', 'u');
    const same = await run(tag);
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', tag]);
    await admin.addMember('testers', 'u');
    const moved = await run(tag);
    expect([moved.status, moved.data<RulesetData>().groups]).toEqual([200, { testers: ['u'] }]);
    await admin.rollout('beta', 10);
    expect((await run(moved.headers.get('etag') ?? '')).status).toBe(200);
  });

  test('is for secret keys only', async ({ project }) => {
    for (const key of [project.publishable, project.keys.production.dev]) {
      expect((await project.send('GET', '/v1/ruleset', { key })).status).toBe(403);
    }
  });
});
