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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const sample = '0190aaaa-0000-7000-8000-00000000000a';
const rule = (more: object = {}) => ({ conditions: [], value: true, percentage: 100, enabled: true, ...more });
const where = (...conditions: readonly object[]) => ({ rules: [rule({ conditions })] });

interface Environment {
  readonly id: string;
  readonly slug: string;
}
const environmentsOf = async (admin: Admin) => {
  const rows = await admin.done<Environment[]>('GET', '/v1/environments');
  const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.id ?? '';
  return { production: idOf('production'), development: idOf('development') };
};

describe.concurrent('targeting', () => {
  test('begins empty, in every environment', async ({ admin }) => {
    const { id } = await admin.flag('fresh');
    const { production, development } = await environmentsOf(admin);
    const empty = { flag_id: id, rules: [], rollout: null, kill: null };
    expect(await admin.targeting('fresh')).toEqual({ ...empty, environment_id: production });
    expect(await admin.targeting(id, `?environment_id=${development}`)).toEqual({
      ...empty,
      environment_id: development,
    });
  });

  test('exists needs no values, and other operators do', async ({ admin }) => {
    await admin.flag('present');
    const put = (op: string) => admin.call('PUT', '/v1/flags/present/rules', where({ field: 'plan', op }));
    expect((await put('exists')).status).toBe(200);
    expect((await put('eq')).status).toBe(400);
    expect((await admin.targeting('present')).rules[0]?.conditions).toEqual([
      { field: 'plan', op: 'exists', values: [] },
    ]);
  });

  test('rules keep the ids they are sent with; others get one, which stays when it is sent back', async ({ admin }) => {
    await admin.flag('ids');
    const first = await admin.rules('ids', [rule({ id: sample, name: 'mine' }), rule({ name: null }), rule()]);
    expect(first.rules.map(({ id, name }) => [id, name])).toEqual([
      [sample, 'mine'],
      [expect.stringMatching(uuid), null],
      [expect.stringMatching(uuid), null],
    ]);
    expect(new Set(first.rules.map(({ id }) => id)).size).toBe(3);
    const again = await admin.rules('ids', first.rules.toReversed());
    expect(again.rules).toEqual(first.rules.toReversed());
    expect(await admin.targeting('ids')).toEqual(again);
  });

  test('rules may leave out percentage and enabled, and are then for everybody', async ({ admin }) => {
    await admin.flag('short');
    const { rules } = await admin.rules('short', [{ conditions: [], value: true }]);
    expect(rules).toMatchObject([{ percentage: 100, enabled: true, name: null }]);
  });

  test('rules are replaced whole, down to none', async ({ admin }) => {
    await admin.flag('whole');
    await admin.rules('whole', [rule(), rule()]);
    expect((await admin.rules('whole', [])).rules).toEqual([]);
  });

  test('a rollout has one id through every PUT, kill, restore and change of rules, another in each environment', async ({
    admin,
  }) => {
    await admin.flag('rolled');
    const id = (await admin.rollout('rolled', 10)).rollout?.id;
    expect(id).toMatch(uuid);
    const ids = [
      (await admin.rollout('rolled', 90, false)).rollout?.id,
      (await admin.kill('rolled')).rollout?.id,
      (await admin.rollout('rolled', 0)).rollout?.id,
      (await admin.rules('rolled', [rule()])).rollout?.id,
      (await admin.restore('rolled')).rollout?.id,
      (await admin.targeting('rolled')).rollout?.id,
    ];
    expect(new Set(ids)).toEqual(new Set([id]));
    expect((await admin.rollout('rolled', 10, true, '?environment_id=development')).rollout?.id).not.toBe(id);
  });

  test('a kill says why and since when, has the default unless told otherwise, and restore brings all back', async ({
    admin,
  }) => {
    await admin.flag('fire', { value_type: 'string', default_value: 'safe' });
    await admin.rules('fire', [rule({ value: 'hot' })]);
    const before = await admin.rollout('fire', 30, 'warm');
    const killed = await admin.kill('fire', { reason: 'smoke' });
    expect(killed).toEqual({
      ...before,
      kill: { value: 'safe', reason: 'smoke', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+\.\d{3}Z$/) },
    });
    expect((await admin.kill('fire', { value: 'off' })).kill?.value).toBe('off');
    expect(await admin.restore('fire')).toEqual(before);
  });

  test('restoring what is not killed changes nothing', async ({ admin }) => {
    await admin.flag('calm');
    const before = [await admin.targeting('calm'), await admin.version()];
    expect([await admin.restore('calm'), await admin.version()]).toEqual(before);
  });

  test('is told by a dev key, which may change none of it', async ({ project, admin }) => {
    await admin.flag('seen');
    const key = project.keys.production.dev;
    expect((await admin.call('GET', '/v1/flags/seen/rules', undefined, key)).status).toBe(200);
    for (const [method, path, body] of [
      ['PUT', 'rules', { rules: [] }],
      ['PUT', 'rollout', { percentage: 1, value: true }],
      ['POST', 'kill', { reason: 'x' }],
      ['POST', 'restore', {}],
      ['POST', 'copy', { from_environment_id: 'production', to_environment_id: 'development' }],
      ['POST', 'explain', { context: {} }],
      ['GET', 'history', undefined],
    ] as const) {
      expect([path, (await admin.call(method, `/v1/flags/seen/${path}`, body, key)).status]).toEqual([path, 403]);
    }
  });
});

describe.concurrent('environments', () => {
  test('are apart, and named by id or slug', async ({ project, admin }) => {
    await admin.flag('apart');
    const { production, development } = await environmentsOf(admin);
    await admin.rollout('apart', 11);
    await admin.rollout('apart', 22, true, `?environment_id=${development.toUpperCase()}`);
    await admin.rules('apart', [rule()], '?environment_id=development');
    await admin.kill('apart', {}, '?environment_id=development');
    expect(await admin.targeting('apart', '?environment_id=production')).toMatchObject({
      environment_id: production,
      rules: [],
      rollout: { percentage: 11 },
      kill: null,
    });
    const ofDevelopment = await admin.targeting('apart', `?environment_id=${development}`);
    expect(ofDevelopment).toMatchObject({ environment_id: development, rollout: { percentage: 22 } });
    expect(ofDevelopment.kill).not.toBeNull();
    const byItsKey = await admin.call('GET', '/v1/flags/apart/rules', undefined, project.keys.development.secret);
    expect(byItsKey.data()).toEqual(ofDevelopment);
  });

  test('that the project does not have are 404', async ({ admin }) => {
    await admin.flag('apart');
    const foreign = await environmentsOf(new Admin(await TestProject.create(server)));
    for (const environment of ['nowhere', sample, foreign.production]) {
      for (const [method, path, body] of [
        ['GET', 'rules', undefined],
        ['PUT', 'rules', { rules: [] }],
        ['PUT', 'rollout', { percentage: 1, value: true }],
        ['POST', 'kill', { reason: 'x' }],
        ['POST', 'restore', undefined],
        ['POST', 'explain', { context: {} }],
      ] as const) {
        const response = await admin.call(method, `/v1/flags/apart/${path}?environment_id=${environment}`, body);
        expect([path, response.status, response.error.code]).toEqual([path, 404, 'NOT_FOUND']);
      }
    }
  });

  test('are copied by slug and by id: rules with their ids, the rollout under the id of its place, no kill', async ({
    admin,
  }) => {
    await admin.flag('copied');
    const { production, development } = await environmentsOf(admin);
    await admin.rules('copied', [rule({ conditions: [when('country', 'eq', 'CH')] })]);
    await admin.rollout('copied', 40);
    const from = await admin.kill('copied');
    const own = (await admin.rollout('copied', 1, true, '?environment_id=development')).rollout?.id;
    const versions = await admin.version();
    const copied = await admin.done('POST', '/v1/flags/copied/copy', {
      from_environment_id: 'production',
      to_environment_id: development,
    });
    expect(copied).toEqual({
      flag_id: from.flag_id,
      environment_id: development,
      rules: from.rules,
      rollout: { id: own, percentage: 40, value: true },
      kill: null,
    });
    expect(await admin.targeting('copied', '?environment_id=development')).toEqual(copied);
    expect(await admin.targeting('copied')).toEqual(from);
    expect(await admin.version()).toBe(versions);
    await admin.rules('copied', [], '?environment_id=development');
    await admin.done('POST', '/v1/flags/copied/copy', {
      from_environment_id: development,
      to_environment_id: production,
    });
    expect(await admin.targeting('copied')).toMatchObject({ rules: [], kill: from.kill });
  });

  test('that are unknown cannot be copied from or to', async ({ admin }) => {
    await admin.flag('copied');
    for (const body of [
      { from_environment_id: 'nowhere', to_environment_id: 'production' },
      { from_environment_id: 'production', to_environment_id: sample },
    ]) {
      const response = await admin.call('POST', '/v1/flags/copied/copy', body);
      expect([response.status, response.error.details?.reason]).toEqual([400, 'INVALID_ENVIRONMENT']);
    }
  });
});

test('an unknown flag, or one of another project, is 404 on every route', async ({ admin }) => {
  const foreign = await new Admin(await TestProject.create(server)).flag('foreign');
  for (const flag of ['nothing', sample, foreign.id, 'foreign']) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'x' }],
      ['GET', '/rules', undefined],
      ['PUT', '/rules', { rules: [] }],
      ['PUT', '/rollout', { percentage: 1, value: true }],
      ['POST', '/kill', { reason: 'x' }],
      ['POST', '/restore', undefined],
      ['GET', '/history', undefined],
      ['POST', '/explain', { context: {} }],
      ['POST', '/copy', { from_environment_id: 'production', to_environment_id: 'development' }],
    ] as const) {
      const response = await admin.call(method, `/v1/flags/${flag}${path}`, body);
      expect([flag, path, response.status]).toEqual([flag, path, 404]);
    }
  }
});

describe('what cannot be saved is 400, names the field, and changes neither state nor version', () => {
  const long = 'x'.repeat(1_025);
  const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
  const rules: Record<string, [body: unknown, field: string]> = {
    'rules missing': [{}, 'rules'],
    'rules that are no list': [{ rules: {} }, 'rules'],
    'a value of another type': [{ rules: [rule({ value: 'yes' })] }, 'rules.0.value'],
    'no value': [{ rules: [{ conditions: [], percentage: 1, enabled: true }] }, 'rules.0.value'],
    'the second value of another type': [{ rules: [rule(), rule({ value: null })] }, 'rules.1.value'],
    'no conditions': [{ rules: [{ value: true }] }, 'rules.0.conditions'],
    '21 conditions': [where(...Array(21).fill(when('a', 'eq', 1))), 'rules.0.conditions'],
    '101 values': [where(when('a', 'in', ...many(101))), 'rules.0.conditions.0.values'],
    'no values': [where(when('a', 'eq')), 'rules.0.conditions.0.values'],
    'values where there are none': [where(when('a', 'exists', 1)), 'rules.0.conditions.0.values'],
    'a value of 1,025 characters': [where(when('a', 'eq', long)), 'rules.0.conditions.0.values.0'],
    'a value that is an object': [where(when('a', 'eq', {})), 'rules.0.conditions.0.values.0'],
    'a value that is null': [where(when('a', 'eq', null)), 'rules.0.conditions.0.values.0'],
    'an unknown operator': [where(when('a', 'resembles', 1)), 'rules.0.conditions.0.op'],
    'an order of groups': [where(when('user_group', 'gt', 'g')), 'rules.0.conditions.0.op'],
    'an empty field': [where(when('', 'eq', 1)), 'rules.0.conditions.0.field'],
    'percentage 101': [{ rules: [rule({ percentage: 101 })] }, 'rules.0.percentage'],
    'percentage -1': [{ rules: [rule({ percentage: -1 })] }, 'rules.0.percentage'],
    'percentage as text': [{ rules: [rule({ percentage: '5' })] }, 'rules.0.percentage'],
    'enabled as text': [{ rules: [rule({ enabled: 'yes' })] }, 'rules.0.enabled'],
    'an id twice': [{ rules: [rule({ id: sample }), rule({ id: sample })] }, 'rules.1.id'],
    'an id that is no uuid': [{ rules: [rule({ id: 'one' })] }, 'rules.0.id'],
    '101 rules': [{ rules: Array(101).fill(rule()) }, 'rules'],
    'a back-reference': [where(when('a', 'regex', String.raw`(a)\1`)), 'rules.0.conditions.0.values.0'],
    'look-ahead': [where(when('a', 'regex', 'a(?=b)')), 'rules.0.conditions.0.values.0'],
    'look-behind': [where(when('a', 'regex', '(?<!a)b')), 'rules.0.conditions.0.values.0'],
    'a broken pattern': [where(when('a', 'regex', '(')), 'rules.0.conditions.0.values.0'],
    'a pattern that explodes': [where(when('a', 'regex', '((a{100}){100}){100}')), 'rules.0.conditions.0.values.0'],
  };
  const rollouts: Record<string, [body: unknown, field: string]> = {
    'a rollout of 101': [{ percentage: 101, value: true }, 'percentage'],
    'a rollout without percentage': [{ value: true }, 'percentage'],
    'a rollout with a value of another type': [{ percentage: 1, value: 'on' }, 'value'],
    'a rollout without a value': [{ percentage: 1 }, 'value'],
  };
  const kills: Record<string, [body: unknown, field: string]> = {
    'a kill without a reason': [{}, 'reason'],
    'a kill with an empty reason': [{ reason: '' }, 'reason'],
    'a kill with a value of another type': [{ reason: 'x', value: 1 }, 'value'],
  };

  let admin: Admin;
  beforeAll(async () => {
    admin = new Admin(await TestProject.create(server));
    await admin.flag('strict');
    await admin.rules('strict', [rule({ conditions: [when('country', 'regex', '^(CH|DE)$')] })]);
    await admin.rollout('strict', 50);
  });
  const table = [
    ...Object.entries(rules).map(([name, [body, field]]) => ({ name, method: 'PUT', path: 'rules', body, field })),
    ...Object.entries(rollouts).map(([name, [body, field]]) => ({ name, method: 'PUT', path: 'rollout', body, field })),
    ...Object.entries(kills).map(([name, [body, field]]) => ({ name, method: 'POST', path: 'kill', body, field })),
  ];
  for (const { name, method, path, body, field } of table) {
    base(name, async () => {
      const before = [await admin.targeting('strict'), await admin.version()];
      const response = await admin.call(method, `/v1/flags/strict/${path}`, body);
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toContain(field);
      expect([await admin.targeting('strict'), await admin.version()]).toEqual(before);
    });
  }

  const oversized: Record<string, unknown> = {
    '10,000 rules': { rules: Array(10_000).fill({ conditions: [], value: true }) },
    'a value of 1 MB': { rules: [rule({ value: 'x'.repeat(1_000_000) })] },
  };
  for (const [name, body] of Object.entries(oversized)) {
    base(`${name}: the body is too large, 413`, async () => {
      const before = [await admin.targeting('strict'), await admin.version()];
      const response = await admin.call('PUT', '/v1/flags/strict/rules', body);
      expect([response.status, response.error.code]).toEqual([413, 'VALIDATION_ERROR']);
      expect([await admin.targeting('strict'), await admin.version()]).toEqual(before);
    });
  }

  base('the largest that is allowed is saved', async () => {
    await admin.flag('large', { value_type: 'string' });
    const conditions = Array(20).fill(when('a', 'in', ...many(100)));
    const { rules: saved } = await admin.rules('large', [rule({ value: 'y'.repeat(60_000), conditions })]);
    expect(saved[0]?.conditions).toEqual(conditions);
    expect((await admin.rules('large', Array(100).fill(rule({ value: 'z' })))).rules.length).toBe(100);
    await admin.rules('large', [
      rule({ value: 'z', conditions: [when('a', 'exists'), when('b', 'eq', 'x'.repeat(1_024))] }),
    ]);
    for (const percentage of [0, 100, 12.5]) await admin.rollout('large', percentage, 'z');
  });
});
